#include "sim/asl/support/fire_for_effect.hpp"

#include <algorithm>
#include <cstdlib>

#include "sim/asl/infantry/hit_on_groups.hpp"

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

void ShelledHex::describe(Declaration<ShelledHex>& hex) {
  hex.asks(&ShelledHex::tem, "tem", "a terrain such as stone, or its TEM",
           "what the units are in; 1 for each level of a building above them is --drm: a Critical "
           "Hit does not reverse it (C3.71)")
      .or_named(terrain_names("asl/terrain.csv", AttackKind::indirect))
      .tried_with({"0", "stone", "woods", "foxhole", "marsh", "2"})
      .asks(&ShelledHex::drm, "drm", -10, 10, "the sum of other modifiers on the IFT");
}

Terrain ShelledHex::terrain(const Charts& charts) const {
  return charts.get<TerrainChart>("asl/terrain.csv").read(tem, "tem", AttackKind::indirect);
}

void FireForEffect::attack(Dice& dice, const FireTarget& target, TargetStack& stack,
                           bool last) const {
  const DrResults results = dice.DR([&](TwoDice roll) {
    const int original = roll.total();
    const auto of = [&](int own) { return normal(original, own); };
    // Who is not struck by a Critical Hit suffers the normal result (C3.74).
    return original == critical_original
               ? target.critical_results(of, [&](int own) { return critical(original, own); })
               : target.results(of);
  });
  target.begin(dice, stack, results, last);
}

void FireForEffect::prepare(FireTarget& target) const {
  for (int original = critical_original; original <= 12; ++original) {
    const auto of = [&](int own) { return normal(original, own); };
    if (original == critical_original) {
      target.expect_critical(of, [&](int own) { return critical(original, own); });
    } else {
      target.expect(of);
    }
  }
}

IftResult FireForEffect::critical(int original, int own) const {
  return ift_->at(critical_column_, original + critical_drm_ + OwnModifier::in_critical_hit(own));
}

bool FireForEffect::is_worst_as_critical(const FireTarget& target) const {
  return std::ranges::all_of(target.group_drms(), [&](int own) {
    return normal(critical_original, own).kind < IftResult::Kind::mc ||
           critical(critical_original, own).kind >= IftResult::Kind::mc;
  });
}

bool FireForEffect::can_demoralize(const FireTarget& target) const {
  return std::ranges::any_of(target.group_drms(), [&](int own) {
    return normal(critical_original + 1, own).kind >= IftResult::Kind::mc ||
           critical(critical_original, own).kind >= IftResult::Kind::mc;
  });
}

}  // namespace combat_odds::asl
