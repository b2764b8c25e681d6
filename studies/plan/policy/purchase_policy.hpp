#pragma once

#include <string>
#include <vector>

#include "studies/plan/fixed_plan.hpp"

namespace combat_odds::red_barricades {

/// What the policy does where it may come to.
struct PolicyState {
  std::size_t day = 0;
  int cpp = 0;              ///< at hand, with the day's income
  std::vector<int> bought;  ///< before, by group
  std::vector<PlannedPurchase> buys;
  int cost = 0;
  double chance = 0;  ///< to come here
  /// By group: what each number bought today is worth, the rest being as good as can be; -infinity
  /// where there is no way to buy so many.
  std::vector<std::vector<double>> worth;
};

/// What keeping CPP for later days is worth on one day, on average over all states that the policy
/// comes to.
struct WaitingDay {
  std::size_t day = 0;
  double at_hand = 0;  ///< CPP, with the day's income; at most BuyingPolicy::enough
  double spent = 0;
  /// What is lost where so much is bought on that day that nothing can be added, for once, and all
  /// goes on as well as it can.
  double waiting = 0;
};

/// What the policy buys on one of the first days, after what it bought before: a branch of a tree.
struct PolicyBranch {
  std::size_t level = 1;  ///< 1: the first day
  std::size_t day = 0;
  int least_cpp = 0;  ///< at hand: all that come up from here ...
  int most_cpp = 0;   ///< ... to here buy the same
  std::vector<PlannedPurchase> buys;
  int cost = 0;
  double chance = 0;  ///< that the game goes this way
};

/// What to buy, given the day, the CPP at hand and what was bought before, where the CPP are rolled
/// for.
struct BuyingPolicy {
  std::vector<const ReinforcementGroup*> groups;  ///< that count for the objective
  std::uint64_t states = 0;                       ///< that were solved
  int enough = 0;    ///< CPP; more than that buy nothing more and are not told apart
  double value = 0;  ///< of the objective, exact
  double bound = 0;  ///< no policy is worth more; `value` where it is the best of all
  /// Too many to be counted each: bought in this order, the next once those before are bought out.
  std::vector<const ReinforcementGroup*> queue;
  std::vector<PolicyState> likely;  ///< by day, the likeliest first
  std::vector<WaitingDay> waiting;  ///< by day
  double unlikely = 0;              ///< the expected number of days in states that are left out
  Purchases typical;                ///< what it buys where every income is its mean
  std::vector<PolicyState> typical_game;  ///< day by day; each has the chance 1, and no worth
  std::vector<int> typical_incomes;       ///< of these days
  /// The first three days as a tree: a branch, then those that follow from it.
  std::vector<PolicyBranch> first_days;
};

/// More states than these make a queue of the least groups: half a gigabyte.
constexpr std::uint64_t most_policy_states = 60'000'000;

/// The best of all policies, by a dynamic program over day, CPP at hand and what was bought of
/// every group that counts. Where that makes more than `most_states` the groups that bring least
/// for a CPP form a queue; a Lagrangian relaxation of the maxima then bounds what the best could be
/// worth. Throws InputError where asked do not go with dice.
BuyingPolicy best_policy(const AskedPlan& asked, std::uint64_t most_states = most_policy_states);

/// "2 Rifle Co I 1 Sniper": what was bought before a state, of the groups that count.
std::string bought_text(const BuyingPolicy& policy, const PolicyState& state);
/// What is bought there; "nothing".
std::string buys_text(const AskedPlan& asked, const PolicyState& state);

/// date,at_hand,spent,kept,waiting: what keeping CPP is worth, day by day.
std::string waiting_csv(const AskedPlan& asked, const BuyingPolicy& policy);
/// On which day it is worth most, in a sentence.
std::string waiting_text(const AskedPlan& asked, const BuyingPolicy& policy);

/// date,cpp,bought,buy,cost,chance: the likely states.
std::string policy_states_csv(const AskedPlan& asked, const BuyingPolicy& policy);

}  // namespace combat_odds::red_barricades
