#pragma once

#include <optional>
#include <string>
#include <vector>

namespace combat_odds {

/// A pool of dice that a sentence asks about.
struct SpokenPool {
  std::string expression;         ///< as dice.roll takes it: "(10d6 c=6) >= 3"
  std::vector<std::string> told;  ///< what was taken for granted
};

/// Reads "three sixes with ten dice", "roll 5 dice, hits on 4+", "pool of 8d10 against 7+, at least
/// 4 successes", "15 or better on a d20 with advantage", "10 dice, 4+ to hit, 3+ to wound, 5+ save"
/// and "how many d6 do i need for a 6", in any order; `words` as of spoken_words().
/// Nothing where there are no dice, or where any word is not understood.
std::optional<SpokenPool> pool_said(const std::vector<std::string>& words);

}  // namespace combat_odds
