#pragma once

#include <optional>

#include "core/dice/dice.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/counters/guns.hpp"
#include "sim/squad_leader/infantry/smoke.hpp"

namespace combat_odds::squad_leader {

/// 66.2: whether a shot aims at the tracks, and from which facing.
enum class Tracks { none, side, rear };
OneOf tracks_words();

/// A shot on the To Hit chart: the gun, its target and the circumstances.
struct Aim {
  using Target = ToHitTable::Target;
  enum class Numbers { black, red };
  /// 70.4: decided before the gun fires, so once in each fire phase.
  enum class IntensiveFire { never, always, last_phase };

  MountedGun gun;
  int range = 1;
  Target target = Target::vehicle_in_other;
  Numbers numbers = Numbers::black;  ///< Russians use the red ones
  std::optional<int> number;         ///< printed on the user's own chart
  int target_size = 0;               ///< 64.6
  bool buttoned_up = false;          ///< 64.47
  bool bore_sighted = false;         ///< 78.4
  bool intensive_fire = false;       ///< 70.2, 70.5: of this shot
  IntensiveFire intensive_phases = IntensiveFire::never;
  Tracks deliberate_immobilization = Tracks::none;
  int armor_leader = 0;        ///< 76.6
  bool captured = false;       ///< 90.12, 90.13
  bool inexperienced = false;  ///< 94.3
  int breakdown_number = 12;
  bool ammunition_depletion = false;  ///< Supplement K
  bool tank_superiority = false;      ///< Supplement N: even misses are reported
  bool limbered = false;              ///< 103.31: an 88 AA gun fires without unlimbering
  int drm = 0;

  // describe() leaves these to the procedures, as they do not apply to every gun.
  int height_advantage = 0;   ///< levels above the target
  int depletion_number = 13;  ///< 63.16, 63.22: special rounds run out
  bool at_afv = true;         ///< a vehicle target is an AFV, not a truck or a large gun

  /// The use of the parameters: one shot at any target, several fire phases, or the fire of one
  /// phase at soft targets, which have no armor or tracks to aim at. The procedure itself asks for
  /// the target lines of soft targets.
  enum class Use { one_shot, fire_phases, soft_targets };
  static void describe(Declaration<Aim>& asked, Use use = Use::one_shot);

  bool at_vehicle() const { return target <= Target::vehicle_hull_down; }
  bool aims_at_tracks() const { return deliberate_immobilization != Tracks::none; }
  bool is_88() const { return gun.gun.calibre == 88 && gun.gun.barrel == Gun::Barrel::l; }
  bool has_red_numbers() const { return gun.russian || captured; }
  /// Whether a roll can jam the gun. A gun of 150mm or more fires its last round instead (64.9).
  bool may_jam() const;
  int breaks_down_from() const;  ///< 70.5, 90.12, 94.3
};

/// The result of a To Hit roll for the target and for the gun.
struct Shot {
  enum class Hit : std::uint8_t { miss, hit, critical };
  /// 63.18: a jammed gun may be repaired. 64.9: after its last round a gun never fires again.
  /// Supplement K: a gun that is out of one kind of round may have another.
  enum class Gun : std::uint8_t { fires_on, jammed, round_used_up, out_of_ammunition };
  Hit hit = Hit::miss;
  Gun gun = Gun::fires_on;
  bool special_gone = false;  ///< HEAT or smoke had run out: this round was an ordinary one
  bool even_miss = false;     ///< only set under Supplement N
  friend bool operator==(const Shot&, const Shot&) = default;
};

/// An Original To Hit roll of 2, which may call for a third die.
struct OriginalTwo {
  int needed = 2;       ///< after all modifiers
  bool at_afv = false;  ///< it may be a critical hit (68.1)

  bool rolls() const { return at_afv || needed < 2; }
  /// One die for both purposes. 33.32: if the needed number is below 2, it decides whether the shot
  /// hits at all. 68.1: a 1, or less than half the needed number, is a critical hit.
  Shot::Hit third_die(Dice& dice) const;
};

/// The To Hit procedure of one gun against one target (33.3, 63, 64, 66, 68, 70).
class Gunnery {
 public:
  /// Throws ArgumentError if the rules do not allow the shot or the chart has no number for it.
  Gunnery(const Aim& aim, const Charts& charts);

  /// The needed number, with the modifiers that always apply. Nothing: no hit is possible.
  std::optional<int> needed() const { return needed_; }

  /// One shot. `drm` is for modifiers that change from shot to shot (acquisition, a moving target);
  /// the die of smoke is added as well.
  Shot fire(Dice& dice, int drm, const Smoke& smoke = {}) const;

  // The parts of fire(), for a roll that is compared with several lines of the chart (34.2).

  /// The effect of an Original roll on the gun and its ammunition.
  struct Wear {
    bool jammed = false;
    bool last_round = false;
    bool special_gone = false;
  };
  Wear wear(int original) const;
  /// The state of the gun after that.
  Shot::Gun after(Dice& dice, Wear wear) const;

 private:
  std::optional<int> needed_;
  int breakdown_number_;
  int depletion_number_;
  bool critical_hits_;
  bool last_round_;  ///< 64.9
  bool ammunition_depletion_;
  bool even_misses_;
};

}  // namespace combat_odds::squad_leader
