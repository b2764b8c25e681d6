#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/dice/rule.hpp"
#include "core/explore/path_explorer.hpp"
#include "core/explore/raw_graph.hpp"
#include "core/explore/state_table.hpp"
#include "core/explore/step_shapes.hpp"

namespace combat_odds {

/// The steps of a StagedRule, each played over all its dice.
class StepBook {
 public:
  StepBook(const StagedRule& rule, std::size_t most_nodes, Checkpoints checkpoints,
           const RunControl* control);

  /// Plays the step from a state. Returns its shape; end() gives the states at its ends.
  std::uint32_t step(const std::byte* state);
  /// The same, played by `play`.
  std::uint32_t step(const std::byte* state, FunctionRef<void(std::byte*, Dice&)> play);
  std::size_t end_count() const { return found_.size(); }
  /// Valid until the next step.
  const std::byte* end(std::size_t end) const { return found_[end]; }

  /// Whether a step has passed a checkpoint. It may then join an earlier step, and its shape is not
  /// valid.
  bool has_checkpoints() const { return paths_.has_checkpoints(); }
  /// Forgets the checkpoints, so that the next step can't join an earlier one.
  void forget_checkpoints() { paths_.forget(); }

  /// Continues with a rule that has the same states.
  void go_on_with(const StagedRule& rule) { rule_ = &rule; }

  StepShapes shapes;

 private:
  const StagedRule* rule_;
  RawGraph graph_;  ///< of the step that is being played
  PathExplorer paths_;
  StateTable found_;  ///< its ends, each once
  std::vector<std::byte> to_;
};

}  // namespace combat_odds
