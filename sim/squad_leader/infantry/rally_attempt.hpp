#pragma once

#include "core/dice/dice.hpp"
#include "sim/declare/parameter.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"

namespace combat_odds::squad_leader {

/// 14.2: units that need less than this do not try to rally.
inline constexpr int lowest_dr = 2;

/// 14.6: what desperation morale takes from the number needed by units that were fired upon since
/// the last Rally Phase; less from SS (83.2).
inline int desperation(bool ss) { return ss ? 2 : 4; }
/// The same for one unit: nothing from squads of the Americans (50.1).
inline int desperation_of(const UnitName& unit, bool ss) {
  return knows_no_desperation(unit) ? 0 : desperation(ss);
}

/// 14.2, 14.6, 83.2-.3: the highest DR with which a broken unit of that morale rallies. `modifier`:
/// the leader's and all others.
inline int number_to_rally(int broken_morale, int modifier, bool desperate, bool ss) {
  return broken_morale + (ss ? 1 : 0) - (desperate ? desperation(ss) : 0) - modifier;
}

/// What an Original 12 does to a unit that tries to rally (18.3).
enum class Original12 { eliminated, fails };
inline OneOf original_12_words() { return one_of({"eliminated", "fails"}); }

/// 14.2: a broken unit tries to rally, on a DR of `needed` or less; never on an Original 12.
/// Returns its status: good, broken or eliminated.
inline TargetUnit::Status attempt_to_rally(Dice& dice, int needed,
                                           Original12 original_12 = Original12::eliminated) {
  using Status = TargetUnit::Status;
  return dice.DR([&](TwoDice roll) {
    if (roll.total() == 12) {
      return original_12 == Original12::eliminated ? Status::eliminated : Status::broken;
    }
    return roll.total() <= needed ? Status::good : Status::broken;
  });
}

}  // namespace combat_odds::squad_leader
