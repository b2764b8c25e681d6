#pragma once

#include <cstdint>

#include "core/dice/dice.hpp"

namespace combat_odds::squad_leader {

/// What a fire mission against the enemy's artillery does to it (45.4).
enum class CounterBattery : std::uint8_t { no_effect, disrupted, destroyed };

/// One of them, after so many by the same leader in the turns just before.
inline CounterBattery counter_battery_fire(Dice& dice, int turns_before) {
  return dice.DR([&](TwoDice roll) {
    const int final_dr = roll.total() - turns_before;
    return final_dr <= 2   ? CounterBattery::destroyed
           : final_dr <= 5 ? CounterBattery::disrupted
                           : CounterBattery::no_effect;
  });
}

}  // namespace combat_odds::squad_leader
