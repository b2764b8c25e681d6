#pragma once

#include "sim/asl/infantry/fire_target.hpp"
#include "sim/asl/to_hit/guns.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds::asl {

/// Declares `vehicle_vp`, for procedures in which an AFV may stand in the place of the units
/// (FireTarget::InPlace::afv).
void describe_afv_points(Declaration<FireTarget>& target);

/// The armor of an AFV against attacks from above and from below, by its worst AF (D1.6).
int aerial_armor(int worst);
int aerial_armor_of(const Vehicles::Vehicle& vehicle);

/// The vehicles of the chart by that armor, and by their lowest hull AF, for Declaration::or_named.
NameList aerial_armors();
NameList lowest_hull_armors();

/// The Casualty VP of that AFV, where it is lost (A26.212).
int points_of_afv(const FireTarget& target, bool lost);

}  // namespace combat_odds::asl
