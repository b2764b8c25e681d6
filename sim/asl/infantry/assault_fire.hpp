#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/dice/working.hpp"
#include "sim/asl/infantry/attackers.hpp"
#include "sim/asl/infantry/fire_target.hpp"
#include "sim/asl/infantry/rate_of_fire.hpp"
#include "sim/squad_games/attacks_by_firers.hpp"

namespace combat_odds::asl {

/// One step of an assault that is a fire attack. Its FP is given, worked out as in asl.fire, or
/// that of the firing side's surviving units.
class AssaultFire {
 public:
  std::optional<double> firepower;
  std::optional<double> factor;
  int drm = 0;
  Cowering cowering;
  Attackers attackers;
  RateOfFire rate;

  static void describe(Declaration<AssaultFire>& fire);
  void prepare(const Charts& charts);

  /// From now on the units and weapons that are named are a group's own: who is left of it fires,
  /// with as many of the weapons as give the most FP.
  void by_whoever_is_left(const Charts& charts);
  /// Whether the side's own units fire, so that their losses lower the FP.
  bool by_own_units() const { return factor.has_value() || by_firers_.prepared(); }

  /// Whether an attack of `side` can come to an NMC or more, which puts broken units under DM
  /// (A10.62).
  bool can_demoralize(const FireTarget& units, const TargetStack& side) const;
  /// Rolls one attack of `side`, whose roster is in `units`, on `target`, after `shots` earlier
  /// shots of the same attack, the last of which gave `again`. Rolls nothing if no unit is left to
  /// fire.
  FireShot roll(Dice& dice, const FireTarget& units, const TargetStack& side,
                const TargetStack& target, int shots, std::uint8_t again) const;

  /// Adds sums and notes to `working` and returns a summary: "8 FP (8 column), +1".
  std::string tell(Working& working) const;

 private:
  struct Attack {
    int column = -1;
    int drm = 0;
    Cowering cowering;
    Cowering on_rate;  ///< of the MGs that fire on without the others
    RateOfFire rate;
  };
  Attack own_attack(const FireTarget& units, const TargetStack& side) const;
  const Attack& attack_of_those_left(const FireTarget& units, const TargetStack& side) const;
  Attack worked_out(const std::string& able, const std::string& pinned, const std::string& leader,
                    const Charts& charts) const;

  const Ift* ift_ = nullptr;
  Attack given_;
  // Where a group fires that loses units:
  AttacksByFirers<Attack> by_firers_;
};

}  // namespace combat_odds::asl
