#pragma once

#include "core/dice/dice.hpp"
#include "sim/squad_games/numbers_needed.hpp"

namespace combat_odds::asl {

/// Who sets a DC and detonates it (A23.7).
struct SettingUnit {
  int us_number = 0;
  int morale = 0;
  int leadership = 0;
  int drm = 0;  ///< of the Set dr only

  /// Its attempt in a Player Turn, counted from 0, its own first: in its own the Set dr, once that
  /// is made the NTC in each Player Turn that follows. `is_set` is kept between them. True: the DC
  /// goes off.
  bool tries(Dice& dice, int turn, bool& is_set) const {
    if (is_set) return detonates(dice);
    is_set = turn % 2 == 0 && sets(dice);
    return false;
  }

 private:
  /// The Set dr of one Player Turn.
  bool sets(Dice& dice) const {
    return dice.die([&](int roll) { return roll + drm + leadership <= us_number; });
  }
  /// The NTC of a fire phase.
  bool detonates(Dice& dice) const { return DR_at_most(dice, morale - leadership); }
};

}  // namespace combat_odds::asl
