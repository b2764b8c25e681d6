#pragma once

#include <cstdint>

#include "core/dice/dice.hpp"

namespace combat_odds::asl {

/// What a Sniper Check makes of the Sniper (A14.4).
enum class CheckedSniper : std::uint8_t { unharmed, pinned, eliminated };

/// A14.4: a Final DR of 2 or less eliminates the Sniper, 3 pins him.
inline CheckedSniper checked_sniper(Dice& dice, int drm) {
  return dice.DR([&](TwoDice roll) {
    const int final_dr = roll.total() + drm;
    return final_dr <= 2   ? CheckedSniper::eliminated
           : final_dr == 3 ? CheckedSniper::pinned
                           : CheckedSniper::unharmed;
  });
}

}  // namespace combat_odds::asl
