#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/squad_leader/air_and_weather/aircraft.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"
#include "sim/squad_leader/infantry/marsh.hpp"

namespace combat_odds::squad_leader {

/// 101, Supplement A: aircraft arrive, attack one hex, are fired at, and bomb it. Here are the
/// aircraft and their targets; the raid itself is in air_raid.cpp.
struct AirSupport {
  enum class Latest { rockets, bombs, cannon_37l };
  enum class MidOfTwo { older, newer };
  /// The armament of one aircraft.
  struct Armament {
    const Aircraft* type = nullptr;
    int strafing_column = -1;
    int load_column = -1;
    int half_load_column = -1;
    std::optional<int> cannon_kill_number;
    std::optional<int> load_kill_number;
    bool bombs() const { return type->load != Aircraft::Load::antitank_gun; }
  };
  static constexpr const char* by_version = "sturmovik";  ///< Supplement A 7

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
  std::optional<int> month;
  Latest latest = Latest::rockets;
  MidOfTwo mid_of_two = MidOfTwo::older;
  std::optional<int> mid_cannon_kill_number;
  std::optional<int> mid_load_kill_number;
  std::optional<int> early_cannon_kill_number;
  std::optional<int> early_load_kill_number;
  bool with_37l = false;
  bool first_37l = false;
  std::optional<int> kill_number_37l;
  std::vector<UnitName> adjacent;
  bool adjacent_entrenched = false;
  bool building = false;
  Marsh marsh;

  void prepare(const Charts& charts);
  Outcome resolve(Dice& dice) const;

  bool at_infantry() const { return !target.empty(); }
  bool is_by_version() const { return aircraft == by_version; }
  bool is_stuka() const { return !is_by_version() && aircraft_named(aircraft).stuka; }
  bool screams() const { return is_stuka() && year < 1942; }  // 101.9
  bool bombs() const {
    return is_by_version() || aircraft_named(aircraft).load != Aircraft::Load::antitank_gun;
  }
  bool may_have_37l() const;

  // Set by prepare().
  const Ift* ift = nullptr;
  int flying = 0;  ///< 0: rolled as in ASL
  TargetStack stack;
  TargetStack adjacent_stack;
  std::vector<Armament> armaments;  ///< by version, the earliest first
  std::array<std::uint8_t, 6> version_of_die{};
  Armament armament_37l;  ///< the armament of the one aircraft with 37L guns
  int aa_column = -1;

 private:
  void arm(const Charts& charts);
  Armament armament(const Aircraft& type, std::optional<int> cannon, std::optional<int> load,
                    const Charts& charts) const;
  void need_kill_numbers(const Armament& of, const char* cannon, const char* load) const;
};

}  // namespace combat_odds::squad_leader
