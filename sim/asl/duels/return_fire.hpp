#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/asl/to_hit/aim.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds::asl {

/// The Player Turns in which a side uses Intensive Fire (C5.6).
enum class IntensiveFire { never, always, last_turn };
OneOf intensive_words();
/// The first of them; if there is none, a number larger than any.
int intensive_from(IntensiveFire used, int turns);

/// The phases of a Player Turn in which a side does not fire.
enum class HoldFire : std::uint8_t { never, prep, defensive };

/// The weapon with which the target of an engagement shoots back.
struct ReturnFire {
  enum class Round { usual, ap, he };

  bool fire = false;
  std::optional<NamedGun> gun;
  Aim aim;
  Round ammunition = Round::usual;
  bool russian_made = false;
  std::optional<int> basic_to_kill;
  IntensiveFire intensive_fire = IntensiveFire::never;
  HoldFire hold_fire = HoldFire::never;

  /// C2.21: AP at a vehicle and HE at a gun, unless it is given.
  Ammunition round(bool at_vehicle) const {
    if (ammunition == Round::usual) return at_vehicle ? Ammunition::ap : Ammunition::he;
    return ammunition == Round::ap ? Ammunition::ap : Ammunition::he;
  }
  static void describe(Declaration<ReturnFire>& asked);
};

}  // namespace combat_odds::asl
