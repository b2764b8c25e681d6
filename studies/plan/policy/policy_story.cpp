#include "studies/plan/policy/policy_story.hpp"

#include <fmt/format.h>

#include "reports/text/text.hpp"
#include "studies/plan/plan_report.hpp"

namespace combat_odds::red_barricades {
namespace {

std::string text_of(const AskedPlan& asked, const std::vector<PlannedPurchase>& buys) {
  if (buys.empty()) return "nothing";
  std::vector<std::string> texts;
  for (const PlannedPurchase& buy : buys) {
    texts.push_back(offer_text(asked.offers()[buy.offer], buy.quantity));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string range_text(const PolicyBranch& branch) {
  return branch.least_cpp == branch.most_cpp
             ? fmt::format("{}", branch.least_cpp)
             : fmt::format("{} to {}", branch.least_cpp, branch.most_cpp);
}

const std::string& date_of(const AskedPlan& asked, std::size_t day) {
  return asked.charts().historical.dates()[day];
}

/// The days of the typical game up to the last on which something is bought.
std::size_t days_told(const BuyingPolicy& policy) {
  std::size_t days = policy.typical_game.size();
  while (days > 0 && policy.typical_game[days - 1].buys.empty()) --days;
  return days;
}

std::string tree_text(const AskedPlan& asked, const BuyingPolicy& policy, TableStyle style) {
  constexpr double told_from = 0.01;
  Table grid({"what to do", "CPP at hand", "buy", "chance"});
  grid.set_left(2);
  bool is_all = true;
  for (const PolicyBranch& branch : policy.first_days) {
    if (branch.chance < told_from) {
      is_all = false;
      continue;
    }
    const std::string indent =
        branch.level == 1 ? "" : std::string(2 * (branch.level - 2), ' ') + "then ";
    grid.add({indent + short_date(date_of(asked, branch.day)), range_text(branch),
              text_of(asked, branch.buys), percent(branch.chance)});
  }
  return grid.text(style) + (is_all ? "" : "branches below 1 % stand in policy-tree.csv\n");
}

std::string game_text(const AskedPlan& asked, const BuyingPolicy& policy, TableStyle style) {
  Table grid({"a typical game", "income", "at hand", "spent", "buy"});
  grid.set_left(4);
  const std::size_t told = days_told(policy);
  for (std::size_t i = 0; i < told; ++i) {
    const PolicyState& state = policy.typical_game[i];
    grid.add({short_date(date_of(asked, state.day)), fmt::format("{}", policy.typical_incomes[i]),
              fmt::format("{}", state.cpp), fmt::format("{}", state.cost),
              buys_text(asked, state)});
  }
  const std::string end =
      told == policy.typical_game.size()
          ? ""
          : fmt::format("from {} on nothing is bought any more\n",
                        short_date(date_of(asked, policy.typical_game[told].day)));
  return grid.text(style) + "every income is its mean, in whole CPP\n" + end;
}

}  // namespace

std::string policy_story(const AskedPlan& asked, const BuyingPolicy& policy, TableStyle style) {
  return tree_text(asked, policy, style) + "\n" + game_text(asked, policy, style) + "\n";
}

std::string policy_tree_csv(const AskedPlan& asked, const BuyingPolicy& policy) {
  Table table({"level", "date", "at_hand_from", "at_hand_to", "buy", "cost", "chance"});
  for (const PolicyBranch& branch : policy.first_days) {
    table.add(branch.level, date_of(asked, branch.day), branch.least_cpp, branch.most_cpp,
              text_of(asked, branch.buys), branch.cost, branch.chance);
  }
  return table.csv();
}

std::string typical_game_csv(const AskedPlan& asked, const BuyingPolicy& policy) {
  Table table({"date", "income", "at_hand", "buy", "cost", "left"});
  for (std::size_t i = 0; i < policy.typical_game.size(); ++i) {
    const PolicyState& state = policy.typical_game[i];
    table.add(date_of(asked, state.day), policy.typical_incomes[i], state.cpp,
              buys_text(asked, state), state.cost, state.cpp - state.cost);
  }
  return table.csv();
}

}  // namespace combat_odds::red_barricades
