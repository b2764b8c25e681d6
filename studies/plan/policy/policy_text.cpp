#include <fmt/format.h>

#include <algorithm>

#include "reports/tables/table.hpp"
#include "reports/text/text.hpp"
#include "studies/plan/plan_report.hpp"
#include "studies/plan/policy/purchase_policy.hpp"

namespace combat_odds::red_barricades {

std::string bought_text(const BuyingPolicy& policy, const PolicyState& state) {
  std::vector<std::string> bought;
  for (std::size_t g = 0; g < policy.groups.size(); ++g) {
    if (state.bought[g] == 0) continue;
    bought.push_back(fmt::format("{} {}", state.bought[g], policy.groups[g]->id));
  }
  return fmt::format("{}", fmt::join(bought, " "));
}

std::string buys_text(const AskedPlan& asked, const PolicyState& state) {
  if (state.buys.empty()) return "nothing";
  std::vector<std::string> buys;
  for (const PlannedPurchase& buy : state.buys) {
    buys.push_back(offer_text(asked.offers()[buy.offer], buy.quantity));
  }
  return fmt::format("{}", fmt::join(buys, ", "));
}

std::string waiting_csv(const AskedPlan& asked, const BuyingPolicy& policy) {
  Table table({"date", "at_hand", "spent", "kept", "waiting"});
  for (const WaitingDay& day : policy.waiting) {
    table.add(asked.charts().historical.dates()[day.day], day.at_hand, day.spent,
              day.at_hand - day.spent, day.waiting);
  }
  return table.csv();
}

std::string waiting_text(const AskedPlan& asked, const BuyingPolicy& policy) {
  const auto most = std::ranges::max_element(policy.waiting, {}, &WaitingDay::waiting);
  constexpr double nothing = 1e-9;
  if (most == policy.waiting.end() || most->waiting < nothing) {
    return "on no day is anything gained by keeping CPP that could be spent\n";
  }
  return fmt::format(
      "keeping CPP is worth most on {}: buying until nothing can be added would lose {:.4g} "
      "(waiting.csv has every day)\n",
      short_date(asked.charts().historical.dates()[most->day]), most->waiting);
}

std::string policy_states_csv(const AskedPlan& asked, const BuyingPolicy& policy) {
  Table table({"date", "cpp", "bought", "buy", "cost", "chance"});
  for (const PolicyState& state : policy.likely) {
    table.add(asked.charts().historical.dates()[state.day], state.cpp, bought_text(policy, state),
              buys_text(asked, state), state.cost, fmt::format("{:.6g}", state.chance));
  }
  return table.csv();
}

}  // namespace combat_odds::red_barricades
