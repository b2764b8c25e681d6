#include "combat_odds/sim/procedure.hpp"

namespace combat_odds::crucible_of_steel {
namespace {

constexpr int bogs = 12;     // D8.2
constexpr int wire_drm = 2;  // as for moving into Wire

class WireBog : public Rule {
 public:
  explicit WireBog(const Arguments& arguments)
      : hexspines_(arguments.integer("hexspines")), drm_(arguments.integer("drm") + wire_drm) {}

  Outcome resolve(Dice& dice) const override {
    for (int turned = 0; turned < hexspines_; ++turned) {
      dice.at(turned);
      if (dice.DR([&](TwoDice roll) { return roll.total() + drm_ >= bogs; })) {
        return Outcome("bogged").measure("hexspines_before_bog", turned);
      }
    }
    return Outcome("free").measure("hexspines_before_bog", hexspines_);
  }

 private:
  int hexspines_;
  int drm_;
};

}  // namespace

Procedure wire_bog() {
  return {
      .name = "cos.wire-bog",
      .rule = "Crucible of Steel 9, D8.2",
      .summary = "does a vehicle bog that changes its VCA in a Wire hex?",
      .details =
          "One Bog DR for each hexspine with the +2 of moving into Wire; a Final DR of 12 or more "
          "bogs. A vehicle that is bogged turns no further.",
      .parameters =
          {
              integer("hexspines", 1, 5, "by how many hexspines the VCA changes"),
              integer("drm", -10, 10,
                      "the sum of the other Bog modifiers (ground pressure, weather, terrain)")
                  .by_default("0"),
          },
      .outcomes = {{"bogged", "the vehicle is bogged"}, {"free", "it has made its turn"}},
      .events = {},
      .measures = {{"hexspines_before_bog", "hexspines turned without a Bog"}},
      .charts = {},
      .rule_for = [](const Arguments& arguments,
                     const Charts&) { return std::make_unique<WireBog>(arguments); },
  };
}

}  // namespace combat_odds::crucible_of_steel
