#include "combat_odds/sim/asl/fire_and_rubble/burning.hpp"

namespace combat_odds::asl {

Parameter ec_parameter() {
  return choice("ec", {"moderate", "moist", "wet", "mud", "snow", "dry", "very_dry"},
                "the Environmental Conditions (moist in Red Barricades)");
}

int ec_drm(const Arguments& arguments, const Charts& charts) {
  return charts.get<NamedNumbers>(conditions_chart).at(arguments.choice("ec"), "drm");
}

const std::vector<std::string>& Burnable::names() {
  static const std::vector<std::string> names = {
      "wooden_building", "stone_building", "wooden_rubble", "stone_rubble",
      "woods",           "light_woods",    "brush",         "grain",
      "vineyard",        "orchard",        "olive_grove",   "cactus"};
  return names;
}

Burnable Burnable::named(const std::string& terrain, const Charts& charts) {
  const NamedNumbers& chart = charts.get<NamedNumbers>(kindling_chart);
  const std::string row = terrain == "wooden_rubble"  ? "wooden_building"
                          : terrain == "stone_rubble" ? "stone_building"
                                                      : terrain;
  return {chart.at(row, "kindling"), chart.at(row, "spread"), terrain.ends_with("building")};
}

Parameter FlameLocation::parameter(std::string name, std::string meaning) {
  return choice(std::move(name),
                {"open_ground", "building", "fortified_building", "gutted_building", "rubble",
                 "woods", "brush", "grain", "orchard", "debris"},
                std::move(meaning));
}

FlameLocation::FlameLocation(const std::string& location, int ec) {
  if (location == "building") {
    burnable_ = true;
  } else if (location == "fortified_building") {
    burnable_ = true;
    drm_ = -1;  // B23.94
  } else if (location == "rubble" || location == "woods" || location == "brush" ||
             location == "grain" || location == "orchard") {
    burnable_ = true;
    drm_ = ec;
  }
}

}  // namespace combat_odds::asl
