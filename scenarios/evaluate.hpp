#pragma once

#include <functional>
#include <set>
#include <span>

#include "combat_odds/core/odds.hpp"
#include "combat_odds/scenarios/situation.hpp"

namespace combat_odds {

/// The odds of one situation of a run.
struct SituationOdds {
  Situation situation;
  std::string name;
  Odds odds;
};

/// Constructs the rule of every situation, so that faulty input is found before anything is
/// simulated. Gives the names of the charts that the rules looked things up in.
std::set<std::string> check(std::span<const Situation> situations, const Charts& charts);

/// Works out the situations, many at a time on all cores, and hands each to `sink` in order. Keeps
/// only a batch in memory.
void evaluate(std::span<const Situation> situations, const Charts& charts,
              const OddsOptions& options, const std::function<void(SituationOdds&&)>& sink);

}  // namespace combat_odds
