#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/dice/working.hpp"
#include "sim/squad_leader/infantry/attackers.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"

namespace combat_odds::squad_leader {

/// A fire attack that is one step of an assault: firepower that is given or worked out as sl.fire
/// does, or what is left of the side that fires.
class AssaultFire {
 public:
  std::optional<double> firepower;
  std::optional<double> factor;
  int drm = 0;
  Attackers attackers;

  static void describe(Declaration<AssaultFire>& fire);
  void prepare(const Charts& charts);

  /// Whether the units of the side itself fire, so that what is left of them counts.
  bool by_own_units() const { return factor.has_value(); }

  /// One DR on the IFT by `side`, whose units are of these kinds. Nothing without a roll where none
  /// of them is left to fire.
  FireResult roll(Dice& dice, const std::vector<UnitName>& kinds, const TargetStack& side) const;

  /// Adds its sums and notes, and gives it in a few words: "8 FP (8 column), +1".
  std::string tell(Working& working) const;

 private:
  const Ift* ift_ = nullptr;
  int column_ = -1;
  int drm_ = 0;
};

/// The modifier of the best leader in good order where it helps (15.7, Q&A 15.1), else 0.
int leader_who_helps(const TargetStack& hex);

}  // namespace combat_odds::squad_leader
