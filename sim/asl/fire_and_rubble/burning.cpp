#include "sim/asl/fire_and_rubble/burning.hpp"

namespace combat_odds::asl {

void EnvironmentalConditions::describe(Declaration<EnvironmentalConditions>& conditions) {
  conditions.asks(
      &EnvironmentalConditions::name, "ec",
      one_of({"moderate", "moist", "wet", "mud", "snow", "dry", "very_dry"}),
      "the Environmental Conditions (moist in Red Barricades); buildings do not mind them");
}

int EnvironmentalConditions::drm(const Charts& charts) const {
  return charts.get<NamedNumbers>("asl/environmental-conditions.csv").at(name, "drm");
}

OneOf Burnable::names() {
  return one_of({"wooden_building", "stone_building", "wooden_rubble", "stone_rubble", "woods",
                 "light_woods", "brush", "grain", "vineyard", "orchard", "olive_grove", "cactus"});
}

Burnable Burnable::named(const std::string& terrain, const Charts& charts) {
  const auto& chart = charts.get<NamedNumbers>("asl/kindling-and-spread.csv");
  const std::string row = terrain == "wooden_rubble"  ? "wooden_building"
                          : terrain == "stone_rubble" ? "stone_building"
                                                      : terrain;
  return {chart.at(row, "kindling"), chart.at(row, "spread"), terrain.ends_with("building")};
}

OneOf flame_locations() {
  return one_of({"open_ground", "building", "fortified_building", "gutted_building", "rubble",
                 "woods", "brush", "grain", "orchard", "debris"});
}

bool flame_placed(FlameLocation location, int ec_drm, int white) {
  switch (location) {
    case FlameLocation::open_ground:
    case FlameLocation::gutted_building:
    case FlameLocation::debris:
      return false;
    case FlameLocation::building:
      return white >= 1;
    case FlameLocation::fortified_building:
      return white - 1 >= 1;  // B23.94
    default:
      return white + ec_drm >= 1;
  }
}

}  // namespace combat_odds::asl
