#include "combat_odds/sim/asl/infantry/ift.hpp"
#include "combat_odds/sim/asl/infantry/support_weapons.hpp"
#include "combat_odds/sim/procedure.hpp"

namespace combat_odds::asl {
namespace {

class Rubble : public Rule {
 public:
  Rubble(const Arguments& arguments, const Charts& charts)
      : ift_(charts.get<Ift>(Ift::chart_name)),
        attack_(arguments.choice("attack")),
        stone_(arguments.choice("building") == "stone"),
        level_(arguments.integer("level")),
        top_level_(arguments.integer("top_level")),
        cellar_(arguments.flag("cellar")) {
    if (level_ > top_level_) {
      throw ArgumentError("level", "there is no such level in that building",
                          "at most the top_level");
    }
    const bool by_vehicle = attack_ == "afv_entry";
    if (by_vehicle && level_ > 0) {
      throw ArgumentError("level", "an AFV enters the ground level", "level 0");
    }
    if (by_vehicle == arguments.given("firepower")) {
      throw ArgumentError(
          "firepower",
          by_vehicle ? "an AFV that enters needs none" : "the attack is resolved on the IFT",
          by_vehicle ? "leave it out" : "the FP column of the attack");
    }
    if (cellar_ && !by_vehicle) {
      throw ArgumentError("cellar", "it matters only for an AFV that enters", "attack afv_entry");
    }
    if (!by_vehicle) column_ = ift_.column(arguments.number("firepower"));
  }

  Outcome resolve(Dice& dice) const override {
    if (attack_ == "afv_entry") return afv_entry(dice);
    const int kia = dice.DR([&](TwoDice roll) {
      if (column_ < 0) return 0;
      const IftResult result = ift_.at(column_, roll.total());
      return result.kind == IftResult::Kind::kia ? static_cast<int>(result.number) : 0;
    });
    if (attack_ == "open_ground") {
      return report(Outcome(kia > 0 ? "shellholes" : "no_change"), false, 0, false);
    }
    const bool rubbled =
        kia > 0 && dice.dr([&](int roll) { return roll + (stone_ ? 1 : 0) <= kia; });
    if (!rubbled) return report(Outcome("no_change"), false, 0, false);
    if (level_ == 0) return report(Outcome("rubble"), false, 0, false);

    const bool collapse = dice.dr([&](int roll) { return roll + top_level_ - level_ >= 8; });
    const int upper_levels = collapse ? top_level_ : 1;
    const int direction =
        dice.DR([&](TwoDice roll) { return roll.coloured + upper_levels >= 7 ? roll.white : 0; });
    return report(Outcome("rubble"), collapse, direction, false);
  }

 private:
  /// Both come from the coloured die of the Bog Check DR.
  Outcome afv_entry(Dice& dice) const {
    const int drm = (stone_ ? 0 : -1) + (top_level_ == 0 ? -1 : 0);
    enum class Result : std::uint8_t { nothing, rubble, cellar };
    const Result result = dice.dr([&](int roll) {
      return roll + drm <= 0        ? Result::rubble
             : cellar_ && roll == 6 ? Result::cellar
                                    : Result::nothing;
    });
    return report(Outcome(result == Result::rubble ? "rubble" : "no_change"), false, 0,
                  result == Result::cellar);
  }

  static Outcome report(Outcome outcome, bool collapse, int direction, bool in_cellar) {
    outcome.event("collapse", collapse)
        .event("falling_rubble", direction > 0)
        .event("afv_in_cellar", in_cellar)
        .measure("direction", direction);
    return outcome;
  }

  const Ift& ift_;
  std::string attack_;
  bool stone_;
  int level_;
  int top_level_;
  bool cellar_;
  int column_ = -1;
};

}  // namespace

Procedure rubble() {
  return {
      .name = "asl.rubble",
      .rule = "B24.1, B23.41, Table 23",
      .summary = "does a building come down, collapse, and fall into the next hex?",
      .details =
          "building: HE or FFE of 70mm or more, a DC, HEAT or a bomb. An Original KIA on the IFT, "
          "then a dr (+1 against stone) of the KIA number or less: Rubble, which eliminates "
          "unarmored units there. Above ground level a dr + 1 for each level above it (no rooftop) "
          "of 8 or more collapses the hex, and a DR whose coloured die + 1 for each rubbled level "
          "above the ground is 7 or more lets Rubble fall in the direction of the white die.\n"
          "open_ground: a KIA of 150mm or more leaves Shellholes in open ground, orchard, brush or "
          "grain. afv_entry: the coloured die of the Bog Check, -1 if wooden, -1 if single story, "
          "of 0 or less rubbles the ground level; a 6 drops the AFV into a cellar.\n"
          "By the printed number a building of ground level and two more never collapses from its "
          "first level (at most 7). What becomes of the levels above a rubbled ground level the "
          "table does not say. The table's 'place Rubble' under FT and HE means a Flame: "
          "asl.flame.",
      .parameters =
          {
              choice("attack", {"building", "open_ground", "afv_entry"}, "what happens"),
              number("firepower", 0, 1000, "the FP of the attack on the IFT")
                  .or_of_unit(UnitFact::firepower)
                  .or_named(support_weapons(), weapons_form)
                  .optional()
                  .tried_with({"", "8", "16", "36"}),
              choice("building", {"stone", "wooden"}, "what it is made of"),
              integer("level", 0, 5, "the level that is hit; 0 is the ground").by_default("0"),
              integer("top_level", 0, 5, "the highest level of the building that is no rooftop")
                  .by_default("0"),
              flag("cellar", "afv_entry: the building has a cellar and is no factory"),
          },
      .outcomes = {{"rubble", "the Location is rubble"},
                   {"shellholes", "the hex has Shellholes"},
                   {"no_change", "the terrain is what it was"}},
      .events = {{"collapse", "the whole building hex collapses"},
                 {"falling_rubble", "Rubble falls into an adjacent hex"},
                 {"afv_in_cellar", "the AFV falls into the cellar"}},
      .measures = {{"direction", "the hexside over which Rubble falls; 0: none falls"}},
      .charts = {Ift::chart_name},
      .rule_for = [](const Arguments& arguments,
                     const Charts& charts) { return std::make_unique<Rubble>(arguments, charts); },
  };
}

}  // namespace combat_odds::asl
