#pragma once

#include <string>

#include "core/dice/dice.hpp"
#include "sim/asl/infantry/fire_target.hpp"
#include "sim/asl/infantry/ift.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_games/terrain.hpp"

namespace combat_odds::asl {

/// What the units under an FFE are in, as it is asked.
struct ShelledHex {
  std::string tem = "0";
  int drm = 0;

  static void describe(Declaration<ShelledHex>& hex);
  Terrain terrain(const Charts& charts) const;
};

/// One attack of an FFE on the Infantry in a Location (C1.5): a DR on the IFT with its TEM, where
/// an Original 2 is a Critical Hit with twice the full FP and positive TEM reversed (C3.7).
class FireForEffect {
 public:
  FireForEffect() = default;
  /// `firepower` is that of the attack, `full` that of its shells, which a Critical Hit doubles.
  FireForEffect(double firepower, double full, const Terrain& terrain, int drm, const Ift& ift);

  /// Call before attack(), for each target.
  void prepare(FireTarget& target) const;
  /// The DR; `target` continues with step() or play().
  void attack(Dice& dice, const FireTarget& target, TargetStack& stack, bool last) const;
  /// Whether it can come to an NMC or more, which puts broken units under DM (A10.62).
  bool can_demoralize(const FireTarget& target) const;
  /// Whether a Critical Hit is an NMC or worse wherever its normal result is (keep_in_bodies()).
  bool is_worst_as_critical(const FireTarget& target) const;
  int column() const { return column_; }
  /// Of every DR but an Original 2.
  int drm() const { return drm_; }

 private:
  /// `own`: the modifier of the units' own.
  IftResult normal(int original, int own) const { return ift_->at(column_, original + drm_ + own); }
  IftResult critical(int original, int own) const;

  const Ift* ift_ = nullptr;
  int column_ = 0;
  int drm_ = 0;
  int critical_column_ = 0;
  int critical_drm_ = 0;
};

}  // namespace combat_odds::asl
