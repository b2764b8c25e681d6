#pragma once

#include <string>

#include "reports/pictures/heat_map.hpp"
#include "reports/tables/table_report.hpp"
#include "studies/plan/policy/purchase_policy.hpp"

namespace combat_odds::red_barricades {

/// How many CPP the policy spends, by day (across) and CPP at hand (down), on average over what was
/// bought before; cells that are hardly ever reached stay empty.
HeatMap policy_map(const AskedPlan& asked, const BuyingPolicy& policy, const std::string& title);

/// For the terminal: what it most likely comes to on each day, and what it does then.
std::string policy_table(const AskedPlan& asked, const BuyingPolicy& policy, TableStyle style);

}  // namespace combat_odds::red_barricades
