#pragma once

#include <cstdint>

#include "core/dice/dice.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds::asl {

/// SMOKE grenades that a squad places as it moves (A24.1).
struct SmokeGrenades {
  static constexpr int drm = 2;               ///< A24.5
  static constexpr int out_of_smoke_drm = 1;  ///< more for fire out of or within SMOKE (A24.8)
  static constexpr int most_exponent = 5;     ///< on any counter
  enum class Placement : std::uint8_t { placed, failed, ends_movement };

  static constexpr const char* squads_form = "an exponent, or a squad such as 5-4-8 or '8-3-8 AE'";
  /// The squads with their Smoke Placement Exponents, for Declaration::or_named; AE are Assault
  /// Engineers.
  static NameList squads() { return numbers_in("asl/smoke-exponents.csv", "squad", "exponent"); }
  /// The Placement dr.
  static Placement roll(Dice& dice, int exponent) {
    return dice.die([=](int roll) {
      return roll <= exponent ? Placement::placed
             : roll == 6      ? Placement::ends_movement
                              : Placement::failed;
    });
  }
};

}  // namespace combat_odds::asl
