#pragma once

#include <functional>
#include <string>
#include <vector>

#include "studies/integer_program.hpp"
#include "studies/plan/plan_input.hpp"

namespace combat_odds::red_barricades {

/// So many of one offer on one day.
struct PlannedPurchase {
  std::size_t offer = 0;
  std::size_t day = 0;
  int quantity = 1;
};

/// Purchases by day, each offer of a day once.
using Purchases = std::vector<PlannedPurchase>;

/// What a plan's purchases come to.
struct Reckoned {
  bool possible = false;       ///< paid for every day, within all maxima and conditions
  double value = 0;            ///< of the objective
  std::vector<double> values;  ///< of each purchase, all of its quantity
};

/// Goes through the purchases day by day, as a player with the roster would. Independent of how
/// they were found.
Reckoned reckon(const AskedPlan& wishes, const Purchases& purchases);

/// A change that makes the plan no worse: one purchase less, another instead.
struct Tie {
  std::size_t purchase = 0;  ///< of which one is left out
  std::size_t offer = 0;     ///< that is bought instead
  std::size_t day = 0;
};

/// The best plan for an income without dice.
struct FixedPlan {
  bool proven = false;  ///< that no plan is better
  double bound = 0;     ///< no plan comes to more
  Purchases purchases;
  Reckoned reckoned;
  std::vector<double> cpp_worth;  ///< by day: what one CPP more would add (relaxed program)
  std::vector<Tie> ties;
};

/// The best of all plans by an integer program, unless `stop` ends the search before. Throws
/// InputError where the wishes can't be had together, and SystemError where it was stopped before
/// there was any plan.
FixedPlan best_fixed_plan(const AskedPlan& wishes, const std::function<bool()>& stop = {});

/// The best plan with other purchases than these; no purchases where there is none (or `stop` said
/// so).
FixedPlan next_best_plan(const AskedPlan& wishes, const Purchases& best,
                         const std::function<bool()>& stop = {});

}  // namespace combat_odds::red_barricades
