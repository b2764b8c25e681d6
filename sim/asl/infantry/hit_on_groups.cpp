#include "sim/asl/infantry/hit_on_groups.hpp"

#include <optional>
#include <vector>

namespace combat_odds::asl {
namespace {

/// Calls `whole` or `critical_too` with the results of that DR by a unit's own modifier.
template <class Whole, class CriticalToo>
auto with_results(bool area, HitOnGroups hit, int dr, EffectOfDrm normal, EffectOfDrm critical,
                  Whole whole, CriticalToo critical_too) {
  const auto of_hit = [&](int drm) {
    return OwnModifier{drm, area}.to_hit() > hit.hit ? IftResult{} : normal(dr, drm);
  };
  const auto of_critical = [&](int drm) -> std::optional<IftResult> {
    if (OwnModifier{drm, area}.to_hit() > hit.critical) return std::nullopt;
    return critical(dr, drm);
  };
  return hit.is_critical() ? critical_too(of_hit, of_critical) : whole(of_hit);
}

}  // namespace

void expect_hits(FireTarget& target, bool area, EffectOfDrm normal, EffectOfDrm critical) {
  if (!target.has_groups()) return;
  std::vector<int> limits = {HitOnGroups::nobody};
  for (const int drm : target.group_drms()) limits.push_back(OwnModifier{drm, area}.to_hit());
  for (const int up_to : limits) {
    for (const int critical_up_to : limits) {
      if (critical_up_to > up_to) continue;
      HitOnGroups hit;
      hit.add_hit(up_to);
      if (critical_up_to != HitOnGroups::nobody) hit.add_critical(critical_up_to);
      for (int dr = 2; dr <= 12; ++dr) {
        with_results(
            area, hit, dr, normal, critical, [&](auto of) { target.expect(of); },
            [&](auto of, auto of_critical) { target.expect_critical(of, of_critical); });
      }
    }
  }
}

DrResults effects_of_hit(const FireTarget& target, bool area, HitOnGroups hit, int dr,
                         EffectOfDrm normal, EffectOfDrm critical) {
  return with_results(
      area, hit, dr, normal, critical, [&](auto of) { return target.results(of); },
      [&](auto of, auto of_critical) { return target.critical_results(of, of_critical); });
}

}  // namespace combat_odds::asl
