#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/dice/rule.hpp"
#include "core/explore/path_explorer.hpp"
#include "core/explore/raw_graph.hpp"
#include "core/explore/state_parts.hpp"
#include "core/explore/step_book.hpp"
#include "core/explore/step_graph.hpp"

namespace combat_odds {

/// Explores a rule that goes on state by state, breadth first: every state is found once, and only
/// its own short step is played, over all its dice. A rule in rounds has one set of states for all
/// its rounds.
class StateExplorer {
 public:
  /// `choices` is null where every decision is made by habit.
  StateExplorer(const StagedRule& rule, std::size_t most_nodes, Checkpoints checkpoints,
                const RunControl* control, ChoiceTable* choices = nullptr);

  /// Finds everything. Once. Throws GraphTooLarge where there are more states, or, if a graph is to
  /// follow, more nodes than there may be.
  void explore(bool graph_follows = true);

  /// Whether what was found is in `steps`: not where players decide, nor where steps meet at
  /// checkpoints within them. Links of Kind::node lead to states then.
  bool in_steps() const { return in_steps_; }
  StepGraph steps;
  const StepShapes& shapes() const { return book_.shapes; }
  /// How many rolls a graph of them would have before equal ones are merged.
  std::size_t rolls() const { return node_count_; }
  /// Makes `graph` of `steps`, which are used up. Throws GraphTooLarge.
  void expand();

  /// Gives up all but the shapes.
  void give_up();

  /// In steps: whether every state that can be reached leads to an outcome or to the end of a
  /// round.
  bool always_ends() const;

  /// Whether what was found may serve a rule that differs in nothing but what its SharedSteps name.
  /// It is not kept where it is large.
  bool can_go_on() const;
  /// Goes on with such a rule: plays only the steps that go by whole states, and finds the states
  /// that are new. Once, after a rule that explore() or go_on_with() was for; that may be gone by
  /// then, but its RunControl may not. False where all has to be explored anew.
  bool go_on_with(const StagedRule& rule);

  /// What was found; no link leads to a state any more.
  RawGraph graph;
  Link root;
  OutcomeTable leaves;  ///< with rounds, only those that were asked for
  /// rounds[r][border]: where round r begins there. Unexplored where the rule is over by then, and
  /// for borders that were found later. Perhaps more than can be reached.
  std::vector<std::vector<Link>> rounds;

  bool has_rounds() const { return rule_->rounds() > 0; }
  /// What a rule in rounds came to where it is over at this border after so many rounds.
  std::optional<Outcome> outcome(std::uint32_t border, int played) const {
    return rule_->ended(states_.whole_state(borders_[border]), played);
  }
  /// The same as its number in `leaves`. Throws std::logic_error where it is not over.
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
  const std::size_t most_nodes_;
  const RunControl* const control_;
  PathExplorer paths_;  ///< where it is not in steps
  StepBook book_;
  StateParts states_;
  std::vector<Link> entries_;  ///< where each state leads: to its node, or on where none is rolled
  struct ActingStep {
    std::uint32_t shape = StepGraph::no_shape;
    std::uint32_t end_count = 0;  ///< 0: not played yet
    std::size_t first_end = 0;
  };
  std::vector<ActingStep> acting_steps_;    ///< of the acting parts
  std::vector<std::uint32_t> acting_ends_;  ///< the acting parts to which they lead
  std::vector<std::uint32_t> borders_;      ///< their states
  std::vector<std::uint32_t> only_leaves_;  ///< of the borders, where there is one round
  std::vector<std::uint32_t> whole_steps_;  ///< the states whose steps go by all of them
  bool only_whole_differ_ = true;           ///< nothing else would come of another rule's
  std::vector<std::byte> from_;
  std::vector<std::byte> to_;
  bool in_steps_;
  bool graph_follows_ = true;
  std::size_t node_count_ = 0;  ///< of the graph that the steps would be
};

}  // namespace combat_odds
