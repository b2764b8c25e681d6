#pragma once

#include <cstdint>

#include "core/dice/dice.hpp"
#include "sim/squad_leader/infantry/ift.hpp"

namespace combat_odds::squad_leader {

/// How a truck or another unarmored vehicle stands.
enum class SoftVehicle : std::uint8_t { good, immobilized, wreck, burning };

/// 51.4: a result of the IFT on one. KIA wrecks it; a Morale Check is its crew's, with a morale of
/// 8: who fails makes a normal one, which decides between an immobilized vehicle and a wreck.
SoftVehicle fired_at(Dice& dice, SoftVehicle vehicle, FireResult result);

/// 46.54, 100.4: a barrage or a near miss wrecks it with a KIA and does nothing else.
SoftVehicle shelled(SoftVehicle vehicle, FireResult result);

}  // namespace combat_odds::squad_leader
