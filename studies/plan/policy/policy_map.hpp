#pragma once

#include <string>

#include "reports/pictures/heat_map.hpp"
#include "studies/plan/policy/purchase_policy.hpp"

namespace combat_odds::red_barricades {

/// How many CPP the policy spends, by day (across) and CPP at hand (down), on average over what was
/// bought before; cells that are hardly ever reached stay empty.
HeatMap policy_map(const AskedPlan& asked, const BuyingPolicy& policy, const std::string& title);

}  // namespace combat_odds::red_barricades
