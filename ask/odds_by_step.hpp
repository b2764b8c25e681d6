#pragma once

#include <string>
#include <vector>

#include "ask/evaluate.hpp"

namespace combat_odds {

/// The odds of a rule of steps if it ends after one of them.
struct OddsAfterStep {
  std::string step;  ///< "3: rout"
  Odds odds;
};

/// Those of a situation whose procedure has the parameters `steps` and `stop_after`, step after
/// step; empty for any other, where `stop_after` is given, and where there is one step. Exact where
/// that can be, else simulated as the options say; shorter where options.control stopped it.
std::vector<OddsAfterStep> odds_by_step(const Situation& situation, const Charts& charts,
                                        const OddsOptions& options);

}  // namespace combat_odds
