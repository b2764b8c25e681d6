#include <algorithm>

#include "sim/asl/infantry/fire_target.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds::asl {
namespace {

struct Climber {
  std::uint8_t turn = 0;
  std::uint8_t levels = 0;  ///< climbed so far
  std::uint8_t fallen = 0;
  std::uint8_t attacks = 0;  ///< to come in this turn
  std::uint8_t shot_down = 0;
  TargetStack stack;  ///< the climbing unit; empty: nobody fires
};

struct Climb {
  int levels = 1;
  int turns = 10;
  int drm = 0;
  bool commando = false;
  double firepower = 0;
  int fire_drm = -2;
  int attacks = 1;
  FireTarget unit;

  bool under_fire() const { return firepower > 0; }
  bool is_named() const { return under_fire() || unit.casualty_vp; }

  void prepare(const Charts& charts) {
    if (is_named() && unit.units.size() != 1) {
      throw ArgumentError("target",
                          under_fire() ? "target is missing: who climbs under fire?"
                                       : "target is missing: whose are the Casualty VP?",
                          "one unit such as 4-6-7");
    }
    unit.state.climbing = true;
    unit.prepare(charts);
    ift_ = &charts.get<Ift>();
    column_ = ift_->column(firepower);
  }

  Climber start() const {
    Climber climber;
    climber.stack = unit.start();
    return climber;
  }

  Climber alike(Climber climber) const {
    unit.make_alike(climber.stack);
    return climber;
  }

  /// 11.41: 9 or less climbs a level, 12 or more falls. 11.433: for commandos, 11 or less and 13 or
  /// more.
  Climber step(const Climber& before, Dice& dice) const {
    enum class Result : std::uint8_t { climbs, stays, falls };
    const int most_to_climb = commando ? 11 : 9;
    const int least_to_fall = commando ? 13 : 12;
    Climber climber = before;
    if (!FireTarget::resolved(climber.stack)) {
      unit.step(dice, climber.stack);
      look_down(climber);
      return climber;
    }
    if (climber.attacks > 0) {
      --climber.attacks;
      const IftResult result =
          dice.DR([&](TwoDice roll) { return ift_->at(column_, roll.total() + fire_drm); });
      unit.begin(climber.stack, result, false);
      look_down(climber);
      return climber;
    }
    ++climber.turn;
    const Result result = dice.DR([&](TwoDice roll) {
      const int final_dr = roll.total() + drm;
      return final_dr <= most_to_climb   ? Result::climbs
             : final_dr >= least_to_fall ? Result::falls
                                         : Result::stays;
    });
    if (result == Result::climbs) ++climber.levels;
    if (result == Result::falls) climber.fallen = 1;
    const bool on_the_way = climber.fallen == 0 && climber.levels < levels;
    climber.attacks = static_cast<std::uint8_t>(on_the_way && under_fire() ? attacks : 0);
    return climber;
  }

  std::optional<Outcome> outcome(const Climber& climber) const {
    const bool arrived = climber.levels == levels;
    const bool more_fire = climber.attacks > 0 || !FireTarget::resolved(climber.stack);
    const bool lost = climber.fallen != 0 || climber.shot_down != 0;
    if (!arrived && !lost && (more_fire || climber.turn < turns)) return std::nullopt;
    return Outcome(climber.shot_down != 0 ? "shot_down"
                   : arrived              ? "arrives"
                   : climber.fallen != 0  ? "falls"
                                          : "still_climbing")
        .measure("levels", climber.levels)
        .measure_if(unit.casualty_vp, "casualty_vp",
                    lost ? unit.points() : climber.stack.casualty_vp)
        .measure_if(arrived, "turn", climber.turn);
  }

 private:
  /// 11.42: who breaks or is wounded falls.
  static void look_down(Climber& climber) {
    if (!FireTarget::resolved(climber.stack)) return;
    TargetStack& stack = climber.stack;
    const auto end = stack.units.begin() + stack.unit_count;
    const bool all_lost = std::all_of(stack.units.begin(), end, [](const TargetUnit& one) {
      return one.is(TargetUnit::eliminated);
    });
    if (!all_lost) return;
    climber.shot_down = 1;
    climber.attacks = 0;
    stack = {};
  }

  const Ift* ift_ = nullptr;
  int column_ = -1;
};

}  // namespace

Procedure climb() {
  return procedure<Climb>("asl.climb", "B11.4",
                          "climbing a cliff or a building, level by level and turn by turn")
      .asks(&Climb::levels, "levels", 1, 10, "how many levels are to be climbed")
      .asks(&Climb::turns, "turns", 1, 40, "how many turns there are")
      .asks(&Climb::drm, "drm", 0, 5, "+1 each for rain, snow and heavy winds")
      .asks(&Climb::commando, "commando", "Gurkhas and others equipped for climbing")
      .asks(
          &Climb::firepower, "firepower", 0, 1000,
          "the FP, after all multipliers, of each attack on who is still on the way after the DR of a "
          "turn; 0: nobody fires")
      .or_of_unit(UnitFact::firepower)
      .tried_with({"0", "4", "8"})
      .asks(&Climb::fire_drm, "fire_drm", -10, 10,
            "the modifiers of these attacks: -2 Hazardous Movement, and the TEM (11.42)")
      .tried_with({"-2", "-1", "0"})
      .asks(&Climb::attacks, "attacks", 1, 4, "attacks in each turn")
      .only_when({"fire_drm"}, &Climb::under_fire, "", "--firepower")
      .only_when({"attacks"}, &Climb::under_fire, "", "--firepower")
      .includes(&Climb::unit,
                [](Declaration<FireTarget>& unit) {
                  unit.asks(&FireTarget::units, "target", units_form, "the unit that climbs",
                            FireTarget::read_if_any)
                      .by_default("")
                      .or_named(names_in(Infantry::chart_name, "unit"))
                      .tried_with({"4-6-7", "8-1", "8-3-8"});
                  FireTarget::describe_casualties(unit);
                })
      .only_when({"target"}, &Climb::is_named, "", "--firepower or --casualty-vp")
      .outcome("arrives", "it gets to its destination")
      .outcome("falls", "it falls and is eliminated")
      .outcome("shot_down", "fire breaks or wounds it, and it is eliminated (11.42)")
      .outcome("still_climbing", "it is on the way when the turns are over")
      .measure("levels", "levels climbed")
      .measure("turn", "the turn in which it arrives")
      .only_where({"arrives"})
      .less_is_better()
      .measures({FireTarget::casualty_measure()})
      .headline("arrives", "it arrives")
      .headline("falls", "it falls")
      .headline("shot_down", "it is shot down")
      .headline("still_climbing", "it is still on the way");
}

}  // namespace combat_odds::asl
