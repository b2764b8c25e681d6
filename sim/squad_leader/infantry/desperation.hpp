#pragma once

namespace combat_odds::squad_leader {

/// 14.6: units that were fired upon since the last Rally Phase rally with 4 less than their morale,
/// SS with 2 less (83.2).
inline constexpr int desperation = 4;
inline constexpr int desperation_ss = 2;
/// 14.2: units that need less than this do not try to rally.
inline constexpr int lowest_dr = 2;

}  // namespace combat_odds::squad_leader
