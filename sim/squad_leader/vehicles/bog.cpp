#include "sim/declare/declaration.hpp"

namespace combat_odds::squad_leader {
namespace {

struct Bogging {
  std::uint8_t hexes = 0;  ///< entered so far without bogging
  std::uint8_t bogged = 0;
  std::uint8_t free = 0;
  std::uint8_t rally_phases = 0;
};

struct Bog {
  int hexes = 1;
  bool mud = false;
  bool low_ground_pressure = false;
  int armor_leader = 0;
  int rally_phases = 6;

  Bogging start() const { return {}; }

  Bogging step(const Bogging& before, Dice& dice) const {
    Bogging state = before;
    if (state.bogged == 0) {
      const bool bogs = low_ground_pressure
                            ? dice.DR([&](TwoDice roll) { return roll.total() >= (mud ? 10 : 12); })
                            : dice.die([&](int roll) { return roll >= (mud ? 4 : 6); });
      if (bogs) {
        state.bogged = 1;
      } else {
        ++state.hexes;
      }
      return state;
    }
    ++state.rally_phases;
    const bool free = dice.die([&](int roll) { return roll <= 1 - armor_leader; });
    state.free = free ? 1 : 0;
    return state;
  }

  std::optional<Outcome> outcome(const Bogging& state) const {
    const bool passed = state.bogged == 0 && state.hexes == hexes;
    const bool late = state.bogged != 0 && state.rally_phases == rally_phases;
    if (!passed && state.free == 0 && !late) return std::nullopt;
    return Outcome(passed            ? "passes"
                   : state.free != 0 ? "freed"
                                     : "bogged")
        .event("bogs_down", !passed)
        .measure("hexes_passed", state.hexes)
        .measure_if(state.free != 0, "rally_phase", state.rally_phases);
  }
};

}  // namespace

Procedure bog() {
  return procedure<Bog>("sl.bog", "COI 75.8, 102.84", "a vehicle passes bog hexes and frees itself")
      .asks(&Bog::hexes, "hexes", 1, 12, "how many bog hexes it enters")
      .asks(&Bog::mud, "mud", "the mud rules are in effect (102.8)")
      .asks(&Bog::low_ground_pressure, "low_ground_pressure",
            "low ground pressure by the Armor Listings (75.83)")
      .asks(&Bog::armor_leader, "armor_leader", -3, 0,
            "the modifier of the armor leader; one with +1 stands aside (76.6)")
      .or_of_unit(UnitFact::leadership)
      .asks(&Bog::rally_phases, "rally_phases", 0, 30,
            "how many Rally Phases it has to free itself")
      .outcome("passes", "it passes all the hexes")
      .outcome("freed", "it bogs down and frees itself in time")
      .outcome("bogged", "it is still bogged down at the end")
      .event("bogs_down", "it bogs down")
      .measure("hexes_passed", "bog hexes entered before it bogged down")
      .measure("rally_phase", "the Rally Phase in which it frees itself")
      .only_where({"freed"})
      .less_is_better()
      .headline("passes", "it passes")
      .headline("freed", "it bogs down and gets free")
      .headline("bogged", "it stays bogged");
}

}  // namespace combat_odds::squad_leader
