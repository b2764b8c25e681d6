#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/dice/outcome.hpp"
#include "core/dice/rule.hpp"
#include "core/exact/bodies.hpp"
#include "core/exact/exact.hpp"
#include "core/exact/kept_states.hpp"
#include "core/exact/odds_lines.hpp"
#include "core/exact/propagation.hpp"
#include "core/explore/decision_graph.hpp"
#include "core/explore/state_explorer.hpp"

namespace combat_odds {

struct StateChain;

/// A rule that was explored once, for its exact odds, for a graph to walk, or for both.
class ExploredRule {
 public:
  /// What of it is wanted: a graph takes the most room.
  enum class For { odds, graph, both };

  /// Throws GraphTooLarge where it has too many states or nodes for all that is wanted, Interrupted
  /// soon after `control` (may be null) says so. `rule` must outlive it.
  ///
  /// For a graph alone, or beside odds that need none (see columns.hpp), a rule that goes on state
  /// by state may have `most_states`: beyond that, trials that play the rule itself come to their
  /// end sooner.
  ///
  /// `kept` (may be null) holds what was found for another rule with the same SharedSteps and the
  /// same `control`, or nothing. Where only the odds are wanted it is used, and once they are
  /// solved, what was found is kept there again. The odds do not depend on it.
  ExploredRule(const Rule& rule, For wanted, const RunControl* control, KeptStates* kept = nullptr,
               std::size_t most_states = most_graph_nodes);

  /// Works the exact odds of its leaves out; before the graph is asked for, where both are: with
  /// the same `most_rolls`. Throws GraphTooLarge, Interrupted, and what ExactOdds does.
  void solve(std::size_t most_rolls = most_graph_nodes);
  /// Once it is solved: every line of the report with its exact chance. Only of a rule that is
  /// solved without its leaves (see columns.hpp); for others it is empty.
  const std::vector<Chance>& chances() const { return chances_; }
  /// Of others: the probability that the outcome is one of these leaves, each named once.
  ExactProbability sum(std::span<const std::size_t> leaves) const;

  /// Throws GraphTooLarge where only the odds fit, and where it would have more rolls than
  /// `most_rolls` and can be walked by its states instead; Endless as decision_graph() does.
  const DecisionGraph& graph(std::size_t most_rolls = most_graph_nodes);

  /// All its states, after graph() has thrown. Null where the rule does not go on state by state,
  /// or where a step passes a checkpoint.
  const StateExplorer* states() const {
    return states_ != nullptr && states_->in_steps() ? states_.get() : nullptr;
  }

  /// How many states were found; 0 where the rule does not go on state by state.
  std::size_t states_found() const { return states_found_; }

  /// The leaves, in the same order for the exact odds, if they have leaves, and for the graph,
  /// whichever is wanted: what one process counts, another adds to its odds.
  const std::vector<Outcome>& leaves() const { return graph_ ? graph_->leaves : leaves_; }

 private:
  void explore();
  std::optional<StateChain> chain();
  bool solve_by_first_step();

  For wanted_;
  std::size_t most_states_;
  const InBodies* in_bodies_ = nullptr;  ///< null: not solved by columns
  bool is_in_bodies_ = false;            ///< could be, whatever is wanted
  std::size_t states_found_ = 0;
  const StagedRule* staged_;
  KeptStates* kept_ = nullptr;  ///< null: nothing is to be kept
  const RunControl* control_;
  std::unique_ptr<StateExplorer> states_;
  std::vector<Outcome> leaves_;
  std::vector<Chance> chances_;         ///< solved by columns
  std::optional<LeafNumbers> numbers_;  ///< of the states
  std::optional<ExactOdds> exact_;      ///< or of the graph
  std::optional<DecisionGraph> graph_;
};

}  // namespace combat_odds
