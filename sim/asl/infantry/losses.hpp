#pragma once

#include "combat_odds/sim/asl/infantry/fire_attack.hpp"

namespace combat_odds::asl {

/// What happened to the units of a stack, each counted in every way that it applies.
struct Losses {
  int eliminated = 0;
  int reduced = 0;
  int broken = 0;
  int pinned = 0;
};

inline Losses losses_of(const TargetStack& stack, bool already_broken) {
  Losses losses;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    const TargetUnit& unit = stack.units[i];
    losses.eliminated += unit.is(TargetUnit::eliminated) ? 1 : 0;
    losses.reduced += unit.is(TargetUnit::reduced) ? 1 : 0;
    losses.broken += unit.is(TargetUnit::broken) && !already_broken ? 1 : 0;
    losses.pinned += unit.is(TargetUnit::pinned) ? 1 : 0;
  }
  return losses;
}

}  // namespace combat_odds::asl
