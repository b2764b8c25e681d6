#pragma once

#include <string>
#include <vector>

#include "combat_odds/core/chart.hpp"
#include "combat_odds/sim/asl/infantry/named_numbers.hpp"
#include "combat_odds/sim/procedure.hpp"

namespace combat_odds::asl {

/// Kindling and Spread numbers (B25.11) and the drm of the Environmental Conditions (B25.5).
constexpr const char* kindling_chart = "asl/kindling-and-spread.csv";
constexpr const char* conditions_chart = "asl/environmental-conditions.csv";

/// `ec`: the Environmental Conditions.
Parameter ec_parameter();
int ec_drm(const Arguments& arguments, const Charts& charts);

/// Terrain that has a Kindling and a Spread number. Buildings do not mind the EC; rubble has the
/// numbers of its building but is none.
struct Burnable {
  int kindling = 0;
  int spread = 0;
  bool building = false;

  /// The names of all burnable terrain.
  static const std::vector<std::string>& names();
  static Burnable named(const std::string& terrain, const Charts& charts);
};

/// A Location into which a MOL may bring a Flame (A22.6111): whether it burns, and what is added to
/// the white die.
class FlameLocation {
 public:
  /// `name`, a choice: what is in the Location.
  static Parameter parameter(std::string name, std::string meaning);
  FlameLocation(const std::string& location, int ec);

  /// Whether the coloured die that calls for a Flame places one: only where the Final white die is
  /// at least 1.
  bool burns(int white) const { return burnable_ && white + drm_ >= 1; }

 private:
  bool burnable_ = false;
  int drm_ = 0;
};

}  // namespace combat_odds::asl
