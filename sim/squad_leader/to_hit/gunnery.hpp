#pragma once

#include <optional>

#include "core/dice/dice.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/counters/guns.hpp"
#include "sim/squad_leader/infantry/smoke.hpp"

namespace combat_odds::squad_leader {

/// 66.2: whether a shot aims at the tracks, and from where.
enum class Tracks { none, side, rear };
OneOf tracks_words();

/// A shot on the To Hit chart as the rules describe it: who fires, at what, and under which
/// circumstances.
struct Aim {
  using Target = ToHitTable::Target;
  enum class Numbers { black, red };
  /// 70.4: decided before the gun fires, and so anew in each fire phase.
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
  bool tank_superiority = false;      ///< Supplement N: even misses are told
  bool limbered = false;              ///< 103.31: an 88 AA gun that is fired without unlimbering
  int drm = 0;

  // Not of every gun, so that describe() leaves them to the procedures.
  int height_advantage = 0;   ///< levels above the target
  int depletion_number = 13;  ///< 63.16, 63.22: special rounds run out
  bool at_afv = true;         ///< if it is a vehicle at all: not a truck, not a gun as large as one

  /// What the parameters are for: a shot at anything, several fire phases, or the fire of one phase
  /// at what has neither armor nor tracks worth aiming at, whose target lines are asked elsewhere.
  enum class Use { one_shot, fire_phases, soft_targets };
  static void describe(Declaration<Aim>& asked, Use use = Use::one_shot);

  bool at_vehicle() const { return target <= Target::vehicle_hull_down; }
  bool aims_at_tracks() const { return deliberate_immobilization != Tracks::none; }
  bool is_88() const { return gun.gun.calibre == 88 && gun.gun.barrel == Gun::Barrel::l; }
  bool has_red_numbers() const { return gun.russian || captured; }
  /// Whether a roll can jam the gun: one of 150mm or more has fired its last round before (64.9).
  bool may_jam() const;
  int breaks_down_from() const;  ///< 70.5, 90.12, 94.3
};

/// What one To Hit roll does to the target and to the gun.
struct Shot {
  enum class Hit : std::uint8_t { miss, hit, critical };
  /// 63.18: a jammed gun may be repaired. 64.9: after its last round a gun never fires again.
  /// Supplement K: a gun that is out of one kind of round may have another.
  enum class Gun : std::uint8_t { fires_on, jammed, round_used_up, out_of_ammunition };
  Hit hit = Hit::miss;
  Gun gun = Gun::fires_on;
  bool special_gone = false;  ///< HEAT or smoke ran out: this round was another one
  bool even_miss = false;     ///< where Supplement N asks for it
  friend bool operator==(const Shot&, const Shot&) = default;
};

/// What an Original To Hit roll of 2 asks a third die.
struct OriginalTwo {
  int needed = 2;       ///< all modifiers applied
  bool at_afv = false;  ///< it may be a critical hit (68.1)

  bool rolls() const { return at_afv || needed < 2; }
  /// One die for both questions. 33.32: below a needed number of 2 it decides whether the shot hits
  /// at all. 68.1: a critical hit on a 1 or on less than half of the number needed.
  Shot::Hit third_die(Dice& dice) const;
};

/// The To Hit procedure of one gun against one target (33.3, 63, 64, 66, 68, 70).
class Gunnery {
 public:
  /// Throws ArgumentError for what the rules don't allow or the chart doesn't answer.
  Gunnery(const Aim& aim, const Charts& charts);

  /// The number needed with the modifiers that always hold; nothing: no hit is possible.
  std::optional<int> needed() const { return needed_; }

  /// One shot; `drm` is added to the modifiers that always hold (acquisition, a moving target), and
  /// so is what smoke adds.
  Shot fire(Dice& dice, int drm, const Smoke& smoke = {}) const;

  // The same in parts, for a roll that is compared with several lines of the chart (34.2).

  /// What an Original roll does to the gun and its ammunition.
  struct Wear {
    bool jammed = false;
    bool last_round = false;
    bool special_gone = false;
  };
  Wear wear(int original) const;
  /// How the gun is after that.
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
