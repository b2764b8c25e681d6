#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/dice/working.hpp"
#include "sim/asl/infantry/cowering.hpp"
#include "sim/asl/infantry/ift.hpp"
#include "sim/asl/infantry/vehicle_machine_guns.hpp"
#include "sim/asl/units/infantry.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_games/firers.hpp"

namespace combat_odds::asl {

/// The units that fire, their position and target, and the resulting FP and DRM (A7.2-.36, A7.5,
/// A8, A9).
struct Attackers : FireSums {
  enum class Phase {
    prep,
    defensive_first,
    subsequent_first,
    fpf,
    final,
    advancing,
    opportunity,
  };
  enum class Moves { no, assault, non_assault, dash, hazardous };

  std::optional<std::string> who;
  std::optional<int> range;
  std::optional<Phase> phase;
  std::optional<std::string> in_terrain;
  int hindrance = 0;
  std::optional<UnitName> leader;
  Moves moves = Moves::no;
  bool concealed = false;
  bool pinned = false;
  bool cx = false;
  bool encircled = false;
  bool spraying_fire = false;
  bool snap_shot = false;
  bool assault_fire = false;
  bool crucible_of_steel = false;
  bool sustained_fire = false;
  bool first_fire_marker = false;
  bool from_cellar = false;
  VehicleMachineGuns vehicle;

  /// Whether the procedure asks for CX itself.
  enum class Cx { asked, of_the_procedure };
  /// Whether the machine guns of an AFV may fire in place of units.
  enum class Vehicles { never, possible };
  static void describe(Declaration<Attackers>& attackers, Cx cx = Cx::asked,
                       Vehicles vehicles = Vehicles::never);
  /// For a procedure in which they may.
  static Attackers or_vehicle() {
    Attackers attackers;
    attackers.may_be_vehicle_ = true;
    return attackers;
  }
  void prepare(const Charts& charts);
  /// The same attack by others, to be prepared.
  Attackers made_by(std::string others, bool pinned_ones) const;
  /// The same attack while the first unit throws something, which fires no SW then (A22.611), to be
  /// prepared.
  Attackers with_thrower() const;

  /// Whether the firing units are named; otherwise the FP is given as a number.
  bool given() const { return who.has_value(); }
  /// The FP of the first named unit without its weapons.
  double firepower_of_first() const { return firepower_of_first_; }
  const UnitType& first() const { return first_; }
  /// Adds a modifier that comes from the procedure.
  void also(const std::string& cause, int modifier) { modifiers_.add(cause, modifier); }
  /// What the movement of the target has in drm(): not against those who are pinned (A7.83).
  int of_motion() const { return motion_; }
  /// What drm() is made of besides leader and heroes, the same causes in the same order whoever
  /// attacks: what harms one of a Fire Group harms all, what helps must help all (A.5, A7.52).
  const std::vector<int>& causes() const { return causes_; }
  /// Heroes who fire at Normal Range: -1 each for every Fire Group that they are in (A15.24).
  int heroes() const { return heroes_; }
  /// A MG that fires: its FP after all multipliers, and its rate of fire where the chart has it.
  struct MachineGun {
    std::string name;
    double firepower = 0;
    std::optional<int> rate;
    int unit = nobody;  ///< who mans it, by number among those who may cower
  };
  static constexpr int nobody = -1;
  const std::vector<MachineGun>& machine_guns() const { return machine_guns_; }
  /// How many units fire that may cower: all but SMC (A7.9).
  int may_be_marked() const { return may_be_marked_; }
  /// Why no MG keeps its rate of fire; nothing where one may (A7.81, A9.2-.3).
  std::optional<std::string> why_no_rate() const;
  bool has_flamethrower() const { return flamethrower_; }
  /// Whether the machine guns of an AFV fire, and which, as VehicleMachineGuns numbers them.
  bool by_vehicle() const { return by_vehicle_; }
  const std::vector<std::size_t>& vehicle_guns() const { return vehicle_guns_; }
  /// Whether the target is in a pillbox.
  bool in_pillbox() const;
  /// Whether this is First Fire at a unit that is moving.
  bool at_a_mover() const { return moves != Moves::no && in_first_fire(); }
  /// Whether a leader directs the fire; drm() includes his modifier.
  bool directed() const { return leader.has_value(); }
  int leadership() const { return leader ? leader->modifier : 0; }
  /// A7.9: fire that no leader directs cowers, unless the firers are exempt; with Inexperienced
  /// Personnel among them two columns (A19.33).
  void settle(Cowering& cowering) const;
  bool inexperienced() const { return inexperienced_; }
  /// The same for MGs that fire on without the others, of the cowering that was asked for.
  Cowering on_rate(Cowering asked) const;

  /// Writes the working: the situation, the sums, the notes. `firepower` and `drm` are the numbers
  /// the user gave.
  void tell(Working& working, const Ift& ift, std::optional<double> firepower, int drm,
            const Cowering& cowering) const;

 private:
  struct Firer : combat_odds::Firer {
    bool machine_gun = false;
    bool anti_tank_rifle = false;
    std::optional<int> rate = std::nullopt;  ///< of fire, as the chart has it
    int unit = nobody;                       ///< a weapon's, as in MachineGun
  };

  Phase in_phase() const;
  bool in_first_fire() const;
  void read_target_terrain(const Charts& charts);
  void read_group(const Charts& charts);
  void read_vehicle();
  void man_weapons(std::vector<Firer>& own, const std::vector<UnitType>& types,
                   std::vector<Firer>& weapons);
  void number_firing(const std::vector<Firer>& own, const std::vector<UnitType>& types,
                     std::vector<Firer>& weapons);
  void find_inexperienced(const std::vector<Firer>& own, const std::vector<UnitType>& types,
                          const std::vector<Firer>& weapons);
  bool may_cower() const;
  Cowering settled(Cowering asked, bool inexperienced) const;
  bool has_assault_fire(const Firer& firer) const;
  int reach(const Firer& firer) const;
  void check_phase() const;
  void check_alone() const;
  void add_up(const std::vector<Firer>& firers);
  double factor_of(const Firer& firer, std::string& words) const;
  void multiply_all();
  void modify();
  void modify(const std::string& cause, int modifier);

  bool may_be_vehicle_ = false;
  bool first_throws_ = false;
  bool by_vehicle_ = false;
  std::vector<std::size_t> vehicle_guns_;
  bool only_smc_ = false;       ///< no MMC, so nobody can cower
  bool inexperienced_ = false;  ///< one who fires is (A19.33)
  bool inexperienced_on_rate_ = false;
  int heroes_ = 0;
  UnitType first_;
  std::vector<int> causes_;
  int motion_ = 0;
  std::vector<MachineGun> machine_guns_;
  int may_be_marked_ = 0;
  double assault_bonus_ = 0;
  double firepower_of_first_ = 0;
};

/// "10 FP (8 column)".
std::string firepower_text(const Ift& ift, double firepower);

}  // namespace combat_odds::asl
