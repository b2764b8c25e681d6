#pragma once

#include <algorithm>

namespace combat_odds::asl {

/// Clearance, and placing mines in the same manner, succeeds on this Final DR or less (B24.7; the
/// compilation prints the relation the wrong way round).
constexpr int clearance_number = 2;

/// 24.8: a failed attempt brings a Labor counter of -1, a second one -2.
constexpr int after_failed_labor(int labor_status) { return std::max(labor_status - 1, -2); }

/// The share of the MMC that a Clearance DR counts: for the first squad or half-squad, and for each
/// further half-squad (a squad counts as two).
constexpr int labor_drm(int squads, int half_squads, int first_squad, int first_half_squad) {
  if (squads > 0) return first_squad - 2 * (squads - 1) - half_squads;
  if (half_squads > 0) return first_half_squad - (half_squads - 1);
  return 0;
}

}  // namespace combat_odds::asl
