#pragma once

#include <string>
#include <vector>

namespace combat_odds::squad_leader {

/// A ground attack aircraft of Cross of Iron (101, Supplement A).
struct Aircraft {
  enum class Load { bomb, rockets, antitank_gun };

  std::string name;
  int from_year;
  int to_year;
  int strafing_firepower;  ///< on the IFT (101.41, 101.415)
  int cannon_shots;        ///< rolls on the AFV Kill Table in the first phase
  Load load;
  int bomb_firepower;  ///< on the IFT (101.422)
  bool stuka;
};

const std::vector<Aircraft>& all_aircraft();
std::vector<std::string> aircraft_names();
const Aircraft& aircraft_named(const std::string& name);

/// Supplement A 7: the two or three versions of the Sturmovik that may arrive in a month, the
/// earliest first. A die of 6 brings the earliest, 1 or 2 the latest.
std::vector<std::string> sturmoviks_of(int year, int month, const std::string& latest);

/// Supplement A 5: added to the die of a volley of rockets.
int rocket_drm(int year);

}  // namespace combat_odds::squad_leader
