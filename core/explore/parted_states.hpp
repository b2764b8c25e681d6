#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace combat_odds {

/// For rules in which part of the state stays untouched for several steps: leaders check while the
/// others stand by. The results of the acting part are found once for all states that share it. A
/// StagedRule derives from it as well. The cross-check ignores it as it does checkpoints, so that a
/// rule that leaves out something is found; no player may decide within an acting part.
/// join(part(s)) must give back s.
class PartedStates {
 public:
  virtual ~PartedStates() = default;

  /// Splits a state: leaves the acting part in it, which the rule can step and make alike like a
  /// state, and moves the rest into `standing`. False, with nothing done, where the state
  /// stays whole: always at the end of a round and of the rule.
  virtual bool part(std::byte* state, std::byte* standing) const = 0;
  /// Whether the acting part can take another step by itself.
  virtual bool goes_on_apart(const std::byte* acting) const = 0;
  /// Joins the result of the acting part with the part that stood by, and begins their next step.
  virtual void join(std::byte* acting, const std::byte* standing) const = 0;
};

/// For a rule of one round, some of whose parameters matter only to some of its steps: the attack
/// is rolled with them, its effect on the target does not need them. Situations that differ in
/// those parameters alone share their states and all other steps.
class SharedSteps {
 public:
  virtual ~SharedSteps() = default;

  /// The names of those parameters.
  virtual std::span<const std::string_view> some_steps_go_by() const = 0;
  /// Whether the next step from a state goes by them. It must roll, whatever they are.
  virtual bool goes_by_them(const std::byte* state) const = 0;
};

}  // namespace combat_odds
