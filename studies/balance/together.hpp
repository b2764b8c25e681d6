#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reports/tables/table.hpp"
#include "studies/balance/field/field.hpp"

namespace combat_odds {

/// All settings of a list as one, each as much as its weight says: two units meet in those in which
/// both are to be had, and score what they score there on average. Prices are points as listed, to
/// which Rarity comes in each setting.
struct Together {
  BalanceResult result;
  std::optional<Field> field;  ///< for who chooses the army before the setting is known
};

/// `fights` are those of each setting, which are exact.
Together together(const BalanceGame& game, const std::vector<std::unique_ptr<Fights>>& fights,
                  bool with_field, const ReportOptions& report, RunControl* control);

/// unit,listed,break_even,error,at_most,ratio,mean_score,rank, and with a field its columns.
std::string together_csv(const BalanceGame& game, const Together& all);

/// The prices and the field as tables.
std::string together_table(const BalanceGame& game, const Together& all, TableStyle style);

/// What people would field who don't know which of the settings will come; empty without a field.
std::string together_words(const BalanceGame& game, const Together& all);

}  // namespace combat_odds
