#pragma once

#include <vector>

#include "combat_odds/sim/slammers/fire/fire_target.hpp"
#include "combat_odds/sim/slammers/fire/weapons.hpp"

namespace combat_odds::slammers {

/// Direct fire of one TU at another: the Quality Roll of each shot with range, cover, Thunder Run
/// and ConFire, the shots, and the firepower of a hit.
struct FireAttack {
  QualityRoll roll;
  QualityRoll dead_eye;  ///< the roll with the +1 of the skill Dead Eye
  int shots = 0;
  int firepower = 0;
  int dv_bonus = 0;  ///< what cover adds to the DV of infantry

  /// `quality`, the weapon's, `range`, `cover`, `thunder_run`, `confire` and `qr_modifier`.
  static std::vector<Parameter> parameters();
  static FireAttack asked(const Arguments& arguments, const Charts& charts,
                          const FireTarget& target);
};

/// How fire is read, for the details of the procedures that have it.
extern const char* const fire_details;

}  // namespace combat_odds::slammers
