#include "combat_odds/core/explored_rule.hpp"

#include "combat_odds/core/graph_finisher.hpp"
#include "combat_odds/core/state_chain.hpp"

namespace combat_odds {

ExploredRule::ExploredRule(const Rule& rule, For wanted, const RunControl* control)
    : wanted_(wanted), control_(control) {
  const StagedRule* const staged = rule.staged();
  if (staged == nullptr) {
    graph_ = decision_graph(rule, most_graph_nodes, Checkpoints::heeded, control);
    return;
  }
  states_ =
      std::make_unique<StateExplorer>(*staged, most_graph_nodes, Checkpoints::heeded, control);
  states_->explore(false);  // what has too large a graph is walked state by state
}

void ExploredRule::solve() {
  if (!graph_) {
    if (std::optional<StateChain> chain = state_chain(*states_)) {
      if (wanted_ == For::odds) states_->give_up();
      numbers_ = propagate(*chain, control_);
      leaves_ = std::move(chain->leaves);
      return;
    }
  }
  exact_.emplace(graph(), control_);
}

ExactProbability ExploredRule::sum(std::span<const std::size_t> leaves) const {
  return numbers_ ? numbers_->probability(leaves) : exact_->sum(leaves);
}

const DecisionGraph& ExploredRule::graph(std::size_t most_rolls) {
  if (graph_) return *graph_;
  if (states_->in_steps() && states_->rolls() > most_rolls) {
    throw GraphTooLarge("a graph that is quicker walked by its states");
  }
  graph_ = finished(*states_);
  states_.reset();
  return *graph_;
}

}  // namespace combat_odds
