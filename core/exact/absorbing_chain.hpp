#pragma once

#include <vector>

#include "core/explore/decision_graph.hpp"

namespace combat_odds {

/// The probability of ending in each leaf of a graph whose nodes may recur, by solving the
/// absorbing Markov chain numerically. Throws EndsTooRarely where the solution is not near to 1 in
/// all, Interrupted soon after `control` (may be null) says so.
std::vector<double> absorption_probabilities(const DecisionGraph& graph,
                                             const RunControl* control = nullptr);

}  // namespace combat_odds
