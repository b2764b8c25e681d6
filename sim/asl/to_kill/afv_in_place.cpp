#include "sim/asl/to_kill/afv_in_place.hpp"

#include <algorithm>

#include "sim/asl/to_kill/vehicle_points.hpp"

namespace combat_odds::asl {
namespace {

int lowest_hull_armor(const Vehicles::Vehicle& vehicle) {
  return std::min(vehicle.hull_front, vehicle.hull_side);
}

/// The vehicles of the chart with one number for each.
NameList numbers_of_vehicles(int (*number)(const Vehicles::Vehicle&)) {
  return {Vehicles::chart_name, [number](const Charts& charts) {
            std::vector<NamedValue> values;
            for (const Vehicles::Vehicle& vehicle : charts.get<Vehicles>().all()) {
              values.push_back({vehicle.name, static_cast<double>(number(vehicle))});
            }
            return values;
          }};
}

}  // namespace

int aerial_armor(int worst) {
  return worst >= 8 ? 4 : worst >= 4 ? 3 : worst == 3 ? 2 : worst == 2 ? 1 : 0;
}

int aerial_armor_of(const Vehicles::Vehicle& vehicle) {
  return aerial_armor(
      std::min({vehicle.hull_front, vehicle.hull_side, vehicle.turret_front, vehicle.turret_side}));
}

NameList aerial_armors() { return numbers_of_vehicles(aerial_armor_of); }

NameList lowest_hull_armors() { return numbers_of_vehicles(lowest_hull_armor); }

void describe_afv_points(Declaration<FireTarget>& target) {
  const auto are_told = [](const FireTarget& asked) {
    return asked.units.empty() && asked.casualty_vp;
  };
  target
      .asks(&FireTarget::vehicle_vp, "vehicle_vp", 1, 12,
            "afv: its Casualty VP: 1, 1 for a working MA, 1 for each five of its strongest AF, and "
            "2 for its crew (A26.212)")
      .or_named(vehicle_points(), "an AFV such as 'T-34 M43'")
      .tried_with({"6", "7"})
      .needed_when(are_told, "its Casualty VP depend on its strongest AF",
                   "1 to 12, or an AFV such as 'T-34 M43'")
      .only_when(are_told, "", "--target afv and --casualty-vp")
      .also_open("asl.afv-points");
}

int points_of_afv(const FireTarget& target, bool lost) {
  return lost ? target.vehicle_vp.value_or(0) : 0;
}

}  // namespace combat_odds::asl
