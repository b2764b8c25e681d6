#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ask/evaluate.hpp"
#include "core/dice/rolls.hpp"

namespace combat_odds {

struct WhyRoll;

/// One result of a roll, and what it leads to.
struct WhyResult {
  std::string name;  ///< "2MC", "passed pinned"; empty: the rule has no word for it
  std::string dice;  ///< "5 to 6"; empty where that is no range of totals
  std::uint64_t throws = 0;
  double chance = 0;                    ///< of this result of this roll
  double path_chance = 0;               ///< of this and of all before it
  Odds odds;                            ///< once this has come up
  std::unique_ptr<const WhyRoll> next;  ///< the next roll, where more was asked for
};

/// A roll that decides something, with all that can come of it.
struct WhyRoll {
  std::string what;  ///< "2 dice", "a die", "Random Selection of 3"
  std::uint64_t throws = 0;
  std::vector<WhyResult> results;
};

/// How many rolls deep it may go.
constexpr int deepest_why = 9;

/// The most results that are told of.
constexpr std::size_t most_why_results = 400;

/// How the odds of a situation come about: what its first roll can come to with the odds after
/// each, `depth` rolls deep; null where nothing is rolled, or where options.control stopped it
/// before best play was found. Exact where that can be, else simulated as the options say. Throws
/// InputError at `place` where more than most_why_results would be told.
std::unique_ptr<const WhyRoll> why(const Situation& situation, const Charts& charts, int depth,
                                   const OddsOptions& options, const Place& place);

}  // namespace combat_odds
