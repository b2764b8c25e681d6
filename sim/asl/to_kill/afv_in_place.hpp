#pragma once

#include "sim/asl/infantry/fire_target.hpp"

namespace combat_odds::asl {

/// Declares `vehicle_vp`, for procedures in which an AFV may stand in the place of the units
/// (FireTarget::InPlace::afv).
void describe_afv_points(Declaration<FireTarget>& target);

/// The Casualty VP of that AFV, where it is lost (A26.212).
int points_of_afv(const FireTarget& target, bool lost);

}  // namespace combat_odds::asl
