#include "sim/declare/declaration.hpp"

namespace combat_odds::crucible_of_steel {
namespace {

constexpr int bogs = 12;     // D8.2
constexpr int wire_drm = 2;  // as for moving into Wire

struct WireBog {
  int hexspines = 1;
  int drm = 0;

  Outcome resolve(Dice& dice) const {
    for (int turned = 0; turned < hexspines; ++turned) {
      dice.at(turned);
      if (dice.DR([&](TwoDice roll) { return roll.total() + drm + wire_drm >= bogs; })) {
        return Outcome("bogged").measure("hexspines_before_bog", turned);
      }
    }
    return Outcome("free").measure("hexspines_before_bog", hexspines);
  }
};

}  // namespace

Procedure wire_bog() {
  return procedure<WireBog>("cos.wire-bog", "Crucible of Steel 9, D8.2",
                            "does a vehicle bog that changes its VCA in a Wire hex?")
      .asks(&WireBog::hexspines, "hexspines", 1, 5, "by how many hexspines the VCA changes")
      .required()
      .asks(&WireBog::drm, "drm", -10, 10,
            "the sum of the other Bog modifiers (ground pressure, weather, terrain)")
      .outcome("bogged", "the vehicle is bogged")
      .outcome("free", "it has made its turn")
      .measure("hexspines_before_bog", "hexspines turned without a Bog")
      .headline("bogged", "it bogs");
}

}  // namespace combat_odds::crucible_of_steel
