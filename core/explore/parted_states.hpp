#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace combat_odds {

/// For rules in which part of the state stays untouched for several steps: leaders check while the
/// others stand by. The results of the acting part are found once for all states that share it. A
/// StagedRule derives from it as well. The cross-check ignores the split, as it ignores
/// checkpoints, and so finds a rule that leaves something out. No player may decide within an
/// acting part. join(part(s)) must give back s.
class PartedStates {
 public:
  virtual ~PartedStates() = default;

  /// Splits a state: the acting part stays in `state`, the rest moves into `standing`. The rule
  /// must be able to step the acting part and make it alike, as it does whole states. Returns false
  /// and does nothing if the state stays whole, which it must at the end of a round and of the
  /// rule.
  virtual bool part(std::byte* state, std::byte* standing) const = 0;
  /// Whether the acting part can take another step by itself.
  virtual bool goes_on_apart(const std::byte* acting) const = 0;
  /// Joins the result of the acting part with the part that stood by, and begins their next step.
  virtual void join(std::byte* acting, const std::byte* standing) const = 0;
};

/// For a rule of one round in which some parameters matter only to some steps: the attack roll
/// needs them, its effect on the target does not. Situations that differ only in those parameters
/// share their states and all other steps.
class SharedSteps {
 public:
  virtual ~SharedSteps() = default;

  /// The names of those parameters.
  virtual std::span<const std::string_view> some_steps_go_by() const = 0;
  /// Whether the next step from a state depends on them. Such a step must roll, whatever their
  /// values.
  virtual bool goes_by_them(const std::byte* state) const = 0;
};

}  // namespace combat_odds
