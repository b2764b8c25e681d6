#pragma once

#include <memory>
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

/// The rolls of which the log says what they needed, against fair dice.
struct LuckOfNeeded {
  int rolls = 0;
  int made = 0;
  double expected = 0;        ///< how many fair dice make on average
  ExactProbability at_most;   ///< that they make so many or fewer
  ExactProbability at_least;  ///< that they make so many or more
};

/// All rolls of one kind by one side, against fair dice.
struct Luck {
  std::string side;               ///< "all" for the rolls of all sides, or where the log names none
  std::vector<std::string> also;  ///< how else the log spells it
  std::shared_ptr<const RolledDice> kind;
  int rolls = 0;
  long long sum = 0;
  std::vector<int> counts;       ///< of the totals from the kind's least to its most
  std::vector<double> expected;  ///< of the same
  std::vector<double> so_few;    ///< how often fair dice come to each so seldom or more seldom
  std::vector<double> so_many;   ///< how often they come to it so often or more often
  bool kind_taken = false;       ///< the log does not say the kind (LoggedRoll::kind_taken)
  ExactProbability at_most;      ///< that fair dice add up to this sum or less
  ExactProbability at_least;     ///< that they add up to this sum or more
  int usual_low = 0;             ///< 95 % of fair logs of this length add up to this ...
  int usual_high = 0;            ///< ... to this
  std::optional<LuckChiSquared> chi_squared;  ///< nothing where no two classes have five expected
  std::optional<LuckOfNeeded> needed;         ///< nothing where the log does not say

  double mean() const { return static_cast<double>(sum) / rolls; }
  double expected_mean() const { return kind->mean; }
  /// From 0 (lowest) to 1 (highest): the share of fair logs that add up to less, and half of those
  /// that add up to the same.
  double percentile() const { return (1 + at_most.value - at_least.value) / 2; }
  /// How often fair dice end up at least so far out, on either side.
  double two_sided() const;
};

/// The kinds of a log: DR, dr, then the others as they come.
std::vector<std::shared_ptr<const RolledDice>> kinds_of(std::span<const LoggedRoll> rolls);

/// The rolls of every kind: together where several sides rolled, then by side.
std::vector<Luck> luck_of(std::span<const LoggedRoll> rolls);

/// The rolls that moved a side's sum farthest from what was expected, the farthest first; at most
/// `most`, and none that is nearer to the expected total than fair dice usually are.
std::vector<const LoggedRoll*> deciding_rolls(std::span<const LoggedRoll> rolls,
                                              const RolledDice& kind, std::size_t most);

}  // namespace combat_odds
