#include <string>
#include <unordered_map>

#include "combat_odds/sim/procedure.hpp"
#include "combat_odds/sim/units.hpp"

namespace combat_odds::squad_leader {
namespace {

/// What catches fire on which DR or more (59.4).
class SpreadingFire {
 public:
  static constexpr const char* chart_name = "squad-leader/spreading-fire.csv";

  explicit SpreadingFire(const CsvTable& chart) {
    const auto terrain = chart_column(chart, "target_terrain");
    const auto number = chart_column(chart, "spreads_on_dr_at_least");
    for (const auto& row : chart.rows) {
      numbers_[row[terrain].text] = chart_integer(chart, row[number]);
    }
    for (const char* needed : {"same_wooden_building", "same_stone_building", "woods", "grain"}) {
      if (!numbers_.contains(needed)) {
        throw InputError({chart.file, 1, 1}, "no row '" + std::string(needed) + "'",
                         "the rows of the built-in chart");
      }
    }
  }

  int number(const std::string& terrain) const {
    return numbers_.at(terrain.ends_with("building") ? "same_" + terrain : terrain);
  }

 private:
  std::unordered_map<std::string, int> numbers_;
};

struct Wreck {
  std::uint8_t turn = 0;
  std::uint8_t out = 0;
  std::uint8_t spread = 0;
};

class BurningWreck : public Process<Wreck> {
 public:
  BurningWreck(const Arguments& arguments, const Charts& charts)
      : turns_(arguments.integer("turns")) {
    const std::string& terrain = arguments.choice("terrain");
    if (terrain == "other") return;
    const auto& chart = charts.get<SpreadingFire>(SpreadingFire::chart_name);
    spreads_from_ = chart.number(terrain) - arguments.integer("spread_drm");
  }

  Wreck start() const override { return {}; }

  /// A game turn: the owner's Rally Phase (67.11), then the spreading fire (67.12).
  Wreck step(const Wreck& before, Dice& dice) const override {
    Wreck wreck = before;
    ++wreck.turn;
    const bool out = dice.dr([](int roll) { return roll == 1; });
    wreck.out = out ? 1 : 0;
    if (!out && spreads_from_ < 13) {
      const bool spreads = dice.DR([&](TwoDice roll) { return roll.total() >= spreads_from_; });
      wreck.spread = spreads ? 1 : 0;
    }
    return wreck;
  }

  std::optional<Outcome> outcome(const Wreck& wreck) const override {
    if (wreck.out == 0 && wreck.spread == 0 && wreck.turn < turns_) return std::nullopt;
    const bool over = wreck.out != 0 || wreck.spread != 0;
    return Outcome(wreck.spread != 0 ? "hex_on_fire"
                   : wreck.out != 0  ? "extinguished"
                                     : "burning")
        .measure("turn", over ? wreck.turn : 0);
  }

 private:
  int turns_;
  int spreads_from_ = 13;
};

/// 67.4: infantry checks morale to stay in or enter the hex; terrain in the hex helps (67.41).
class MoraleToEnter : public Rule {
 public:
  explicit MoraleToEnter(const Arguments& arguments) {
    const UnitName unit = read_unit(arguments.text("unit"), "unit");
    // An open hex with a wreck is the -2 of moving in the open, as in the example of 67.41.
    needed_ = unit.morale + arguments.integer("terrain_modifier") - arguments.integer("leadership");
  }

  Outcome resolve(Dice& dice) const override {
    const bool passes = dice.DR([&](TwoDice roll) { return roll.total() <= needed_; });
    return Outcome(passes ? "enters" : "keeps_away").measure("turn", 0);
  }

 private:
  int needed_;
};

}  // namespace

Procedure burning_wreck() {
  return {
      .name = "sl.burning-wreck",
      .rule = "COI 67.11, 67.12, 67.4",
      .summary =
          "how long a wreck burns, whether it sets its hex on fire, and who dares to go near",
      .details =
          "In each of the owner's Rally Phases, once in a game turn, a die of 1 puts the fire "
          "out. In grain, woods or a building it may spread to the hex it is in, on the DR of "
          "the Spreading Fire chart (59.4), asked here once in every game turn in which the "
          "wreck still burns after that.\n"
          "With --unit the question is whether infantry stays in or enters the hex (67.4): a DR "
          "of its morale or less, the terrain's modifier added to the morale and leadership to "
          "the dice; failing does not break it. The example of 67.41 gives open ground -2, a "
          "woods or shellhole hex +1.",
      .parameters =
          {
              integer("turns", 1, 30, "how many game turns are followed")
                  .by_default("6")
                  .tried_with({"1", "3", "6"}),
              choice("terrain", {"other", "woods", "grain", "wooden_building", "stone_building"},
                     "the terrain of the wreck's hex"),
              integer("spread_drm", -6, 6, "kindling and wind modifiers of the spread (102)")
                  .by_default("0")
                  .tried_with({"0", "-1"}),
              text("unit", "a unit such as 4-6-7 or 8-1", "infantry about to enter the hex or stay")
                  .optional()
                  .tried_with({"", "", "4-6-7", "8-1"}),
              integer("terrain_modifier", -2, 5,
                      "unit: the terrain modifier in the hex; -2 in open ground")
                  .by_default("-2")
                  .tried_with({"-2", "1"}),
              integer("leadership", -3, 2, "unit: the modifier of its leader")
                  .or_of_unit(UnitFact::leadership)
                  .by_default("0"),
          },
      .outcomes = {{"extinguished", "the fire goes out first"},
                   {"hex_on_fire", "the fire spreads to the terrain of the hex first"},
                   {"burning", "the wreck still burns at the end"},
                   {"enters", "the unit may stay in or enter the hex"},
                   {"keeps_away", "the unit must leave or keep away"}},
      .events = {},
      .measures = {{"turn", "the game turn that decided; 0: none did, or a unit was asked about"}},
      .charts = {SpreadingFire::chart_name},
      .rule_for = [](const Arguments& arguments, const Charts& charts) -> std::unique_ptr<Rule> {
        if (arguments.given("unit")) return std::make_unique<MoraleToEnter>(arguments);
        return std::make_unique<BurningWreck>(arguments, charts);
      },
  };
}

}  // namespace combat_odds::squad_leader
