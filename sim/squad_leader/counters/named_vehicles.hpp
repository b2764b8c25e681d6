#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/declare/vehicle_rules.hpp"

namespace combat_odds::squad_leader {

/// The value that a preset gives a parameter; empty: none.
using PresetValue = std::function<std::string(const std::string& parameter)>;

/// VehicleRules::names: "firer" where a procedure asks for a gun, "target" where it asks for armor
/// or a target's size, "first" and "second" where two vehicles meet.
std::vector<VehicleName> vehicle_names(const Procedure& procedure);

/// VehicleRules::fill. `firer` gives the gun and what is printed with it, `target` the armor and
/// what is printed with it; both give the kill numbers, and with return fire the same the other way
/// round; `first` and `second` give all of a side.
std::vector<GivenValue> with_vehicles(std::vector<GivenValue> given, const PresetValue& preset,
                                      const Procedure& procedure, const VehicleListing& listing,
                                      const Charts& charts);

}  // namespace combat_odds::squad_leader
