#pragma once

#include <vector>

#include "ask/situation.hpp"
#include "sim/declare/vehicle_rules.hpp"

namespace combat_odds {

/// The names under which vehicles or guns may be given to a procedure beside its parameters, as its
/// game declares them (VehicleRules): "firer" where it asks for a gun, "target" where it asks for
/// armor or a target's size, "first" and "second" where two vehicles meet.
std::vector<VehicleName> vehicle_names(const Procedure& procedure);
bool is_vehicle_name(const Procedure& procedure, std::string_view name);

/// The values with those under vehicle_names() replaced by what the listing says of them. `firer`
/// gives the gun and what is printed with it, `target` the armor and what is printed with it; both
/// give the kill numbers, and with return fire the same the other way round; `first` and `second`
/// give all of a side. Behind the name of a target may stand "hull down" or "in woods". A listed
/// vehicle may also stand where a vehicle of the base game may (gun, mg, movement,
/// survival_number). What was given goes before the listing, and the listing before the preset,
/// which may be null. Throws InputError.
std::vector<GivenValue> with_vehicles(std::vector<GivenValue> given, const Preset* preset,
                                      const Procedure& procedure, const VehicleListing& listing,
                                      const Charts& charts);

}  // namespace combat_odds
