#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/exact/exact.hpp"
#include "studies/luck/dice_log.hpp"

namespace combat_odds {

/// Pearson's chi-squared test of the totals. Neighbouring totals are taken together until five or
/// more of each class are expected.
struct LuckChiSquared {
  double statistic = 0;
  int degrees_of_freedom = 0;
  double p_value = 1;  ///< how often fair dice stray at least so far
};

/// All rolls of one kind by one side, against fair dice.
struct Luck {
  std::string side;  ///< "all" for the rolls of all sides, or where the log names none
  int dice = 1;
  int rolls = 0;
  int sum = 0;
  std::vector<int> counts;       ///< of the totals from `dice` to 6 * `dice`
  std::vector<double> expected;  ///< of the same
  ExactProbability at_most;      ///< that fair dice add up to this sum or less
  ExactProbability at_least;     ///< that they add up to this sum or more
  int usual_low = 0;             ///< 95 % of fair logs of this length add up to this ...
  int usual_high = 0;            ///< ... to this
  std::optional<LuckChiSquared> chi_squared;  ///< nothing where no two classes have five expected

  double mean() const { return static_cast<double>(sum) / rolls; }
  double expected_mean() const { return 3.5 * dice; }
  /// From 0 (lowest) to 1 (highest): the share of fair logs that add up to less, and half of those
  /// that add up to the same.
  double percentile() const { return (1 + at_most.value - at_least.value) / 2; }
  /// How often fair dice end up at least so far out, on either side.
  double two_sided() const;
};

/// The rolls of every kind: together where several sides rolled, then by side.
std::vector<Luck> luck_of(std::span<const LoggedRoll> rolls);

/// The rolls that moved a side's sum farthest from what was expected, the farthest first; at most
/// `most`, and none that is nearer to the expected total than a die's width.
std::vector<const LoggedRoll*> deciding_rolls(std::span<const LoggedRoll> rolls, int dice,
                                              std::size_t most);

}  // namespace combat_odds
