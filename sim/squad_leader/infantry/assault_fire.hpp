#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/dice/working.hpp"
#include "sim/squad_games/attacks_by_firers.hpp"
#include "sim/squad_leader/infantry/attackers.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"

namespace combat_odds::squad_leader {

/// A fire attack as a step of an assault. Its firepower is given, or computed as in sl.fire, or
/// that of the remaining units of the side that fires.
class AssaultFire {
 public:
  std::optional<double> firepower;
  std::optional<double> factor;
  int drm = 0;
  Attackers attackers;

  static void describe(Declaration<AssaultFire>& fire);
  void prepare(const Charts& charts);

  /// From now on the units and weapons that are named are a group's own: who is left of it fires,
  /// with as many of the weapons as give the most firepower.
  void by_whoever_is_left(const Charts& charts);
  /// Whether the units of the side itself fire, so that only the remaining ones count.
  bool by_own_units() const { return factor.has_value() || by_firers_.prepared(); }

  /// Whether anybody is left to fire with a factor or more.
  bool fires(const std::vector<UnitName>& kinds, const TargetStack& side) const {
    return column(kinds, side) >= 0;
  }
  /// One DR on the IFT by `side`, whose units have these names. No result, and no roll, if no unit
  /// is left to fire.
  FireResult roll(Dice& dice, const std::vector<UnitName>& kinds, const TargetStack& side) const;

  /// Adds its sums and notes to the working. Returns a short text: "8 FP (8 column), +1".
  std::string tell(Working& working) const;

 private:
  struct Attack {
    int column = -1;
    int drm = 0;
  };
  Attack attack(const std::vector<UnitName>& kinds, const TargetStack& side) const;
  int column(const std::vector<UnitName>& kinds, const TargetStack& side) const {
    return attack(kinds, side).column;
  }
  const Attack& attack_of_those_left(const std::vector<UnitName>& kinds,
                                     const TargetStack& side) const;
  Attack worked_out(const std::string& able, int leadership, const Charts& charts) const;

  const Ift* ift_ = nullptr;
  int column_ = -1;
  int drm_ = 0;
  // Where a group fires that loses units:
  AttacksByFirers<Attack> by_firers_;
};

/// The modifier of the best leader in good order if it helps (15.7, Q&A 15.1), otherwise 0.
int leader_who_helps(const TargetStack& stack);

}  // namespace combat_odds::squad_leader
