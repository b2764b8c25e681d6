#pragma once

#include <cstdint>

#include "ask/evaluate.hpp"

namespace combat_odds::test {

/// A procedure without a game, for tests of odds: heads or tails.
inline const Procedure& coin() {
  static const Procedure coin = [] {
    Procedure made;
    made.name = "test.coin";
    made.summary = "a coin";
    made.outcomes = {{"heads", ""}, {"tails", ""}};
    return made;
  }();
  return coin;
}

/// A coin with this many heads in the trials.
inline SituationOdds tossed(const Scenario& scenario, std::uint64_t heads, std::uint64_t trials) {
  SituationOdds result{{&scenario, 0}, scenario.name(), {}};
  result.odds.trials = trials;
  result.odds.chances = {{Chance::Kind::outcome, "heads", 0, heads, {}},
                         {Chance::Kind::outcome, "tails", 0, trials - heads, {}}};
  return result;
}

}  // namespace combat_odds::test
