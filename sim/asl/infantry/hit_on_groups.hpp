#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "core/dice/function_ref.hpp"
#include "sim/asl/infantry/fire_target.hpp"

// Ordnance at units with modifiers of their own, "4-6-7@-2; 4-6-7": one To Hit DR and one Effects
// DR for all.

namespace combat_odds::asl {

/// The modifier of a unit's own. Above 0 it is TEM, below 0 movement: FFNAM, FFMO or Hazardous
/// Movement.
struct OwnModifier {
  int drm = 0;
  bool area = false;  ///< by the Area Target Type

  /// C3.331: TEM is part of the To Hit DR; with the Area Target Type, of the Effects DR. Movement
  /// always counts To Hit (C6: J3, J4, O).
  int to_hit() const { return area ? std::min(drm, 0) : drm; }
  int on_effect() const { return area ? std::max(drm, 0) : 0; }
  /// C3.71: a Critical Hit reverses TEM, and movement counts again.
  static constexpr int in_critical_hit(int drm) { return drm > 0 ? -drm : drm; }
};

/// Whom a To Hit DR hits: all whose modifier To Hit is no higher than `hit`, and critically those
/// with no more than `critical`.
struct HitOnGroups {
  static constexpr std::int8_t nobody = -100;
  std::int8_t hit = nobody;
  std::int8_t critical = nobody;

  bool is_miss() const { return hit == nobody; }
  bool is_critical() const { return critical != nobody; }
  /// Counts units with that modifier among those hit.
  void add_hit(int to_hit) { hit = std::max(hit, static_cast<std::int8_t>(to_hit)); }
  void add_critical(int to_hit) {
    add_hit(to_hit);
    critical = std::max(critical, static_cast<std::int8_t>(to_hit));
  }
};

/// What an Effects DR comes to for units with that modifier of their own, whatever it counts for.
using EffectOfDrm = FunctionRef<IftResult(int dr, int drm)>;

/// Makes known to the target what effects_of_hit() may come to.
void expect_hits(FireTarget& target, bool area, EffectOfDrm normal, EffectOfDrm critical);
/// What the Effects DR does to those who are hit. A Critical Hit strikes by Random Selection one of
/// those on whom it is one, and is a hit on the others (C3.74).
DrResults effects_of_hit(const FireTarget& target, bool area, HitOnGroups hit, int dr,
                         EffectOfDrm normal, EffectOfDrm critical);

}  // namespace combat_odds::asl
