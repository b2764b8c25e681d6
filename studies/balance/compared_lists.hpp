#pragma once

#include <string>
#include <vector>

#include "reports/tables/table_report.hpp"
#include "studies/balance/balance.hpp"
#include "studies/balance/field/field.hpp"

namespace combat_odds {

/// A list of units and what came of it, setting by setting.
struct BalancedList {
  std::string name;  ///< of its file
  const BalanceGame* game = nullptr;
  const std::vector<BalanceResult>* results = nullptr;
  /// What people would field in each setting; empty where that was not asked.
  const std::vector<Field>* fields = nullptr;
};

/// list,unit,listed,break_even,ratio,score,share: every unit of every list, the weighted mean over
/// the settings (of ratios and prices the geometric one). Without fields there is no column
/// `share`.
std::string compared_csv(const std::vector<BalancedList>& lists);

/// The units of the first list with their price and score in each of the lists, and how far the
/// scores of each list are from a half.
std::string compared_table(const std::vector<BalancedList>& lists, TableStyle style);

}  // namespace combat_odds
