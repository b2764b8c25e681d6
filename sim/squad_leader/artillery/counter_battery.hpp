#pragma once

#include <cstdint>

#include "core/dice/dice.hpp"

namespace combat_odds::squad_leader {

/// The effect of a fire mission on the enemy's artillery (45.4).
enum class CounterBattery : std::uint8_t { no_effect, disrupted, destroyed };

/// One such mission. `turns_before`: consecutive turns just before in which the same leader fired
/// one.
inline CounterBattery counter_battery_fire(Dice& dice, int turns_before) {
  return dice.DR([&](TwoDice roll) {
    const int final_dr = roll.total() - turns_before;
    return final_dr <= 2   ? CounterBattery::destroyed
           : final_dr <= 5 ? CounterBattery::disrupted
                           : CounterBattery::no_effect;
  });
}

}  // namespace combat_odds::squad_leader
