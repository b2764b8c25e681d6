#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/exact/sum_distribution.hpp"
#include "core/text/error.hpp"

namespace combat_odds {

/// A kind of roll, and how often fair dice come to each of its totals.
struct RolledDice {
  std::string name;        ///< "DR" (two dice), "dr" (one die), or as the log has it: "d20"
  SumDistribution totals;  ///< of one roll
  double mean = 0;
  double variance = 0;
  int dice = 0;   ///< of a plain pool such as 2d6; 0: its total is all that can be read
  int sides = 0;  ///< of each

  /// Beside the mean: how often a roll is at least so far from it.
  double at_least_as_far(double from_mean) const;
  /// "2 in 36"; in a hundred where the dice fall in more ways than anybody counts.
  std::string chance_text(double chance) const;

  long long ways = 0;  ///< the fewest equally likely ways; 0: too many to count
};

/// The kinds of a log, each made once: "dr", "DR", or a dice expression with a number as its total
/// ("d20", "4d6 kh3").
class DiceKinds {
 public:
  /// Throws InputError at `place` where it is none of them.
  std::shared_ptr<const RolledDice> of(std::string_view text, const Place& place);

 private:
  std::map<std::string, std::shared_ptr<const RolledDice>> known_;
};

}  // namespace combat_odds
