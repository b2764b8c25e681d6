#include <fmt/format.h>

#include "core/text/csv.hpp"
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

std::string buys_text(const AskedPlan& wishes, const PolicyState& state) {
  if (state.buys.empty()) return "nothing";
  std::vector<std::string> buys;
  for (const PlannedPurchase& buy : state.buys) {
    buys.push_back(offer_text(wishes.offers()[buy.offer], buy.quantity));
  }
  return fmt::format("{}", fmt::join(buys, ", "));
}

std::string policy_states_csv(const AskedPlan& wishes, const BuyingPolicy& policy) {
  std::string text = "date,cpp,bought,buy,cost,chance\n";
  for (const PolicyState& state : policy.likely) {
    text += fmt::format("{},{},{},{},{},{:.6g}\n", wishes.charts().historical.dates()[state.day],
                        state.cpp, csv_field(bought_text(policy, state)),
                        csv_field(buys_text(wishes, state)), state.cost, state.chance);
  }
  return text;
}

}  // namespace combat_odds::red_barricades
