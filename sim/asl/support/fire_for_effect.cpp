#include "sim/asl/support/fire_for_effect.hpp"

#include <algorithm>
#include <cstdlib>

namespace combat_odds::asl {
namespace {

constexpr int critical_original = 2;

}  // namespace

FireForEffect::FireForEffect(double firepower, double full, const Terrain& terrain, int drm,
                             const Ift& ift)
    : ift_(&ift), column_(ift.column(firepower)), drm_(terrain.modifier + drm) {
  critical_column_ = ift.column(2 * full);
  // C.7: what a Critical Hit has beyond the last column.
  const int beyond = std::max(static_cast<int>(2 * full) - ift.heading(ift.columns() - 1), 0);
  critical_drm_ = drm - std::abs(terrain.modifier) - beyond / 8;
}

void FireForEffect::attack(Dice& dice, const FireTarget& target, TargetStack& stack,
                           bool last) const {
  struct Effects {
    IftResult normal;
    IftResult critical;
    bool is_critical = false;
  };
  const Effects effects = dice.DR([&](TwoDice roll) {
    Effects made;
    made.is_critical = roll.total() == critical_original;
    // Who is not struck by a Critical Hit suffers the normal result (C3.74).
    if (!made.is_critical || target.units.size() > 1) made.normal = normal(roll.total());
    if (made.is_critical) made.critical = critical(roll.total());
    return made;
  });
  if (effects.is_critical) {
    target.begin_critical(dice, stack, effects.critical, effects.normal, last);
  } else {
    target.begin(stack, effects.normal, last);
  }
}

bool FireForEffect::can_demoralize() const {
  return normal(critical_original + 1).kind >= IftResult::Kind::mc ||
         critical(critical_original).kind >= IftResult::Kind::mc;
}

}  // namespace combat_odds::asl
