#include "sim/declare/declaration.hpp"
#include "sim/declare/units.hpp"
#include "sim/squad_games/numbers_needed.hpp"
#include "sim/squad_leader/air_and_weather/fire_charts.hpp"

namespace combat_odds::squad_leader {
namespace {

struct Wreck {
  std::uint8_t turn = 0;
  std::uint8_t out = 0;
  std::uint8_t spread = 0;
};

/// 67.11, 67.12: how long the wreck burns, and whether its hex catches fire.
struct BurningWreck {
  int turns = 6;
  Terrain terrain = Terrain::other;
  int spread_drm = 0;

  static void describe(Declaration<BurningWreck>& asked) {
    asked.asks(&BurningWreck::turns, "turns", 1, 30, "how many game turns are followed")
        .asks(&BurningWreck::terrain, "terrain",
              one_of({terrain_names.begin(), terrain_names.end()}),
              "the terrain of the wreck's hex")
        .asks(&BurningWreck::spread_drm, "spread_drm", -6, 6,
              "kindling and wind modifiers of the spread (102)");
  }

  void prepare(const Charts& charts) {
    if (terrain != Terrain::other) {
      spreads_from_ = charts.get<SpreadingFire>().number(terrain) - spread_drm;
    }
  }

  Wreck start() const { return {}; }

  /// A game turn: the owner's Rally Phase (67.11), then the Advancing Fire Phases of both player
  /// turns. The fire may spread at the end of each (67.12, 59.4).
  Wreck step(const Wreck& before, Dice& dice) const {
    Wreck wreck = before;
    ++wreck.turn;
    if (dice.die([](int roll) { return roll == 1; })) {
      wreck.out = 1;
      return wreck;
    }
    for (int player_turn = 0; player_turn < 2 && wreck.spread == 0; ++player_turn) {
      if (spreads_from_ >= 13) break;
      const bool spreads = dice.DR([&](TwoDice roll) { return roll.total() >= spreads_from_; });
      wreck.spread = spreads ? 1 : 0;
    }
    return wreck;
  }

  std::optional<Outcome> outcome(const Wreck& wreck) const {
    if (wreck.out == 0 && wreck.spread == 0 && wreck.turn < turns) return std::nullopt;
    const bool over = wreck.out != 0 || wreck.spread != 0;
    return Outcome(wreck.spread != 0 ? "hex_on_fire"
                   : wreck.out != 0  ? "extinguished"
                                     : "burning")
        .measure_if(over, "turn", wreck.turn);
  }

 private:
  int spreads_from_ = 13;
};

/// 67.4: infantry checks morale to enter the hex or stay in it. Terrain in the hex helps (67.41).
struct MoraleToEnter {
  std::optional<UnitName> unit;
  int terrain_modifier = -2;  ///< an open hex counts as moving in the open, -2
  int leadership = 0;

  static void describe(Declaration<MoraleToEnter>& asked) {
    asked
        .asks(&MoraleToEnter::unit, "unit", "a unit such as 4-6-7 or 8-1",
              "infantry about to enter the hex or stay", read_unit)
        .tried_with({"4-6-7", "8-1"})
        .asks(&MoraleToEnter::terrain_modifier, "terrain_modifier", -2, 5,
              "unit: the terrain modifier in the hex; -2 in open ground")
        .asks(&MoraleToEnter::leadership, "leadership", -3, 2, "unit: the modifier of its leader")
        .or_of_unit(UnitFact::leadership);
  }

  Outcome resolve(Dice& dice) const {
    const int needed = unit->morale + terrain_modifier - leadership;
    const bool passes = DR_at_most(dice, needed);
    return Outcome(passes ? "enters" : "keeps_away");
  }
};

/// The wreck itself or, if a unit is given, the unit's morale check.
struct WreckOrUnit {
  BurningWreck wreck;
  MoraleToEnter entering;

  bool of_unit() const { return entering.unit.has_value(); }
  bool of_wreck() const { return !of_unit(); }
  bool may_spread() const { return wreck.terrain != Terrain::other; }

  std::unique_ptr<Rule> rule(const Charts&) const {
    if (entering.unit) return std::make_unique<PlayedOnce<MoraleToEnter>>(entering);
    return std::make_unique<PlayedInTurns<BurningWreck>>(wreck);
  }
};

}  // namespace

Procedure burning_wreck() {
  return procedure<WreckOrUnit>(
             "sl.burning-wreck", "COI 67.11, 67.12, 67.4",
             "how long a wreck burns, whether it sets its hex on fire, and who dares to go near")
      .includes(&WreckOrUnit::wreck)
      .only_when(AllFrom{"turns"}, &WreckOrUnit::of_wreck,
                 "a unit that is about to enter makes one Morale Check", "")
      .only_when(&WreckOrUnit::may_spread, "", "the terrain of the hex")
      .includes(&WreckOrUnit::entering)
      .only_when(AllFrom{"terrain_modifier"}, &WreckOrUnit::of_unit, "", "a unit such as 4-6-7")
      .outcome("extinguished", "the fire goes out first")
      .outcome("hex_on_fire", "the fire spreads to the terrain of the hex first")
      .outcome("burning", "the wreck still burns at the end")
      .outcome("enters", "the unit may stay in or enter the hex")
      .outcome("keeps_away", "the unit must leave or keep away")
      .measure("turn", "the game turn that decided")
      .only_where({"extinguished", "hex_on_fire"})
      .less_is_better()
      .headline("hex_on_fire", "the hex catches fire")
      .headline("extinguished", "the fire goes out")
      .headline("burning", "it burns on")
      .headline("enters", "the unit goes in")
      .headline("keeps_away", "it keeps away");
}

}  // namespace combat_odds::squad_leader
