#pragma once

#include <optional>
#include <string>
#include <vector>

#include "combat_odds/sim/squad_leader/air_and_weather/aircraft.hpp"
#include "combat_odds/sim/squad_leader/infantry/fire_attack.hpp"

namespace combat_odds::squad_leader {

/// 101, Supplement A: aircraft arrive, attack one hex, are fired at, and bomb it. Who attacks whom;
/// how the raid goes stands in air_raid.cpp.
struct AirSupport {
  std::string aircraft;
  int year = 0;
  std::optional<int> number;
  bool asl_number = false;
  int turns = 0;
  std::vector<UnitName> target;
  int drm = 0;
  bool entrenched = false;
  bool vehicle = false;
  bool second_vehicle = false;
  std::optional<int> cannon_kill_number;
  std::optional<int> load_kill_number;
  std::optional<int> bombing_number;
  std::optional<int> far_bombing_number;
  int nearest_friend = 0;
  int nearest_other_enemy = 0;
  int fire_phases = 2;
  double aa_firepower = 0;
  int aa_shots = 1;

  void prepare(const Charts& charts);
  Outcome resolve(Dice& dice) const;

  bool at_infantry() const { return !target.empty(); }
  bool bombs() const { return aircraft_named(aircraft).load != Aircraft::Load::antitank_gun; }

  // Worked out of those.
  const Ift* ift = nullptr;
  const Aircraft* type = nullptr;
  int flying = 0;  ///< 0: rolled as in ASL
  TargetHex hex;
  int strafing_column = -1;
  int load_column = -1;
  int half_load_column = -1;
  int aa_column = -1;
};

}  // namespace combat_odds::squad_leader
