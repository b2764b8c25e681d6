#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace combat_odds {

/// Of a rule that goes on state by state whose steps go by a part of the state: one unit checks,
/// whatever has become of the others. The steps of all states that share that part are played once.
/// A StagedRule derives from it, too; where checkpoints are ignored it is not asked, so a claim
/// that is too bold is found.
class NarrowSteps {
 public:
  virtual ~NarrowSteps() = default;

  /// Leaves of a state only what its next step goes by. False where the whole state counts.
  virtual bool narrow(std::byte* state) const = 0;
  /// Puts what the step made of the narrowed state back into the state that was narrowed.
  virtual void widen(std::byte* state, const std::byte* stepped) const = 0;
};

/// Of a rule that goes on state by state whose states have a part that several steps in a row
/// neither go by nor change: leaders check while the others stand by. What the acting part comes to
/// is found once for all states that share it. A StagedRule derives from it, too, and it is heeded
/// as NarrowSteps are, but not where players decide: nothing may be chosen within a part. Two parts
/// may make but one state, that of which part() makes them.
class PartedStates {
 public:
  virtual ~PartedStates() = default;

  /// Leaves of a state the part that acts, which the rule can step, narrow and make alike as it
  /// does a state, and puts the other into `standing`. False, and nothing is done, where the state
  /// stays whole, as it does where a round or all is over.
  virtual bool part(std::byte* state, std::byte* standing) const = 0;
  /// Whether an acting part is none of those that go on only with what stood by.
  virtual bool goes_on_apart(const std::byte* acting) const = 0;
  /// Puts what stood by into what the acting part came to, and begins what they go on with.
  virtual void join(std::byte* acting, const std::byte* standing) const = 0;
};

/// Of a rule in one round with NarrowSteps some of whose parameters count only for steps that go by
/// the whole state: the attack is rolled with them, what it does to the target goes by others.
/// Situations that differ in those alone share their states and all other steps.
class SharedSteps {
 public:
  virtual ~SharedSteps() = default;

  /// The names of those parameters.
  virtual std::span<const std::string_view> whole_steps_go_by() const = 0;
};

}  // namespace combat_odds
