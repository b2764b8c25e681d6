#pragma once

#include "core/dice/dice.hpp"

namespace combat_odds::asl {

/// The wound severity dr of an SMC: he dies on 5 or more, with +1 if he was wounded before
/// (A17.11).
inline bool wound_kills(Dice& dice, bool wounded_before) {
  return dice.die([&](int roll) { return roll + (wounded_before ? 1 : 0) >= 5; });
}

}  // namespace combat_odds::asl
