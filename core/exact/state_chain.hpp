#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/explore/decision_graph.hpp"
#include "core/explore/state_explorer.hpp"

namespace combat_odds {

/// The states of a rule that can be reached, in topological order, and where their steps lead: for
/// exact odds, which need no roll told apart. Targets, rounds and leaves are those of the rule's
/// DecisionGraph, but that a node is a state.
struct StateChain {
  const StepShapes* shapes = nullptr;
  std::vector<StepGraph::Step> steps;
  std::vector<Target> ends;
  Target root = Target::leaf(0);
  std::vector<Outcome> leaves;
  std::vector<std::vector<Target>> rounds;
  std::size_t borders = 0;
};

/// Of a rule that was explored in steps; nothing where its states recur, or where a step has
/// probabilities of more than 64 bits. The explorer's shapes must outlive it.
std::optional<StateChain> state_chain(StateExplorer& explored);

}  // namespace combat_odds
