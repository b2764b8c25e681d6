#pragma once

#include <string>
#include <vector>

#include "reports/pictures/heat_map.hpp"
#include "reports/tables/table_report.hpp"
#include "reports/text/csv_report.hpp"
#include "studies/balance/balance.hpp"

namespace combat_odds {

/// The note under a table of break-even prices.
inline constexpr const char* break_even_holds_alone =
    "each break-even price holds while all other prices are as listed; together they would "
    "overshoot (--propose prices all at once)";

/// The columns that tell of which setting a line is.
CsvColumns<BalanceSetting> setting_columns(const BalanceGame& game);

/// The same without the points.
CsvColumns<BalanceSetting> own_setting_columns(const BalanceGame& game);

/// A price with two digits after the point at most.
std::string price_text(double price);

/// The heading over the table of one setting.
std::string setting_heading(const BalanceSetting& setting, TableStyle style);

// Each is a whole file, which begins with the columns points and BalanceGame::setting_columns(). A
// unit that is not to be had in a setting has no line there.

/// unit,opponent,listed,opponent_listed,score,holds,opponent_holds,both,points_lost,
/// opponent_points_lost,monte_carlo,ci_low,ci_high,trials,seed: every unit against every other.
/// monte_carlo is the simulated chance of `holds`. Where the sides of a fight have roles, also
/// score_as_attacker,score_as_defender by their names.
std::string matrix_csv(const BalanceGame& game, const std::vector<BalanceResult>& results,
                       const ReportOptions& options);

/// unit,listed,break_even,error,at_most,ratio,score,rank; with any Rarity in the list also
/// bpv,rarity,fair_rarity: the Rarity at which the unit would break even. Where the sides of a
/// fight have roles, also the score in each; where fights are simulated, score_error.
std::string price_csv(const BalanceGame& game, const std::vector<BalanceResult>& results);

/// break_even,error,at_most
CsvColumns<FairPrice> fair_price_columns();

/// unit,target,eliminated,broken,total: enemy points in one attack for every own point.
std::string efficiency_csv(const BalanceGame& game, const std::vector<BalanceResult>& results);

/// The duels of one setting, for a picture.
struct BalancePanel {
  std::string setting;                     ///< setting_text
  std::vector<std::vector<double>> holds;  ///< by unit and opponent; NaN: they do not meet
  std::vector<int> ranks;                  ///< of the units' prices
};
BalancePanel balance_panel(const BalanceResult& result);

/// The chance that the row's unit holds against the column's, a panel for each setting, from dark
/// blue through grey at 50 % to yellow. The units stand in the order of their price's rank (the
/// mean over the settings), best value first.
HeatMap balance_heat_map(const std::vector<std::string>& units,
                         const std::vector<BalancePanel>& settings, bool is_simulated);

/// What the duel does not weigh, a line for each unit that has something; empty where none has.
std::string not_priced_words(const BalanceGame& game);

/// The prices of one setting as a table, best value first, and the worst-priced unit by name.
std::string balance_table(const BalanceGame& game, const BalanceResult& result, TableStyle style);

/// How far the worth of each unit depends on what was varied, the most dependent first:
/// unit,varied,least_ratio,least_at,greatest_ratio,greatest_at. A line for each unit and each of
/// the points, months and parameters that vary; the ratio of one value is the geometric mean over
/// all settings that have it.
std::string sensitivity_csv(const BalanceGame& game, const std::vector<BalanceResult>& results);
/// The same as a table, a column for each of what varies: "1.16 to 2.64". Empty where there is but
/// one setting.
std::string sensitivity_table(const BalanceGame& game, const std::vector<BalanceResult>& results,
                              TableStyle style);

}  // namespace combat_odds
