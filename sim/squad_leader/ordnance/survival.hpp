#pragma once

#include <optional>

#include "combat_odds/core/dice.hpp"
#include "combat_odds/sim/squad_leader/infantry/fire_attack.hpp"

namespace combat_odds::squad_leader {

/// 33.9: those who were in a vehicle that is destroyed. Each unit survives on a DR of the
/// vehicle's survival number or less; all die where there is none (51.42) or where it burns (67.2).
inline void survive(Dice& dice, TargetHex& aboard, std::optional<int> survival_number,
                    bool burning) {
  for (std::size_t i = 0; i < aboard.unit_count; ++i) {
    HexUnit& unit = aboard.units[i];
    if (unit.status == HexUnit::Status::eliminated) continue;
    const bool survives = survival_number && !burning &&
                          dice.DR([&](TwoDice roll) { return roll.total() <= *survival_number; });
    if (!survives) unit.status = HexUnit::Status::eliminated;
  }
}

}  // namespace combat_odds::squad_leader
