#include "sim/asl/infantry/ift.hpp"
#include "sim/asl/units/casualty_points.hpp"
#include "sim/asl/units/support_weapons.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds::asl {
namespace {

struct Rubble {
  enum class Attack { building, open_ground, afv_entry };
  enum class Building { stone, wooden };
  enum class CollapseRule { b24_11, table_23 };

  Attack attack = Attack::building;
  std::optional<double> firepower;
  Building building = Building::stone;
  int level = 0;
  int top_level = 0;
  bool cellar = false;
  CollapseRule collapse_rule = CollapseRule::b24_11;
  std::vector<UnitName> occupants;

  bool by_vehicle() const { return attack == Attack::afv_entry; }
  bool on_ift() const { return !by_vehicle(); }
  bool has_level() const { return level <= top_level; }
  bool at_building() const { return attack == Attack::building; }
  bool in_building() const { return attack != Attack::open_ground; }
  bool above_ground() const { return level > 0; }

  void prepare(const Charts& charts) {
    if (by_vehicle()) return;
    ift_ = &charts.get<Ift>();
    column_ = ift_->column(*firepower);
    if (occupants.empty()) return;
    const Infantry& infantry = charts.get<Infantry>();
    for (const UnitName& occupant : occupants) {
      std::vector<UnitType> roster;
      points_ +=
          casualty_points(roster[static_cast<std::size_t>(infantry.enlist(occupant, roster))]);
    }
  }

  Outcome resolve(Dice& dice) const {
    if (by_vehicle()) return entered(dice);
    const int kia = dice.DR([&](TwoDice roll) {
      if (column_ < 0) return 0;
      const IftResult result = ift_->at(column_, roll.total());
      return result.kind == IftResult::Kind::kia ? static_cast<int>(result.number) : 0;
    });
    if (attack == Attack::open_ground) {
      return report(Outcome(kia > 0 ? "shellholes" : "no_change"), false, 0, false);
    }
    const int stone_drm = building == Building::stone ? 1 : 0;
    const bool rubbled = kia > 0 && dice.die([&](int roll) { return roll + stone_drm <= kia; });
    if (!rubbled) return lost(report(Outcome("no_change"), false, 0, false), 0);
    // B24.11: the level that is hit comes down with all above it, perhaps also with those below.
    const int number = collapse_rule == CollapseRule::b24_11 ? 6 : 8;
    const bool collapse =
        above_ground() && dice.die([&](int roll) { return roll + top_level - level >= number; });
    const int upper_levels = collapse || !above_ground() ? top_level : top_level - level + 1;
    return lost(report(Outcome("rubble"), collapse, falls(dice, upper_levels), false), points_);
  }

 private:
  /// B24.11: who is in a Location that becomes Rubble is eliminated.
  Outcome lost(Outcome outcome, int points) const {
    return outcome.measure_if(!occupants.empty(), "casualty_vp", points);
  }

  /// B24.12: the hexside over which the Rubble of so many upper levels falls; 0: it does not.
  static int falls(Dice& dice, int upper_levels) {
    if (upper_levels == 0) return 0;
    return dice.DR(
        [&](TwoDice roll) { return roll.coloured + upper_levels >= 7 ? roll.white : 0; });
  }

  /// B23.41: both come from the coloured die of the Bog Check DR.
  Outcome entered(Dice& dice) const {
    const int drm = (building == Building::wooden ? -1 : 0) + (top_level == 0 ? -1 : 0);
    enum class Result : std::uint8_t { nothing, rubbled, in_cellar };
    const Result result = dice.die([&](int roll) {
      return roll + drm <= 0       ? Result::rubbled
             : cellar && roll == 6 ? Result::in_cellar
                                   : Result::nothing;
    });
    if (result == Result::rubbled) {
      return report(Outcome("rubble"), false, falls(dice, top_level), false);
    }
    return report(Outcome("no_change"), false, 0, result == Result::in_cellar);
  }

  static Outcome report(Outcome outcome, bool collapse, int direction, bool in_cellar) {
    outcome.event("collapse", collapse)
        .event("falling_rubble", direction > 0)
        .event("afv_in_cellar", in_cellar)
        .measure_if(direction > 0, "direction", direction);
    return outcome;
  }

  const Ift* ift_ = nullptr;
  int column_ = -1;
  int points_ = 0;
};

}  // namespace

Procedure rubble() {
  return procedure<Rubble>("asl.rubble", "B24.1, B23.41, Table 23",
                           "does a building come down, collapse, and fall into the next hex?")
      .asks(&Rubble::attack, "attack", one_of({"building", "open_ground", "afv_entry"}),
            "what happens")
      .asks(&Rubble::firepower, "firepower", 0, 1000, "the FP of the attack on the IFT")
      .or_of_unit(UnitFact::firepower)
      .or_named(support_weapons(), weapons_form)
      .tried_with({"8", "16", "36"})
      .only_when(&Rubble::on_ift, "an AFV that enters makes no attack", "")
      .needed_when(&Rubble::on_ift, "the attack is resolved on the IFT",
                   "the FP column of the attack")
      .asks(&Rubble::building, "building", one_of({"stone", "wooden"}), "what it is made of")
      .only_when(&Rubble::in_building, "", "--attack building or afv_entry")
      .asks(&Rubble::level, "level", 0, 5, "the level that is hit; 0 is the ground")
      .only_when(&Rubble::has_level, "the building has no such level", "--top-level that high")
      .only_when(&Rubble::at_building, "only an attack on a building hits an upper level",
                 "--attack building")
      .asks(&Rubble::top_level, "top_level", 0, 5,
            "the highest level of the building that is no rooftop")
      .only_when(&Rubble::in_building, "", "--attack building or afv_entry")
      .asks(&Rubble::cellar, "cellar", "afv_entry: the building has a cellar and is no factory")
      .only_when(&Rubble::by_vehicle, "", "--attack afv_entry")
      .asks(
          &Rubble::collapse_rule, "collapse_rule", one_of({"b24.11", "table_23"}),
          "the levels below a rubbled one come down on a dr of 6 or more (B24.11), or of 8 or more "
          "(note 8 of Table 23 in the compilation)")
      .only_when(&Rubble::above_ground, "nothing is below the ground level", "--level 1 or more")
      .asks(&Rubble::occupants, "occupants", "units such as 2*4-6-7 8-1, or none",
            "building: the infantry in the Location that is attacked, eliminated if that becomes "
            "Rubble: for its Casualty VP",
            none_or_units_up_to<12>)
      .or_named(names_in(Infantry::chart_name, "unit"))
      .by_default("none")
      .tried_with({"4-6-7", "2*4-4-7 8-1"})
      .only_when(&Rubble::at_building, "", "--attack building")
      .outcome("rubble", "the Location is rubble")
      .outcome("shellholes", "the hex has Shellholes")
      .outcome("no_change", "the terrain is what it was")
      .event("collapse", "the levels below the one that was hit come down, too")
      .event("falling_rubble", "Rubble falls into an adjacent hex")
      .event("afv_in_cellar", "the AFV falls into the cellar")
      .measure("direction", "the hexside over which Rubble falls")
      .only_where({"falling_rubble"})
      .measure("casualty_vp", "with --occupants: the Casualty VP of those who are lost (A26.22)")
      .headline("rubble", "it becomes rubble")
      .headline("shellholes", "the hex has Shellholes")
      .headline("collapse", "the levels below come down")
      .headline("falling_rubble", "rubble falls into the next hex");
}

}  // namespace combat_odds::asl
