#pragma once

#include <cstdint>

#include "sim/slammers/fire/fire_target.hpp"
#include "sim/slammers/fire/weapons.hpp"

namespace combat_odds::slammers {

/// Direct fire of one TU at another: the Quality Roll of each shot with range, cover, Thunder Run
/// and ConFire, the shots, and the firepower of a hit.
struct FireAttack {
  enum class Range : std::uint8_t { beyond_close, close };
  enum class Cover : std::uint8_t { none, light, heavy };

  Troops firers;
  WeaponOnCard on_card;
  Range range = Range::beyond_close;
  Cover cover = Cover::none;
  ThunderRunTokens thunder_run;
  int qr_modifier = 0;

  static void describe(Declaration<FireAttack>& asks);

  /// The fire of one weapon at a target.
  struct Aimed {
    QualityRoll roll;
    QualityRoll dead_eye;  ///< the roll with the +1 of the skill Dead Eye
    int shots = 0;
    int firepower = 0;
    int dv_bonus = 0;  ///< what cover adds to the DV of infantry
  };
  /// The fire of the weapon that is asked for, or of another in its place.
  Aimed aimed_at(const FireTarget& target, const Charts& charts) const {
    return aimed_at(target, on_card.weapon(), charts);
  }
  Aimed aimed_at(const FireTarget& target, const Weapon& weapon, const Charts& charts) const;
};

}  // namespace combat_odds::slammers
