#include "combat_odds/sim/procedure.hpp"

namespace combat_odds::squad_leader {
namespace {

struct Bogging {
  std::uint8_t hexes = 0;  ///< entered so far without bogging
  std::uint8_t bogged = 0;
  std::uint8_t free = 0;
  std::uint8_t rally_phases = 0;
};

class Bog : public Process<Bogging> {
 public:
  explicit Bog(const Arguments& arguments)
      : hexes_(arguments.integer("hexes")),
        rally_phases_(arguments.integer("rally_phases")),
        mud_(arguments.flag("mud")),
        low_ground_pressure_(arguments.flag("low_ground_pressure")),
        frees_(1 - arguments.integer("armor_leader")) {}

  Bogging start() const override { return {}; }

  Bogging step(const Bogging& before, Dice& dice) const override {
    Bogging state = before;
    if (state.bogged == 0) {
      const bool bogs =
          low_ground_pressure_
              ? dice.DR([&](TwoDice roll) { return roll.total() >= (mud_ ? 10 : 12); })
              : dice.dr([&](int roll) { return roll >= (mud_ ? 4 : 6); });
      if (bogs) {
        state.bogged = 1;
      } else {
        ++state.hexes;
      }
      return state;
    }
    ++state.rally_phases;
    const bool free = dice.dr([&](int roll) { return roll <= frees_; });
    state.free = free ? 1 : 0;
    return state;
  }

  std::optional<Outcome> outcome(const Bogging& state) const override {
    const bool passed = state.bogged == 0 && state.hexes == hexes_;
    const bool late = state.bogged != 0 && state.rally_phases == rally_phases_;
    if (!passed && state.free == 0 && !late) return std::nullopt;
    return Outcome(passed            ? "passes"
                   : state.free != 0 ? "freed"
                                     : "bogged")
        .event("bogs_down", !passed)
        .measure("hexes_passed", state.hexes)
        .measure("rally_phase", state.free != 0 ? state.rally_phases : 0);
  }

 private:
  int hexes_;
  int rally_phases_;
  bool mud_;
  bool low_ground_pressure_;
  int frees_;
};

}  // namespace

Procedure bog() {
  return {
      .name = "sl.bog",
      .rule = "COI 75.8, 102.84",
      .summary = "a vehicle passes bog hexes and frees itself",
      .details =
          "In every hex next to a marsh a vehicle bogs down on a die of 6, in mud 4 to 6; one of "
          "low ground pressure on a DR of 12, in mud 10 to 12 (75.83 is optional). Hexes entered "
          "and left by road don't count. In each Rally Phase it frees itself on a 1, an armor "
          "leader's modifier applied; that is never made impossible. Freed, it has not passed "
          "the remaining hexes yet.",
      .parameters =
          {
              integer("hexes", 1, 12, "how many bog hexes it enters")
                  .by_default("1")
                  .tried_with({"1", "2", "4"}),
              flag("mud", "the mud rules are in effect (102.8)"),
              flag("low_ground_pressure", "low ground pressure by the Armor Listings (75.83)"),
              integer("armor_leader", -3, 1, "the modifier of the armor leader")
                  .or_of_unit(UnitFact::leadership)
                  .by_default("0"),
              integer("rally_phases", 0, 30, "how many Rally Phases it has to free itself")
                  .by_default("6"),
          },
      .outcomes = {{"passes", "it passes all the hexes"},
                   {"freed", "it bogs down and frees itself in time"},
                   {"bogged", "it is still bogged down at the end"}},
      .events = {{"bogs_down", "it bogs down"}},
      .measures = {{"hexes_passed", "bog hexes entered before it bogged down"},
                   {"rally_phase", "the Rally Phase in which it frees itself; 0: it does not"}},
      .charts = {},
      .rule_for = [](const Arguments& arguments,
                     const Charts&) { return std::make_unique<Bog>(arguments); },
  };
}

}  // namespace combat_odds::squad_leader
