#pragma once

#include <string>
#include <vector>

#include "combat_odds/reports/csv_report.hpp"
#include "combat_odds/reports/heat_map.hpp"
#include "combat_odds/reports/table_report.hpp"
#include "combat_odds/studies/balance/balance.hpp"

namespace combat_odds {

/// points,range,drm,unit,opponent,listed,opponent_listed,score,holds,opponent_holds,both,
/// points_lost,opponent_points_lost,monte_carlo,ci_low,ci_high,trials,seed: every unit against
/// every other. monte_carlo is the simulated chance of `holds`.
std::string matrix_header();
std::string matrix_lines(const std::vector<BalanceUnit>& units, const BalanceResult& result,
                         const ReportOptions& options);

/// points,range,drm,unit,listed,break_even,error,at_most,ratio,score,rank
std::string price_header();
std::string price_lines(const std::vector<BalanceUnit>& units, const BalanceResult& result);

/// points,range,drm,unit,target,eliminated,broken,total: enemy points in one attack for every own
/// point.
std::string efficiency_header();
std::string efficiency_lines(const std::vector<BalanceUnit>& units, const BalanceResult& result);

/// "60 points a side, range 4, DRM +2"
std::string setting_text(const BalanceSetting& setting);

/// The duels of one setting, for a picture.
struct BalancePanel {
  std::string setting;                     ///< setting_text
  std::vector<std::vector<double>> holds;  ///< by unit and opponent
  std::vector<int> ranks;                  ///< of the units' prices
};
BalancePanel balance_panel(const BalanceResult& result);

/// The chance that the row's unit holds against the column's, a panel for each setting, from dark
/// blue through grey at 50 % to yellow. The units stand in the order of their price's rank (the
/// mean over the settings), best value first.
HeatMap balance_heat_map(const std::vector<std::string>& units,
                         const std::vector<BalancePanel>& settings);

/// The prices of one setting as a table, best value first, and the worst-priced unit by name.
std::string balance_table(const std::vector<BalanceUnit>& units, const BalanceResult& result,
                          TableStyle style);

}  // namespace combat_odds
