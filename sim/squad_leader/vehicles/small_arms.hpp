#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/squad_leader/infantry/fire_target.hpp"
#include "sim/squad_leader/to_hit/gunnery.hpp"
#include "sim/squad_leader/to_kill/penetration.hpp"

namespace combat_odds::squad_leader {

/// The vehicle and its attackers between two rolls.
struct SmallArms {
  TargetStack passengers;
  Damage vehicle = Damage::none;
  std::uint8_t stunned = 0;  ///< 1: stunned; 2: it must also leave the board
  std::uint8_t weapons = 0;  ///< ATRs and machine guns that have fired
  std::uint8_t broken_down = 0;
  std::uint8_t checked = 0;  ///< units that have made their check
  std::uint8_t dare = 0;     ///< one bit for each unit that passed its check
  std::uint8_t attacks = 0;  ///< attacks by the infantry
  std::uint8_t led = 0;      ///< one bit for each leader who has directed an attack
};

/// 36.1, 72.3, 88: small arms against an AFV in one Defensive Fire Phase, without Close Combat.
struct VehicleUnderSmallArms {
  static constexpr std::size_t most_units = 6;
  static constexpr int atr_reaches = 12;  ///< hexes (88.3)

  enum class Terrain { wheatfield, building, shellhole, entrenchment, woods, large_building };
  enum class Kind { closed_topped, open_topped };
  enum class MachineGun { mmg_or_hmg, hmg_50cal };
  enum class Line { vehicle_in_other, vehicle_in_woods_or_building, vehicle_hull_down };

  std::vector<UnitName> units;
  std::optional<Terrain> terrain;
  bool fire_group = false;
  std::vector<UnitName> passengers;
  bool crew_exposed = false;
  int crew_morale = 7;
  int fire_drm = 0;
  int machine_guns = 0;
  MachineGun machine_gun = MachineGun::mmg_or_hmg;
  int atrs = 0;
  int atr_range = 1;
  Line atr_target = Line::vehicle_in_other;
  bool red_numbers = false;
  int to_hit_drm = 0;
  int breakdown_number = 12;
  KillTarget::Facing facing = KillTarget::Facing::front;
  Kind kind = Kind::closed_topped;
  std::optional<int> armor;
  std::optional<int> side_armor;
  std::optional<int> mg_kill_number;
  std::optional<int> atr_kill_number;
  std::optional<int> atr_rear_kill_number;
  int kill_drm = 0;
  bool already_immobilized = false;

  void prepare(const Charts& charts);
  Outcome resolve(Dice& dice) const;

  bool has_infantry() const { return !units.empty(); }
  bool has_machine_guns() const { return machine_guns > 0; }
  bool has_atrs() const { return atrs > 0; }
  bool rolls_to_kill() const { return has_machine_guns() || has_atrs(); }
  bool anybody_exposed() const { return crew_exposed || !passengers.empty(); }
  bool is_exposed_to_infantry() const { return anybody_exposed() && has_infantry(); }

 private:
  [[noreturn]] static void refuse_atr(const char* parameter, const std::string& of);
  KillTarget target(std::optional<int> number, std::optional<int> rear_number) const;

  /// Puts leaders in front, the best first, as they check first. Squads keep their order.
  void order_units();
  static bool is_out(const SmallArms& now);

  /// ATRs first, then machine guns.
  void fire_weapons(Dice& dice, SmallArms& now) const;

  bool dares(const SmallArms& now, std::size_t unit) const { return (now.dare >> unit & 1) != 0; }

  /// The modifier of the best leader who has not failed his check, other than the unit itself.
  int help_for(const SmallArms& now, std::size_t unit) const;

  /// 36.11: a unit that fails is not broken, but does not attack the AFV.
  void check_before_attacking(Dice& dice, SmallArms& now) const;

  /// An attack by a single unit, or by all squads as a group.
  struct Attack {
    std::size_t unit = 0;
    int firepower = 0;
    bool at_afv = false;
  };

  /// The attacks in order: squads that dare to attack the AFV, squads that fire only at exposed
  /// units, and leaders who dare and have no squad to direct.
  std::vector<Attack> attacks(const SmallArms& now) const;

  /// 36.4: each leader who dares modifies one attack, which may be his own. A +1 leader stays out
  /// of it (Q&A 15.1).
  std::optional<std::size_t> leader_for(const SmallArms& now) const;

  /// 36.12, 36.13: one DR both tries to stop the AFV and is the fire at exposed units on it.
  void attack(Dice& dice, SmallArms& now) const;
  int immobilization_number() const;
  bool somebody_exposed(const SmallArms& now) const;

  /// Fire at passengers and crew.
  void suffer(Dice& dice, SmallArms& now, FireResult result) const;
  struct WithResult {
    SmallArms now;
    FireResult result;
  };

  Outcome told(const SmallArms& now) const;

  const Ift* ift_ = nullptr;
  std::vector<UnitName> units_;
  std::size_t leaders_ = 0;
  TargetStack passengers_;
  std::optional<Penetration> machine_gun_;
  std::optional<Penetration> atr_;
  std::optional<Gunnery> gunnery_;
};

}  // namespace combat_odds::squad_leader
