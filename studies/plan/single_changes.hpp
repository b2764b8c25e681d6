#pragma once

#include <optional>
#include <vector>

#include "studies/plan/fixed_plan.hpp"

namespace combat_odds::red_barricades {

/// How far two values of plans may lie apart and be the same, for sums of that size.
double plan_tolerance(double value);

/// Leaves out what brings nothing, and buys on the earlier of two days that are as good, so that of
/// equal plans one is told.
Purchases tidied(const AskedPlan& asked, Purchases purchases);

/// All single changes of a plan of that value that make it no worse.
std::vector<Tie> ties_of(const AskedPlan& asked, const Purchases& purchases, double value);

/// The best plan that differs from this one in a single purchase: one less, one more, or another
/// in its place. Nothing is possible where there is none.
FixedPlan best_change(const AskedPlan& asked, const Purchases& purchases);

}  // namespace combat_odds::red_barricades
