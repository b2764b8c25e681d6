#include "studies/plan/policy/policy_choices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace combat_odds::red_barricades {
namespace {

/// Sums of doubles that are closer than this are equal.
constexpr double rounding = 1e-10;

Facts facts_of(const PolicyState& state, const BuyingPolicy& policy) {
  Facts facts = {{"day", static_cast<int>(state.day) + 1}, {"CPP", state.cpp}};
  for (std::size_t g = 0; g < policy.groups.size(); ++g) {
    facts.emplace_back(policy.groups[g]->name + " bought", state.bought[g]);
  }
  return facts;
}

/// The number of a group that the policy buys in a state.
int bought_of(const AskedPlan& asked, const PolicyState& state, const ReinforcementGroup* group) {
  int number = 0;
  for (const PlannedPurchase& buy : state.buys) {
    number += &asked.offers()[buy.offer].group() == group ? buy.quantity : 0;
  }
  return number;
}

}  // namespace

Policy policy_choices(const AskedPlan& asked, const BuyingPolicy& policy) {
  Policy all;
  all.value = policy.value;
  for (std::size_t g = 0; g < policy.groups.size(); ++g) {
    const ReinforcementGroup* const group = policy.groups[g];
    for (const PolicyState& state : policy.likely) {
      const std::vector<double>& worth = state.worth[g];
      const int takes = bought_of(asked, state, group);
      Choice choice;
      double most = -std::numeric_limits<double>::infinity();
      for (std::size_t number = 0; number < worth.size(); ++number) {
        if (std::isinf(worth[number])) continue;
        if (static_cast<int>(number) == takes) choice.chosen = choice.options.size();
        choice.options.push_back(number == 0 ? "none" : fmt::format("{}", number));
        choice.values.push_back(worth[number]);
        most = std::max(most, worth[number]);
      }
      if (choice.options.size() < 2) continue;
      for (const double value : choice.values) {
        choice.best.push_back(value >= most - rounding * std::max(1.0, std::abs(most)));
      }
      choice.parameter = group->id;
      choice.question = fmt::format("How many {} today?", group->name);
      choice.facts = facts_of(state, policy);
      choice.visits = state.chance;
      choice.key = fmt::format("{} {} {}", state.day, state.cpp, fmt::join(state.bought, " "));
      all.choices.push_back(std::move(choice));
    }
  }
  return all;
}

}  // namespace combat_odds::red_barricades
