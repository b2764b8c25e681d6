#pragma once

#include "core/explore/decision_graph.hpp"
#include "core/explore/raw_graph.hpp"
#include "core/explore/state_explorer.hpp"

namespace combat_odds {

/// Makes a DecisionGraph of what was explored: nodes in topological order, equal nodes merged, what
/// cannot be reached left out. `graph` is used up.
DecisionGraph finished(RawGraph& graph, Link root, OutcomeTable& leaves);

/// The same of a rule that goes on state by state. Throws GraphTooLarge.
DecisionGraph finished(StateExplorer& explored);

}  // namespace combat_odds
