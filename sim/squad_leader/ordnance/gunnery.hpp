#pragma once

#include <optional>

#include "combat_odds/core/dice.hpp"
#include "combat_odds/sim/declaration.hpp"
#include "combat_odds/sim/squad_leader/counters.hpp"
#include "combat_odds/sim/squad_leader/ordnance/ordnance.hpp"

namespace combat_odds::squad_leader {

/// 66.2: whether a shot aims at the tracks, and from where.
enum class Tracks { none, side, rear };
OneOf tracks_words();

/// A shot on the To Hit chart as the rules describe it: who fires, at what, and under which
/// circumstances.
struct Aim {
  using Target = ToHitTable::Target;
  enum class Numbers { black, red };

  MountedGun gun;
  int range = 1;
  Target target = Target::vehicle_in_other;
  Numbers numbers = Numbers::black;  ///< Russians use the red ones
  std::optional<int> number;         ///< printed on the user's own chart
  int target_size = 0;               ///< 64.6
  bool buttoned_up = false;          ///< 64.47
  bool bore_sighted = false;         ///< 78.4
  bool intensive_fire = false;       ///< 70.2, 70.5
  Tracks deliberate_immobilization = Tracks::none;
  int armor_leader = 0;        ///< 76.6
  bool captured = false;       ///< 90.12, 90.13
  bool inexperienced = false;  ///< 94.3
  int breakdown_number = 12;
  bool ammunition_depletion = false;  ///< Supplement K
  int drm = 0;

  // Not of every gun, so that describe() leaves them to the procedures.
  int height_advantage = 0;   ///< levels above the target
  int depletion_number = 13;  ///< 63.16, 63.22: special rounds run out

  static void describe(Declaration<Aim>& asked);

  bool at_vehicle() const { return target <= Target::vehicle_hull_down; }
  bool aims_at_tracks() const { return deliberate_immobilization != Tracks::none; }
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
  friend bool operator==(const Shot&, const Shot&) = default;
};

/// The To Hit procedure of one gun against one target (33.3, 63, 64, 66, 68, 70).
class Gunnery {
 public:
  /// Throws ArgumentError for what the rules don't allow or the chart doesn't answer.
  Gunnery(const Aim& aim, const Charts& charts);

  /// The number needed with the modifiers that always hold; nothing: no hit is possible.
  std::optional<int> needed() const { return needed_; }

  /// One shot; `drm` is added to the modifiers that always hold (acquisition, a moving target).
  Shot fire(Dice& dice, int drm) const;

 private:
  std::optional<int> needed_;
  int breakdown_number_;
  int depletion_number_;
  bool critical_hits_;
  bool last_round_;  ///< 64.9
  bool ammunition_depletion_;
};

}  // namespace combat_odds::squad_leader
