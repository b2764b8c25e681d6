#pragma once

#include "core/explore/decision_graph.hpp"
#include "core/explore/raw_graph.hpp"
#include "core/explore/state_explorer.hpp"

namespace combat_odds {

/// Turns an explored graph into a DecisionGraph: nodes in topological order, equal nodes merged,
/// unreachable ones left out. Consumes `graph`.
DecisionGraph finished(RawGraph& graph, Link root, OutcomeTable& leaves);

/// The same for a StagedRule. Throws GraphTooLarge.
DecisionGraph finished(StateExplorer& explored);

}  // namespace combat_odds
