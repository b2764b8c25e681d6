#pragma once

#include <string>
#include <vector>

namespace combat_odds {

/// How the numbers of a situation were worked out, in a player's words.
struct Working {
  /// The situation in a few words: "8 FP (8 column), +1, at 2*4-6-7 8-1". Empty where its
  /// parameters say it all.
  std::string situation;
  /// The sums, a line each: "2 x 4, doubled adjacent: 16 FP (16 column)", "stone building +3, 9-1
  /// directs -1: +2".
  std::vector<std::string> sums;
  /// Choices made for the author of the situation: "4-9-9 is not on the chart: ...".
  std::vector<std::string> notes;
  /// Of a rule of steps, the last of them as it is written: "fire 8 1 if attacker >= 2 squads".
  std::string last_step{};
};

}  // namespace combat_odds
