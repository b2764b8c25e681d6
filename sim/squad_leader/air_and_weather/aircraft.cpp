#include "sim/squad_leader/air_and_weather/aircraft.hpp"

#include <algorithm>

namespace combat_odds::squad_leader {

const std::vector<Aircraft>& all_aircraft() {
  using Load = Aircraft::Load;
  // The Stuka has machine guns until February 1943, and 20L cannon that fire twice from March on
  // (101.415). The Sturmoviks are from Supplement A 1 to 4 and 9.
  static const std::vector<Aircraft> all = {
      {"stuka_mg", 1939, 1943, 12, 1, Load::bomb, 36, true},
      {"stuka", 1943, 1945, 16, 2, Load::bomb, 36, true},
      {"stuka_37l", 1943, 1945, 16, 2, Load::antitank_gun, 0, true},
      {"il2", 1941, 1945, 20, 2, Load::bomb, 24, false},
      {"il2m", 1942, 1945, 20, 2, Load::rockets, 0, false},
      {"il2m3", 1942, 1945, 24, 2, Load::rockets, 0, false},
      {"il2m3_bombs", 1942, 1945, 24, 2, Load::bomb, 36, false},
      {"il2m3_37l", 1943, 1945, 24, 2, Load::antitank_gun, 0, false},
  };
  return all;
}

std::vector<std::string> aircraft_names() {
  std::vector<std::string> names;
  for (const Aircraft& aircraft : all_aircraft()) names.push_back(aircraft.name);
  return names;
}

const Aircraft& aircraft_named(const std::string& name) {
  return *std::find_if(all_aircraft().begin(), all_aircraft().end(),
                       [&](const Aircraft& aircraft) { return aircraft.name == name; });
}

std::vector<std::string> sturmoviks_of(int year, int month, const std::string& latest) {
  const auto since = [&](int from_year, int from_month) {
    return 12 * year + month >= 12 * from_year + from_month;
  };
  std::vector<std::string> names = {"il2"};
  if (since(1942, 3)) names.emplace_back("il2m");  // spring
  if (since(1942, 8)) names.push_back(latest);
  return names;
}

int rocket_drm(int year) { return year <= 1941 ? 2 : year == 1942 ? 1 : 0; }

}  // namespace combat_odds::squad_leader
