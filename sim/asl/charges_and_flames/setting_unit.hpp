#pragma once

#include "core/dice/dice.hpp"

namespace combat_odds::asl {

/// Who sets a DC and detonates it (A23.7).
struct SettingUnit {
  int us_number = 0;
  int morale = 0;
  int leadership = 0;
  int drm = 0;  ///< of the Set dr only

  /// The Set dr of one Player Turn.
  bool sets(Dice& dice) const {
    return dice.die([&](int roll) { return roll + drm + leadership <= us_number; });
  }
  /// The NTC of a later fire phase.
  bool detonates(Dice& dice) const {
    return dice.DR([&](TwoDice roll) { return roll.total() + leadership <= morale; });
  }
};

}  // namespace combat_odds::asl
