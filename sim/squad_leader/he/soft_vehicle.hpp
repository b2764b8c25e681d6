#pragma once

#include <cstdint>

#include "core/dice/dice.hpp"
#include "sim/squad_leader/infantry/ift.hpp"

namespace combat_odds::squad_leader {

/// The state of a truck or another unarmored vehicle.
enum class SoftVehicle : std::uint8_t { good, immobilized, wreck, burning };

/// 51.4: an IFT result against it. KIA wrecks it. A Morale Check is made by its crew, with a morale
/// of 8. If the crew fails, it makes a normal check: passed, the vehicle is immobilized; failed, it
/// is a wreck.
SoftVehicle fired_at(Dice& dice, SoftVehicle vehicle, FireResult result);

/// 46.54, 100.4: a barrage or a near miss wrecks it on a KIA and otherwise has no effect.
SoftVehicle shelled(SoftVehicle vehicle, FireResult result);

}  // namespace combat_odds::squad_leader
