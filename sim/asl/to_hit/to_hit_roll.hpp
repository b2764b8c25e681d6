#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "core/dice/dice.hpp"

namespace combat_odds::asl {

/// What one To Hit DR comes to.
struct Shot {
  enum class Hit : std::uint8_t { miss, hit, critical };
  enum class Weapon : std::uint8_t { fires_on, malfunctions, removed };
  /// Special Ammunition (C8.9): `none` left, so that the shot was not fired at all.
  enum class Ammunition : std::uint8_t { left, last, none };

  Hit hit = Hit::miss;
  std::uint8_t turret = 0;      ///< of a hit on a vehicle: its turret or upper superstructure
  std::uint8_t twice = 0;       ///< a Multiple Hit (C3.8)
  std::uint8_t keeps_rate = 0;  ///< the coloured die leaves the rate of fire (C2.24)
  Weapon weapon = Weapon::fires_on;
  Ammunition ammunition = Ammunition::left;

  friend bool operator==(const Shot&, const Shot&) = default;
  std::string text() const;
};

/// What one To Hit DR comes to at units with modifiers of their own.
struct ShotAtGroups {
  static constexpr std::size_t most = 12;
  Shot gun;  ///< what it does to the weapon; its hit is the best of all
  std::array<Shot::Hit, most> at{};
};

/// The To Hit DR of one weapon at one target, with Critical and Improbable Hits (C3.3-.9),
/// breakdown (C2.28), the rate of fire (C2.24) and Special Ammunition (C8.9).
struct ToHitRoll {
  enum class TargetType : std::uint8_t { vehicle, infantry, area };
  static constexpr int never = 13;  ///< no Original DR is as high

  TargetType type = TargetType::vehicle;
  int number = 0;  ///< the Modified To Hit number
  int drm = 0;     ///< the sum of all DRM
  bool hull_down = false;
  bool doubles_lower_die = false;  ///< C5.35: a Motion firer without stabilizer
  bool critical_hits = true;       ///< machine guns have none
  bool multiple_hits = false;      ///< a gun of 15 to 40mm
  bool aims_at_tracks = false;     ///< C5.7: Deliberate Immobilization
  int breakdown_number = 12;       ///< an Original DR of this or more malfunctions
  int removal_number = never;      ///< the same for an X#
  int depletion_number = never;    ///< the last Original DR for which there is ammunition
  int rate_of_fire = 0;

  /// One shot; `more_drm` is added to the DRM that always hold.
  Shot fire(Dice& dice, int more_drm = 0) const;
  /// The same at units whose own modifiers To Hit are `own`: one DR for all of them, and where an
  /// Original 2 needs a die, one die.
  ShotAtGroups fire(Dice& dice, int more_drm, std::span<const int> own) const;

 private:
  enum class Third : std::uint8_t;
  struct Rolled;
  struct RolledAtGroups;
  Rolled rolled(TwoDice roll, int sum) const;
  Shot after_die(const Rolled& rolled, int roll) const;
};

}  // namespace combat_odds::asl
