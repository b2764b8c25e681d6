#include <algorithm>

#include "sim/declare/declaration.hpp"

namespace combat_odds::squad_leader {
namespace {

/// 53.52: a unit leaves wire in its Movement Phase, and loses the MF of a die.
struct Wire {
  int allowance = 4;
  int weapon_cost = 0;
  int cost = 1;
  int hexes = 1;

  Outcome resolve(Dice& dice) const {
    const int lost = dice.die();
    const int left = allowance - lost - weapon_cost;
    const int reached = lost >= allowance ? 0 : std::max(left / cost, 0);
    // It may always move one hex, without its weapons where the die takes all its MF.
    const int moves = std::max(reached, 1);
    return Outcome(reached >= hexes ? "as_far"
                   : moves >= hexes ? "without_weapons"
                                    : "not_so_far")
        .event("gets_there", moves >= hexes)
        .measure("hexes", moves)
        .measure("mf_lost", lost);
  }
};

}  // namespace

Procedure wire() {
  using Asked = Wire;
  return procedure<Asked>("sl.wire", "53.52", "a unit leaves wire: how far does it get?")
      .asks(&Asked::allowance, "allowance", 1, 12,
            "its MF: 4, or 6 for a leader and those with him")
      .tried_with({"4", "6", "8"})
      .asks(&Asked::weapon_cost, "weapon_cost", 0, 5, "the MF that its support weapons cost it")
      .asks(&Asked::cost, "cost", 1, 4, "the MF of each hex on its way")
      .asks(&Asked::hexes, "hexes", 1, 8, "how many hexes it wants to go")
      .outcome("as_far", "it gets there with its weapons")
      .outcome("without_weapons", "it goes its one hex without weapons: the MF do not suffice")
      .outcome("not_so_far", "it gets out of the wire, but not so far")
      .event("gets_there", "it gets there, with weapons or without")
      .measure("hexes", "the hexes that it moves")
      .measure("mf_lost", "the MF that the wire takes: the die")
      .less_is_better()
      .headline("gets_there", "it gets so far")
      .headline("mean hexes", "{} hexes on average");
}

}  // namespace combat_odds::squad_leader
