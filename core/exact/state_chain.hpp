#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/explore/decision_graph.hpp"
#include "core/explore/state_explorer.hpp"

namespace combat_odds {

/// The reachable states of a rule in topological order, and where their steps lead. Exact odds need
/// no single rolls. Targets, rounds and leaves are those of the rule's DecisionGraph, with states
/// as nodes.
struct StateChain {
  const StepShapes* shapes = nullptr;
  std::vector<StepGraph::Step> steps;
  std::vector<Target> ends;
  Target root = Target::leaf(0);
  std::vector<Outcome> leaves;
  std::vector<std::vector<Target>> rounds;
  std::size_t borders = 0;
};

/// Made of a rule explored in steps. Nothing where its states recur or a step has probabilities of
/// more than 64 bits. The explorer's shapes must outlive it.
std::optional<StateChain> state_chain(StateExplorer& explored);

}  // namespace combat_odds
