#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/dice/rule.hpp"
#include "core/explore/narrow_steps.hpp"
#include "core/explore/path_explorer.hpp"
#include "core/explore/raw_graph.hpp"
#include "core/explore/state_table.hpp"
#include "core/explore/step_shapes.hpp"

namespace combat_odds {

/// The steps of a rule that goes on state by state. Each is played once over all its dice; its key
/// is the narrowed state.
class StepBook {
 public:
  StepBook(const StagedRule& rule, std::size_t most_nodes, Checkpoints checkpoints,
           const RunControl* control);

  struct Step {
    std::uint32_t shape = 0;
    std::uint32_t end_count = 0;
    const std::byte* ends = nullptr;  ///< valid until the next step is asked for
    bool narrowed = false;            ///< the ends still have to be widened
  };
  /// The step from a state.
  Step step(const std::byte* state);
  /// The same without playing: nothing where no step with the same narrowed state was asked for
  /// before, or the step depends on the whole state.
  std::optional<Step> known(const std::byte* state);
  /// Replaces the state from which a step was made by the state at end `end`. Does not apply
  /// `alike`.
  void take(const Step& step, std::size_t end, std::byte* state) const;

  /// Whether a step has passed a checkpoint; its shape then need not be a tree.
  bool has_checkpoints() const { return paths_.has_checkpoints(); }
  /// Keeps the next step apart from earlier ones, because its shape need not be a tree.
  void forget_checkpoints() { paths_.forget(); }

  /// Continues with a rule that has the same narrow steps.
  void go_on_with(const StagedRule& rule) {
    rule_ = &rule;
    narrow_ = dynamic_cast<const NarrowSteps*>(&rule);
  }

  StepShapes shapes;

 private:
  struct Known {
    std::uint32_t shape = 0;
    std::uint32_t end_count = 0;
    std::size_t first_end = 0;
  };
  Step noted(std::uint32_t index) const;
  std::uint32_t play(const std::byte* state);

  const StagedRule* rule_;
  const NarrowSteps* narrow_;  ///< null: all steps depend on the whole state
  RawGraph graph_;             ///< of the step that is being played
  PathExplorer paths_;
  StateTable found_;     ///< the ends of that step, each once
  StateTable narrowed_;  ///< the narrowed states whose steps are known
  std::vector<Known> known_;
  std::vector<std::byte> ends_;  ///< of the known steps
  std::vector<std::byte> whole_;
  std::vector<std::byte> to_;
};

}  // namespace combat_odds
