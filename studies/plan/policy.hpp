#pragma once

#include <string>
#include <vector>

#include "combat_odds/studies/plan/fixed_plan.hpp"

namespace combat_odds::red_barricades {

/// What the policy does where it may come to.
struct PolicyState {
  std::size_t day = 0;
  int cpp = 0;              ///< at hand, with the day's income
  std::vector<int> bought;  ///< before, by group
  std::vector<PlannedPurchase> buys;
  int cost = 0;
  double chance = 0;  ///< to come here
};

/// What to buy, given the day, the CPP at hand and what was bought before, where the CPP are rolled
/// for.
struct Policy {
  std::vector<const ReinforcementGroup*> groups;  ///< that count for the objective
  std::uint64_t states = 0;                       ///< that were solved
  int enough = 0;    ///< CPP; more than that buy nothing more and are not told apart
  double value = 0;  ///< of the objective, exact
  double bound = 0;  ///< no policy is worth more; `value` where it is the best of all
  /// Too many to be counted each: bought in this order, the next once those before are bought out.
  std::vector<const ReinforcementGroup*> queue;
  std::vector<PolicyState> likely;  ///< by day, the likeliest first
  double unlikely = 0;              ///< the expected number of days in states that are left out
  Purchases typical;                ///< what it buys where every income is its mean
};

/// The chances of what a sum of dice can come to, from sum.least() on.
std::vector<double> income_chances(const DiceSum& sum);
/// The means of the incomes as whole numbers, each rounded so that none is ahead of the mean so
/// far.
std::vector<int> mean_incomes(const PlanWishes& wishes);

/// The best of all policies, by a dynamic program over day, CPP at hand and what was bought of
/// every group that counts. Where that makes too many states the groups that bring least for a CPP
/// form a queue; a Lagrangian relaxation of the maxima then bounds what the best could be worth.
/// Throws InputError where wishes do not go with dice.
Policy best_policy(const PlanWishes& wishes);

/// date,cpp,bought,buy,cost,chance: the likely states.
std::string policy_csv(const PlanWishes& wishes, const Policy& policy);

}  // namespace combat_odds::red_barricades
