#pragma once

#include "core/dice/dice.hpp"

namespace combat_odds {

/// Whether a DR is `needed` or less: a morale or task check, a kill number, a To Hit number.
inline bool DR_at_most(Dice& dice, int needed) {
  return dice.DR([&](TwoDice roll) { return roll.total() <= needed; });
}

/// The states of something that breaks.
template <class Status>
struct Repairable {
  Status works;
  Status broken;
  Status lost;
};
// The compiler of the page does not deduce it by itself.
template <class Status>
Repairable(Status, Status, Status) -> Repairable<Status>;

/// One attempt to repair it, a dr: repaired on `number` or less, lost for good on `lost_from` or
/// more (Squad Leader 18.2, ASL A9.72).
template <class Status>
Status repaired(Dice& dice, int number, Repairable<Status> states, int lost_from = 6) {
  return dice.die([&](int roll) {
    if (roll >= lost_from) return states.lost;
    return roll <= number ? states.works : states.broken;
  });
}

}  // namespace combat_odds
