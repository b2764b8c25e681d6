#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ask/evaluate.hpp"
#include "core/best/best_play.hpp"

namespace combat_odds {

/// A habit: values of the parameters that fix this side's decisions, and the worth of playing so.
struct Habit {
  std::vector<std::pair<std::string, std::string>> values;  ///< parameters and what they say
  double worth = 0;
  bool exact = true;  ///< false: simulated
};

/// The worth of best play, beside the habits that parameters can ask for.
struct BestAnswer {
  std::string goal;           ///< as it was asked for
  std::string against;        ///< empty: the other side does as its parameters say
  bool probability = false;   ///< the goal is a single outcome, event or comparison
  bool least = false;         ///< as little as can be is best
  double worth = 0;           ///< of the goal, worked out from the answer's own odds
  bool exact = true;          ///< false: simulated
  std::vector<Habit> habits;  ///< in the order of the parameters' values
};

/// The most habits that are worked out.
constexpr std::size_t most_habits = 64;

/// Works out the habits that a situation of best play is compared with: every value of each
/// parameter that fixes a decision of this side, those that were given left alone. The other side
/// plays its best where it has a goal, else as its parameters say. Values that the situation does
/// not allow are passed over.
BestAnswer best_answer(const SituationOdds& result, const Charts& charts,
                       const OddsOptions& options);

/// What an answer is worth by a goal: exact where that is known, else simulated.
double worth_of(const Odds& odds, const Goal& goal);

}  // namespace combat_odds
