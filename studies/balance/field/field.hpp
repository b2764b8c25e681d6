#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/text/csv_columns.hpp"
#include "reports/pictures/heat_map.hpp"
#include "reports/tables/table.hpp"
#include "reports/text/csv_report.hpp"
#include "studies/balance/candidate.hpp"
#include "studies/matrix_game.hpp"

namespace combat_odds {

/// What people would field: the game in which each side chooses a unit of the list, spends all its
/// points on it, and scores as the duel does.
struct Field {
  struct Unit {
    bool is_there = false;   ///< to be had in this setting
    double share = 0;        ///< of the armies, where nobody can do better (Mix::shares)
    double least_share = 0;  ///< over all such mixes
    double most_share = 0;
    double score = 0;  ///< against the mix: a half for what is fielded, else no more
    /// The price at which it breaks even against what people would field without it: at this or
    /// less it is fielded.
    BreakEven enters;
    /// At this price or less it drives out everything else.
    BreakEven alone;
    /// Its share where one costs one point more (BPV, as listed), or one less; nothing where the
    /// points would not buy it then.
    std::optional<double> share_if_dearer;
    std::optional<double> share_if_cheaper;
    /// The interval of its share by the simulated duels; nothing where none was simulated.
    std::optional<double> low;
    std::optional<double> high;
  };
  std::vector<Unit> units;
};

/// Whether a share is more than nothing: what is less than this is shown as 0.0 %.
inline bool is_fielded(double share) { return share >= 5e-4; }

/// The equilibrium at the listed prices of a result; `ground` is what it is of. With
/// simulated duels the intervals come of tables drawn anew, each duel by its own counts (the
/// bootstrap), with the confidence and the seed of `report`.
Field field(const BalanceGame& game, const BalanceResult& result, const Ground& ground,
            const ReportOptions& report);

/// The scores of these units of a result against each other.
std::vector<std::vector<double>> scores_among(const BalanceResult& result,
                                              const std::vector<std::size_t>& units);

/// What people would field by these scores: those of a row against a column at equal points.
Mix fielded(const std::vector<std::vector<double>>& scores);

/// The share of a unit if one of it cost `price` and all else is as listed; nothing where the
/// points would not buy it then.
std::optional<double> share_at(const BalanceGame& game, const BalanceResult& result,
                               const Ground& ground, std::size_t unit, double price);

/// "154.3", "< 5.0"
std::string even_text(const BreakEven& even);

/// share,least_share,most_share,share_low,share_high,score,enters_at,enters_at_most,alone_at,
/// alone_at_most,share_if_cheaper,share_if_dearer
CsvColumns<Field::Unit> field_columns();

/// The columns of the setting, then unit,listed,share,least_share,most_share,share_low,share_high,
/// score,enters_at,enters_at_most,alone_at,alone_at_most,share_if_cheaper,share_if_dearer. What is
/// not to be had has no line.
std::string field_csv(const BalanceGame& game, const std::vector<BalanceResult>& results,
                      const std::vector<Field>& fields);

/// One setting as a table, what is fielded most first.
std::string field_table(const BalanceGame& game, const BalanceResult& result, const Field& field,
                        TableStyle style);

/// "At these prices the StuG III drives out everything else." A sentence for each run of settings
/// in which the same units are fielded, and one for what nobody would field in any.
std::string field_words(const BalanceGame& game, const std::vector<BalanceResult>& results,
                        const std::vector<Field>& fields);

/// The shares of each unit by setting.
HeatMap field_map(const BalanceGame& game, const std::vector<BalanceResult>& results,
                  const std::vector<Field>& fields);

}  // namespace combat_odds
