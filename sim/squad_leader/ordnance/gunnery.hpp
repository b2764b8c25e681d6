#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "combat_odds/core/dice.hpp"
#include "combat_odds/sim/procedure.hpp"
#include "combat_odds/sim/squad_leader/ordnance/ordnance.hpp"

namespace combat_odds::squad_leader {

/// A shot on the To Hit chart as the rules describe it: who fires, at what, and under which
/// circumstances.
struct Aim {
  Gun gun;
  std::string target = "vehicle_in_other";  ///< a target line of the To Hit chart
  int range = 1;
  bool red = false;                                ///< Russians use the red numbers
  std::optional<int> number;                       ///< the number printed on the user's own chart
  std::string number_parameter = "to_hit_number";  ///< what an error asks for
  bool captured = false;                           ///< 90.12, 90.13
  bool buttoned_up = false;                        ///< 64.47
  int target_size = 0;                             ///< 64.6
  bool bore_sighted = false;                       ///< 78.4
  bool intensive_fire = false;                     ///< 70.2, 70.5
  int armor_leader = 0;                            ///< 76.6
  int height_advantage = 0;                        ///< levels above the target
  std::string deliberate_immobilization = "none";  ///< 66.2: none, side or rear
  bool inexperienced = false;                      ///< 94.3
  int breakdown_number = 12;
  bool ammunition_depletion = false;  ///< Supplement K
  int depletion_number = 13;          ///< 63.16, 63.22: special rounds run out
  int drm = 0;

  bool at_vehicle() const { return target.starts_with("vehicle"); }
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
  int breakdown_number() const { return breakdown_number_; }

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

/// The parameters that every gun has, and the Aim that they describe.
std::vector<Parameter> aim_parameters();
Aim asked_aim(const Arguments& arguments, const Charts& charts);

}  // namespace combat_odds::squad_leader
