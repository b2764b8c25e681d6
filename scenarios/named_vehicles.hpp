#pragma once

#include <vector>

#include "combat_odds/scenarios/situation.hpp"
#include "combat_odds/scenarios/vehicle_listing.hpp"

namespace combat_odds {

/// Whether a procedure of Squad Leader can be asked by the vehicle or gun that fires ("firer"), and
/// by the one that is fired at ("target").
bool takes_firer(const Procedure& procedure);
bool takes_target(const Procedure& procedure);

/// The values with "firer" and "target" replaced by what the listing says of them. `firer` gives
/// the gun and what is printed with it, `target` the armor and what is printed with it; both give
/// the kill numbers, and with return fire the same the other way round. Behind the name of a target
/// may stand "hull down" or "in woods". A listed vehicle may also stand where a vehicle of the base
/// game may (gun, mg, movement, survival_number). What was given goes before the listing, and the
/// listing before the preset, which may be null. Throws InputError.
std::vector<GivenValue> with_vehicles(std::vector<GivenValue> given, const Preset* preset,
                                      const Procedure& procedure, const VehicleListing& listing,
                                      const Charts& charts);

}  // namespace combat_odds
