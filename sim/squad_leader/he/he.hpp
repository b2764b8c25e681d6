#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_games/terrain.hpp"
#include "sim/squad_leader/he/shell_fire.hpp"
#include "sim/squad_leader/infantry/attackers.hpp"
#include "sim/squad_leader/infantry/foreign_units.hpp"
#include "sim/squad_leader/infantry/marsh.hpp"
#include "sim/squad_leader/infantry/neighbours.hpp"
#include "sim/squad_leader/to_hit/aimed_shot.hpp"
#include "sim/squad_leader/to_hit/mover_in_sight.hpp"

namespace combat_odds::squad_leader {

/// sl.he: one gun, one phase, one hex (34, 63.14 to 63.24).
struct HighExplosive {
  enum class Fire { he, mortar, canister, equivalent, spraying, rockets };
  enum class Target { infantry, unshielded_gun, shielded_gun, soft_vehicle };
  enum class InfantryLine { infantry_in_cover, infantry_in_woods, infantry_in_other };
  enum class GunLine { gun, vehicle_in_other, vehicle_in_woods_or_building, vehicle_hull_down };
  enum class VehicleLine { vehicle_in_other, vehicle_in_woods_or_building, vehicle_hull_down };

  AimedShot shot;
  Fire fire = Fire::he;
  std::optional<double> firepower;
  std::optional<int> rate_of_fire;  ///< nothing: of its name, else 1
  int depletion_number = 7;
  Target target_type = Target::infantry;
  std::vector<UnitName> target;
  TargetUnit::Status status = TargetUnit::Status::good;
  std::optional<std::string> in_terrain;
  std::optional<InfantryLine> target_line;
  int drm = 0;
  std::vector<UnitName> crew;
  bool uncovered_arc = false;
  GunLine gun_line = GunLine::gun;
  VehicleLine vehicle_line = VehicleLine::vehicle_in_other;
  std::optional<int> gun_to_hit_number;
  std::optional<int> kill_number;
  int vehicle_drm = 0;
  std::optional<int> survival_number;
  OccupiedHex second_hex;
  OccupiedHex third_hex;
  Smoke smoke;
  Marsh marsh;
  bool building = false;
  ForeignUnits foreign;
  MoverInSight mover;
  std::optional<std::string> machine_guns;
  bool hull_down = false;
  bool crew_exposed = false;
  bool told_later = false;  ///< who is in the hex is told to fire_at(), not by target and crew

  void prepare(const Charts& charts);
  Outcome resolve(Dice& dice) const;
  /// The fire at units that are left of a stack, for a rule in which it is one step of several. The
  /// gun's own state and what becomes of a gun that is fired at are in ShellFire::now().
  void fire_at(Dice& dice, TargetStack& stack) const;
  Working working() const;

  bool rolls_to_hit() const { return fire != Fire::equivalent && fire != Fire::spraying; }
  /// In the phase, Intensive Fire not counted. A fire value uses them all at once (63.16).
  int shots() const {
    return rolls_to_hit() ? rate_of_fire.value_or(shot.aim.gun.rate_of_fire) : 1;
  }
  bool fires_value() const { return !rolls_to_hit(); }
  bool sprays() const { return fire == Fire::spraying; }
  bool fires_canister() const { return fire == Fire::canister; }
  bool at_infantry() const { return target_type == Target::infantry; }
  bool at_gun() const { return target_type == Target::unshielded_gun || at_shield(); }
  bool at_vehicle() const { return target_type == Target::soft_vehicle; }
  bool at_shield() const { return target_type == Target::shielded_gun; }
  bool infantry_is_aimed_at() const { return !at_vehicle(); }
  bool infantry_line_is_free() const { return infantry_is_aimed_at() && rolls_to_hit(); }
  bool gun_line_is_free() const { return at_gun() && rolls_to_hit(); }
  bool vehicle_line_is_free() const { return at_vehicle() && rolls_to_hit(); }
  bool has_units() const { return told_later || !target.empty() || !crew.empty(); }
  bool has_passengers() const { return at_vehicle() && has_units(); }
  bool may_shoot_canister() const;
  bool may_have_canister() const;
  bool stands_still_to_fire() const;
  bool may_fire_rockets_then() const;
  bool may_roll_to_kill() const;
  bool drm_on_vehicle_matters() const;
  bool in_groups() const { return !target.empty() && target.back().group > 0; }
  bool fires_machine_guns() const { return machine_guns.has_value(); }
  bool may_bring_down() const {
    return at_infantry() && has_units() && rolls_to_hit() && !fires_canister();
  }

 private:
  using Line = Aim::Target;

  // Preparation.
  void read_terrain(const Charts& charts);
  void load(TargetStack& stack) const;
  void play(Dice& dice, TargetStack& stack) const;
  static Line line_of(const Terrain& terrain);
  void fill_hex();
  double factor() const;
  double equivalent_factor() const;
  ShellFire::Attack attack(double of_firepower, bool by_shells) const;
  double shell_firepower(const Charts& charts) const;
  void aim(const Charts& charts);
  bool lands_near() const;
  void aim_at_gun(Aim aimed, const Charts& charts);
  void prepare_kill(const Charts& charts);

  void man_machine_guns(const Charts& charts);

  void spray_others(Dice& dice, TargetStack& stack) const;

  // Outcome and working.
  Outcome told(const TargetStack& stack) const;
  const char* object_label(const ShellFire::Now& now) const;
  std::string weapon_text() const;
  std::string column_text() const;
  void tell_line(Working& working, const char* what, const Gunnery& line) const;

  ShellFire fire_;
  TargetStack stack_;
  Line line_ = Line::infantry_in_other;
  ModifierSum modifiers_;
  int breakdown_number_ = 13;
  Attackers vehicle_;  ///< its machine guns
  std::optional<ShellFire::Attack> of_machine_guns_;
  int column_beside_ = -1;  ///< of sprayed fire (63.23) at the other hexes
};

}  // namespace combat_odds::squad_leader
