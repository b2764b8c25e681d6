#pragma once

#include <cstdint>

#include "core/dice/dice.hpp"
#include "sim/asl/infantry/fire_target.hpp"
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
  /// A24.1: only a Good Order squad tries. Throws ArgumentError about lays_smoke where none of the
  /// first `movers` units of `target` is one; target must be prepared.
  static void check(const FireTarget& target, std::size_t movers) {
    if (target.state.traits.berserk) {
      throw ArgumentError("lays_smoke", "a berserk unit places no SMOKE grenades (A24.1)",
                          "leave it out, or --target-state without berserk");
    }
    for (std::size_t i = 0; i < movers; ++i) {
      if (target.type(target.named(i)).kind == UnitType::Kind::squad) return;
    }
    throw ArgumentError("lays_smoke", "only a squad places SMOKE grenades (A24.1)",
                        "leave it out, or a squad among those who move, such as --target 5-4-8");
  }
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
