#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/dice/working.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_games/firers.hpp"
#include "sim/squad_leader/infantry/ift.hpp"
#include "sim/squad_leader/infantry/night_fire.hpp"
#include "sim/squad_leader/infantry/vehicle_machine_guns.hpp"

namespace combat_odds::squad_leader {

/// The firers, their position and phase, and the resulting firepower and DRM (8, 9, 11, 15, 91).
struct Attackers : FireSums {
  enum class Phase { prep, defensive, advancing, advancing_unmoved };

  std::optional<std::string> who;
  std::optional<int> range;
  std::optional<Phase> phase;
  std::optional<std::string> in_terrain;
  std::optional<UnitName> leader;
  bool foreign_leader = false;
  bool target_moved = false;
  bool concealed = false;
  bool from_cliff = false;
  int halved = 0;
  VehicleMachineGuns vehicle;
  NightFire night;

  static void describe(Declaration<Attackers>& attackers);
  void prepare(const Charts& charts);
  /// The same attack by others, to be prepared.
  Attackers made_by(std::string others) const;

  /// What the target is in or behind; open ground where nothing is said.
  const Terrain& terrain() const { return terrain_; }
  /// Whether the firers are named. If not, the firepower is given as a number.
  bool given() const { return who.has_value(); }
  /// The machine guns' part of firepower().
  double firepower_of_machine_guns() const { return of_machine_guns_; }
  /// The Original DR from which one of their machine guns breaks down (18.1); 13: none fires.
  int breaks_down_from() const { return breaks_down_from_; }
  /// Whether any of them fires at long range.
  bool any_far() const { return any_far_; }
  /// The factor for an adjacent target in firepower().
  double point_blank() const { return range != 1 || alone() ? 1 : from_cliff ? 3 : 2; }
  bool moved() const { return in_phase() == Phase::advancing; }
  /// Whether smoke hinders them. It does not hinder flamethrowers and demolition charges (24.7).
  bool mind_smoke() const { return !alone(); }

  /// Adds the situation up to the target, the sums and the notes to the working. `firepower` and
  /// `drm` are the given numbers; `column` is the IFT column, Sustained Fire included.
  void tell(Working& working, const Ift& ift, std::optional<double> firepower, int drm,
            int column) const;

 private:
  Phase in_phase() const;
  void read_group(const Charts& charts);
  void read_vehicle();
  int reach(const Firer& firer) const;
  std::vector<bool> shared_out(const std::vector<Firer>& own, std::size_t heavy,
                               std::size_t light) const;
  void man_weapons(std::vector<Firer>& own, const std::vector<Firer>& weapons);
  void add_up(const std::vector<Firer>& firers);
  void modify();

  bool any_far_ = false;
  double of_machine_guns_ = 0;
  int breaks_down_from_ = 13;
};

}  // namespace combat_odds::squad_leader
