#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/dice/rule.hpp"
#include "core/explore/parted_states.hpp"
#include "core/explore/path_explorer.hpp"
#include "core/explore/raw_graph.hpp"
#include "core/explore/state_parts.hpp"
#include "core/explore/step_book.hpp"
#include "core/explore/step_graph.hpp"

namespace combat_odds {

/// Explores a StagedRule state by state, breadth first. Each state is found once, and only its own
/// short step is played, over all its dice. A rule in rounds has one set of states for all rounds.
class StateExplorer {
 public:
  /// `choices`: null where all decisions are made by habit. At most `most_states` states are
  /// allowed, and no more than `most_nodes`.
  StateExplorer(const StagedRule& rule, std::size_t most_nodes, Checkpoints checkpoints,
                const RunControl* control, ChoiceTable* choices = nullptr,
                std::size_t most_states = SIZE_MAX);

  /// Explores everything. Call it once. Throws GraphTooLarge at more states than allowed, or, where
  /// a graph is to follow, at more nodes.
  void explore(bool graph_follows = true);

  /// Whether the result is in `steps`. It is not if a player decides or a step passes a checkpoint.
  /// Links of Kind::node then lead to states.
  bool in_steps() const { return in_steps_; }
  StepGraph steps;
  const StepShapes& shapes() const { return book_.shapes; }
  std::size_t found() const { return states_.size(); }  ///< states
  /// How many rolls a graph of the steps would have before equal ones are merged.
  std::size_t rolls() const { return node_count_; }
  /// Turns `steps` into `graph` and empties them. Throws GraphTooLarge.
  void expand();

  /// Frees everything but the shapes.
  void give_up();

  /// With the result in steps: whether every reachable state can reach an outcome or the end of a
  /// round.
  bool always_ends() const;

  /// Whether the states may be kept for another rule that differs only in its SharedSteps. Large
  /// results are not kept.
  bool can_go_on() const;
  /// Continues with such a rule: plays only the steps that depend on the difference, and finds the
  /// new states. Call it at most once per rule. The previous rule may already be destroyed; its
  /// RunControl must still be alive. False: everything has to be explored anew.
  bool go_on_with(const StagedRule& rule);
  /// The state of the first step, where that is the only one that depends on the difference.
  std::optional<std::uint32_t> only_first_changes() const;

  /// The result; no link leads to a state any more.
  RawGraph graph;
  Link root;
  OutcomeTable leaves;  ///< with rounds, only those that were asked for
  /// rounds[r][border]: where round r begins after that border. Unexplored if the rule is over
  /// there or the border was found later. Some of the borders may not be reachable.
  std::vector<std::vector<Link>> rounds;

  bool has_rounds() const { return rule_->rounds() > 0; }
  /// The outcome if a rule in rounds is over at this border after that many rounds.
  std::optional<Outcome> outcome(std::uint32_t border, int played) const {
    return rule_->ended(states_.whole_state(borders_[border]), played);
  }
  /// The same as an index into `leaves`. Throws std::logic_error where the rule is not over.
  std::uint32_t leaf_of(std::uint32_t border, int played);
  std::size_t borders() const { return borders_.size(); }

 private:
  void explore_all();
  Link state(std::byte* bytes);
  void explore_states();
  void explore_rounds();
  void check_room() const;
  Link step_from(std::uint32_t state);
  Link short_step_from(std::uint32_t state);
  Link parted_step_from(std::uint32_t state);
  StateParts::Parts led_to(StateParts::Parts parts, std::size_t end) const;
  void announce(std::size_t state) const;
  Link stepped(std::uint32_t state, std::uint32_t shape, std::size_t first_end);
  Link numbered(std::uint32_t index) const;
  Link resolved(Link link) const;

  const StagedRule* rule_;
  const SharedSteps* shared_;  ///< null: the rule shares nothing
  const std::size_t most_nodes_;
  const std::size_t most_states_;
  const RunControl* const control_;
  PathExplorer paths_;  ///< used where the result is not in steps
  StepBook book_;
  StateParts states_;
  std::vector<Link>
      entries_;  ///< where each state leads: to its node, or further on if it rolls nothing
  struct ActingStep {
    std::uint32_t shape = StepGraph::no_shape;
    std::uint32_t end_count = 0;  ///< 0: not played yet
    std::size_t first_end = 0;
  };
  std::vector<ActingStep> acting_steps_;    ///< of the acting parts
  std::vector<std::uint32_t> acting_ends_;  ///< the acting parts that steps lead to
  std::vector<std::uint32_t> borders_;      ///< the states of the borders
  std::vector<std::uint32_t> only_leaves_;  ///< outcomes of the borders, where there is one round
  std::vector<std::uint32_t> changing_steps_;  ///< states whose step depends on SharedSteps
  bool only_they_differ_ = true;               ///< another rule would differ in no other step
  std::vector<std::byte> from_;
  std::vector<std::byte> to_;
  bool in_steps_;
  bool graph_follows_ = true;
  std::size_t node_count_ = 0;  ///< of the graph that the steps would make
};

}  // namespace combat_odds
