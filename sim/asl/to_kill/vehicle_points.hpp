#pragma once

#include <algorithm>

#include "sim/asl/to_hit/guns.hpp"

namespace combat_odds::asl {

// The Casualty VP of vehicles and Guns (A26.212).
constexpr int points_of_gun = 2;
constexpr int points_of_crew = 2;
constexpr int points_of_working_armament = 1;

/// With a main armament that works, as every vehicle of the chart has one, and with its crew: one
/// for itself, and one for each five of its strongest AF, fractions rounded up.
inline int casualty_points(const Vehicles::Vehicle& vehicle) {
  const int strongest =
      std::max({vehicle.hull_front, vehicle.hull_side, vehicle.turret_front, vehicle.turret_side});
  return 1 + points_of_working_armament + (strongest + 4) / 5 + points_of_crew;
}

/// The vehicles of the chart with their points, for Declaration::or_named.
inline NameList vehicle_points() {
  return {Vehicles::chart_name, [](const Charts& charts) {
            std::vector<NamedValue> values;
            for (const auto& vehicle : charts.get<Vehicles>().all()) {
              values.push_back({vehicle.name, static_cast<double>(casualty_points(vehicle))});
            }
            return values;
          }};
}

}  // namespace combat_odds::asl
