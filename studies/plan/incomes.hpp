#pragma once

#include <vector>

#include "studies/plan/plan_input.hpp"

namespace combat_odds::red_barricades {

/// The chances of what a sum of dice can come to, from sum.least() on.
std::vector<double> income_chances(const DiceSum& sum);
/// The means of the incomes as whole numbers, each rounded so that none is ahead of the mean so
/// far.
std::vector<int> mean_incomes(const AskedPlan& asked);
/// The same asked for the mean of every income.
PlanInput mean_input(const PlanInput& input, const AskedPlan& asked);

}  // namespace combat_odds::red_barricades
