#pragma once

#include <cstddef>

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

}  // namespace combat_odds
