#pragma once

#include <optional>
#include <string>

#include "core/dice/working.hpp"
#include "sim/asl/support/fire_for_effect.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds::asl {

/// An FFE on a group as a step of an assault, as in asl.oba.
class AssaultOba {
 public:
  std::optional<double> firepower;
  std::optional<int> calibre;
  std::string terrain = "0";
  int drm = 0;

  static void describe(Declaration<AssaultOba>& oba);
  void prepare(const Charts& charts);

  /// Call after prepare(), for those whom it may hit.
  void fall_on(FireTarget& target) const { attack_.prepare(target); }
  bool can_demoralize(const FireTarget& target) const { return attack_.can_demoralize(target); }
  void attack(Dice& dice, const FireTarget& target, TargetStack& stack, bool last) const {
    attack_.attack(dice, target, stack, last);
  }

  /// Adds its sums to the working. Returns "20 FP (20 column), +3".
  std::string tell(Working& working) const;

 private:
  const Ift* ift_ = nullptr;
  double full_ = 0;
  Terrain terrain_;
  FireForEffect attack_;
};

}  // namespace combat_odds::asl
