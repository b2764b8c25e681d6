#pragma once

#include <string>
#include <vector>

#include "sim/asl/units/named_numbers.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds::asl {

/// The Environmental Conditions (B25.5), asked as `ec`.
struct EnvironmentalConditions {
  std::string name;  ///< as in the chart

  static void describe(Declaration<EnvironmentalConditions>& conditions);
  int drm(const Charts& charts) const;
};

/// Terrain that has a Kindling and a Spread number (B25.11). Buildings do not mind the EC; rubble
/// has the numbers of its building but is none.
struct Burnable {
  int kindling = 0;
  int spread = 0;
  bool building = false;

  /// The names of all burnable terrain.
  static OneOf names();
  static Burnable named(const std::string& terrain, const Charts& charts);
};

/// What is in a Location into which a MOL may bring a Flame.
enum class FlameLocation {
  open_ground,
  building,
  fortified_building,
  gutted_building,
  rubble,
  woods,
  brush,
  grain,
  orchard,
  debris,
};
OneOf flame_locations();

/// Whether the coloured die that calls for a Flame places one (A22.6111): only where it can burn
/// and the Final white die is at least 1.
bool flame_placed(FlameLocation location, int ec_drm, int white);

}  // namespace combat_odds::asl
