#include <fmt/format.h>

#include "core/dice/small.hpp"
#include "sim/asl/infantry/fire_target.hpp"
#include "sim/asl/machine_guns/smoke_grenades.hpp"
#include "sim/asl/weather/smoke_conditions.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_games/terrain.hpp"

namespace combat_odds::asl {
namespace {

/// A24.1: a squad tries to place SMOKE grenades, and enters the next Location under fire.
struct LayingSmoke {
  enum class Where { entered, firers };
  enum class Moves { non_assault, assault };

  int exponent = 1;
  Where where = Where::entered;
  bool uphill = false;
  double firepower = 0;
  Moves moves = Moves::non_assault;
  std::string in_terrain = "open ground";
  int hindrance = 0;
  int drm = 0;
  SmokeConditions conditions = SmokeConditions::fair;
  FireTarget target;

  bool under_fire() const { return firepower > 0; }
  bool terrain_matters() const { return under_fire() || conditions != SmokeConditions::fair; }

  void prepare(const Charts& charts) {
    if (under_fire() && target.units.empty()) {
      throw ArgumentError("target", "target is missing: who enters under fire?", "such as 5-4-8");
    }
    target.prepare(charts);
    if (under_fire()) SmokeGrenades::check(target, target.units.size());
    ift_ = &charts.get<Ift>();
    column_ = ift_->column(firepower);
    terrain_ = charts.get<TerrainChart>("asl/terrain.csv").read(in_terrain, "terrain");
    check_smoke(conditions, where == Where::entered && is_indoors(terrain_.name));
  }

  Outcome resolve(Dice& dice) const {
    using Placement = SmokeGrenades::Placement;
    enum class Lies : std::uint8_t { there, own_location, nowhere, movement_over };
    Lies lies = Lies::nowhere;
    switch (SmokeGrenades::roll(dice, exponent)) {
      case Placement::placed:
        // A24.1: up a Crest Line or stairwell it takes a second dr of 1 to 3.
        lies = !uphill || dice.die([](int roll) { return roll <= 3; }) ? Lies::there
                                                                       : Lies::own_location;
        break;
      case Placement::ends_movement:
        lies = Lies::movement_over;
        break;
      case Placement::failed:
        break;
    }
    static constexpr const char* labels[] = {"placed", "in_own_location", "not_placed",
                                             "movement_over"};
    Outcome outcome(labels[static_cast<std::size_t>(lies)]);
    if (target.units.empty()) return outcome;
    TargetStack stack = target.start();
    if (lies != Lies::movement_over) {
      const int modifier = attack_drm(lies == Lies::there).total();
      const IftResult result =
          dice.DR([&](TwoDice roll) { return ift_->at(column_, roll.total() + modifier); });
      stack.memo[0] = small(lies);
      if (target.resolve(dice, stack, result, true)) return {};
    }
    outcome.event("nmc_or_better", stack.nmc_or_better != 0)
        .measure_if(target.casualty_vp, "casualty_vp", stack.casualty_vp);
    return tell(outcome, target.fate(stack), Pins::yes);
  }

  Working working() const {
    Working working;
    working.situation = fmt::format("SMOKE grenades, exponent {}", exponent);
    if (!under_fire()) return working;
    working.situation += fmt::format(", then {:g} FP at {}", firepower, target.text());
    working.sums.push_back("through the SMOKE: " + attack_drm(true).text());
    working.sums.push_back("without: " + attack_drm(false).text());
    return working;
  }

 private:
  /// A4.6, A24.2: no FFMO through SMOKE or another Hindrance, but FFNAM.
  ModifierSum attack_drm(bool smoke) const {
    ModifierSum sum;
    sum.add(terrain_.name, terrain_.modifier);
    if (smoke) sum.add("SMOKE", SmokeGrenades::drm);
    if (smoke && where == Where::firers) {
      sum.add("fire out of SMOKE", SmokeGrenades::out_of_smoke_drm);
    }
    sum.add("Hindrance", hindrance);
    if (moves == Moves::non_assault) sum.add("FFNAM", -1);
    if (terrain_.open && hindrance == 0 && !smoke) sum.add("FFMO", -1);
    sum.add("given", drm);
    return sum;
  }

  const Ift* ift_ = nullptr;
  int column_ = -1;
  Terrain terrain_;
};

}  // namespace

Procedure laying_smoke() {
  using Asked = LayingSmoke;
  return procedure<Asked>("asl.smoke", "A24.1-.2, A24.5, A24.8",
                          "a squad places SMOKE grenades, and enters the next Location under fire")
      .asks(&Asked::exponent, "lays_smoke", 1, SmokeGrenades::most_exponent,
            "the Smoke Placement Exponent of the squad that tries, once in its MPh")
      .or_named(SmokeGrenades::squads(), SmokeGrenades::squads_form)
      .required()
      .asks(&Asked::where, "where", one_of({"entered", "firers"}),
            "where it places them: in the Location that is entered, +2, or ADJACENT in that of the "
            "firers, who fire out of it at +3 (A24.8)")
      .only_when(&Asked::under_fire, "", "--firepower")
      .asks(&Asked::uphill, "uphill",
            "that Location is one level higher: a second dr of 1 to 3, else the SMOKE lies in the "
            "squad's own Location")
      .asks(&Asked::firepower, "firepower", 0, 1000,
            "the FP, after all multipliers, that fires at who enters; 0: nobody fires")
      .or_of_unit(UnitFact::firepower)
      .tried_with({"0", "4", "8", "20"})
      .asks(&Asked::moves, "moves", one_of({"non_assault", "assault"}),
            "how they enter: FFNAM and FFMO, or FFMO alone")
      .asks(&Asked::in_terrain, "terrain", "a terrain such as open ground, or its TEM",
            "what they enter")
      .or_named(terrain_names("asl/terrain.csv"))
      .tried_with({"open ground", "stone", "woods"})
      .asks(&Asked::hindrance, "hindrance", 0, 5,
            "the LOS Hindrances between the firers and that Location, the SMOKE left out")
      .tried_with({"0", "1"})
      .asks(&Asked::drm, "drm", -10, 10, "the sum of all other modifiers of the attack")
      .only_when({"moves", "hindrance", "drm"}, &Asked::under_fire, "", "--firepower")
      .asks(&Asked::conditions, "conditions", smoke_conditions(),
            "weather and ground: but for fair ones no SMOKE can be placed outside a building "
            "(A24.11)")
      .tried_with({"fair", "mud"})
      .only_when({"terrain"}, &Asked::terrain_matters, "", "--firepower, or --conditions")
      .includes(&Asked::target,
                [](Declaration<FireTarget>& target) {
                  target
                      .asks(&FireTarget::units, "target", units_form, "the units that enter",
                            FireTarget::read_if_any)
                      .by_default("")
                      .or_named(names_in(Infantry::chart_name, "unit"))
                      .tried_with({"5-4-8", "8-3-8", "4-6-7 8-1"});
                  FireTarget::describe_quality(target);
                })
      .only_when({"target", "elr", "target_state", "casualty_vp"}, &Asked::under_fire, "",
                 "--firepower")
      .outcome("placed", "the SMOKE lies where it was meant to")
      .outcome("in_own_location", "the SMOKE lies in the squad's own Location instead")
      .outcome("not_placed", "no SMOKE, and they enter without")
      .outcome("movement_over", "a 6: no SMOKE, and the MPh of those who would enter is over")
      .event("nmc_or_better", "the attack calls for an NMC or worse")
      .events(infantry_events(Pins::yes))
      .measures({FireTarget::casualty_measure()})
      .measures(infantry_measures())
      .headline("placed", "the SMOKE lies where it was meant to")
      .headline("movement_over", "the squad stops where it is")
      .headline("broken_or_worse", "at least one breaks or worse", "it breaks or worse");
}

}  // namespace combat_odds::asl
