#pragma once

#include "core/dice/small.hpp"
#include "sim/asl/infantry/fire_target.hpp"
#include "sim/asl/to_kill/vehicle_hit.hpp"

namespace combat_odds::asl {

// A vehicle stands among the units of its side (FireTarget::vehicles). Its state is in their bits:
// immobile as reduced; stunned as pinned, which ends with the Player Turn as a pin does; shocked as
// broken, under Unconfirmed Kill as struck besides; the "+1" of a Stun that is over as chosen. One
// that is Recalled has left as who routs. Of one that could not move when the Player Turn began
// there is the bit of those who have gone in. Of those that are lost the Abandoned are broken, too,
// and of a crew that survives there is the bit of those who have gone in.

inline VehicleState vehicle_state(const TargetUnit& unit) {
  using Fate = VehicleState::Fate;
  VehicleState state;
  const bool lost = unit.is(TargetUnit::eliminated);
  const bool shocked = unit.is(TargetUnit::broken);
  state.fate = lost && shocked               ? Fate::abandoned
               : lost                        ? Fate::eliminated
               : unit.is(TargetUnit::routed) ? Fate::recalled
               : !shocked                    ? Fate::fights
               : unit.is(TargetUnit::struck) ? Fate::unconfirmed_kill
                                             : Fate::shocked;
  state.immobile = unit.is(TargetUnit::reduced) ? 1 : 0;
  state.stunned = unit.is(TargetUnit::pinned) ? 1 : 0;
  state.plus_one = unit.is(TargetUnit::chosen) ? 1 : 0;
  state.crew_survives = lost && unit.is(TargetUnit::engaged) ? 1 : 0;
  state.stands = !lost && unit.is(TargetUnit::engaged) ? 1 : 0;
  return state;
}

/// The vehicle `unit` in that state.
inline TargetUnit vehicle_in(TargetUnit unit, const VehicleState& state) {
  using Fate = VehicleState::Fate;
  int status = 0;
  if (state.fate >= Fate::abandoned) {
    status = TargetUnit::eliminated | (state.fate == Fate::abandoned ? TargetUnit::broken : 0) |
             (state.crew_survives != 0 ? TargetUnit::engaged : 0);
  } else {
    if (state.immobile != 0) status |= TargetUnit::reduced;
    if (state.stunned != 0) status |= TargetUnit::pinned;
    if (state.plus_one != 0) status |= TargetUnit::chosen;
    if (state.stands != 0) status |= TargetUnit::engaged;
    if (state.in_shock()) status |= TargetUnit::broken;
    if (state.fate == Fate::unconfirmed_kill) status |= TargetUnit::struck;
    if (state.fate == Fate::recalled) status |= TargetUnit::routed;
  }
  unit.status = static_cast<std::uint8_t>(status);
  return unit;
}

/// A stack without what is only remembered, so that an Inner is asked less; and that again in a
/// reply about it.
inline TargetStack without_memory(TargetStack stack) {
  stack.memo = {};
  stack.nmc_or_better = stack.replaced = stack.casualty_vp = 0;
  return stack;
}
inline TargetStack with_memory_of(const TargetStack& before, TargetStack stack) {
  stack.memo = before.memo;
  stack.nmc_or_better |= before.nmc_or_better;
  stack.replaced |= before.replaced;
  stack.casualty_vp = small(stack.casualty_vp + before.casualty_vp);
  return stack;
}

}  // namespace combat_odds::asl
