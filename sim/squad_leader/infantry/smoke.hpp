#pragma once

#include "core/dice/dice.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds::squad_leader {

/// Smoke in the line of fire (24.6, 24.7, 102.62, 102.63): a die, rolled once for each attack after
/// its DR and added to it.
struct Smoke {
  enum class Air { none, still_air, mild_breeze, heavy_winds };

  Air air = Air::none;
  int dice = 1;

  static void describe(Declaration<Smoke>& asked);

  /// Whether there is a die to roll.
  bool rolls() const { return air == Air::still_air || air == Air::mild_breeze; }
  bool is_there() const { return air != Air::none; }
  /// Rolls the dice, if rolls(). Returns the DRM.
  int roll(Dice& dice) const;
};

}  // namespace combat_odds::squad_leader
