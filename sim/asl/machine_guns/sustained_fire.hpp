#pragma once

namespace combat_odds::asl {

/// A9.3: what Sustained Fire takes from the Breakdown Number of a machine gun.
inline constexpr int sustained_breakdown = 2;

}  // namespace combat_odds::asl
