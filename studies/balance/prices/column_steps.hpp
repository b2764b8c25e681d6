#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/tables/table_report.hpp"
#include "studies/balance/balance_list.hpp"
#include "studies/balance/field/field.hpp"

namespace combat_odds {

/// What is changed of one unit at a time: its number in a column of the list.
struct AskedStep {
  std::string column;  ///< "points", "rarity", or a number that the duel asks of each side
  double amount = 1;   ///< that it is more, and less
};

/// A unit with a little more or less of something, in one setting; all others are as listed.
struct ColumnStep {
  std::size_t setting = 0;  ///< among the results
  std::size_t unit = 0;
  double from = 0;
  double to = 0;
  double score_before = 0;
  double score = 0;
  BreakEven even_before;
  BreakEven even;
  /// What people would field, by unit; empty where that was not asked.
  std::vector<double> shares_before;
  std::vector<double> shares;

  bool is_more() const { return to > from; }
  /// What the step is worth in points: how much more the unit may cost.
  double worth() const { return even.price - even_before.price; }
};

struct ColumnSteps {
  std::vector<ColumnStep> steps;  ///< setting by setting, unit by unit, less before more
  /// What the duel does not take: "PzKw IV F2 at armor -3: ...".
  std::vector<std::string> refused;
};

/// Takes the step with each unit that has a number in that column, up and down. `file` is the list
/// of `game`; `results` are of all its settings, and `fields` too unless empty. Throws InputError
/// where no unit has a number there or none of the steps can be taken.
ColumnSteps column_steps(const TextFile& file, const AskedBalance& asked, const Library& library,
                         const AskedStep& step, const BalanceGame& game,
                         const std::vector<BalanceResult>& results,
                         const std::vector<Field>& fields, RunControl* control);

/// The columns of the setting, then unit,column,from,to,score_before,score,break_even_before,
/// break_even,at_most,worth,share_before,share: a line for each step; the shares of the unit
/// itself, empty where what people would field was not asked.
std::string steps_csv(const BalanceGame& game, const std::vector<BalanceResult>& results,
                      const AskedStep& step, const ColumnSteps& taken);

/// The columns of the setting, then changed,column,from,to,unit,share_before,share: how each step
/// moves the whole mix.
std::string moves_csv(const BalanceGame& game, const std::vector<BalanceResult>& results,
                      const AskedStep& step, const ColumnSteps& taken);

/// The steps of one setting as a table.
std::string steps_table(const BalanceGame& game, const std::vector<BalanceResult>& results,
                        std::size_t setting, const AskedStep& step, const ColumnSteps& taken,
                        TableStyle style);

/// What a step is worth in points, over units and settings, and what was refused.
std::string steps_words(const BalanceGame& game, const AskedStep& step, const ColumnSteps& taken);

}  // namespace combat_odds
