#include <algorithm>

#include "combat_odds/sim/squad_leader/counters.hpp"
#include "combat_odds/sim/squad_leader/infantry/fire_attack.hpp"

namespace combat_odds::squad_leader {
namespace {

class Fire : public Rule {
 public:
  Fire(const Arguments& arguments, const Charts& charts)
      : ift_(charts.get<Ift>(Ift::chart_name)),
        column_(ift_.column(arguments.number("firepower"))),
        drm_(arguments.integer("drm")),
        breakdown_number_(arguments.integer("breakdown_number")),
        start_(arguments.choice("status") == "broken" ? HexUnit::Status::broken
                                                      : HexUnit::Status::good),
        hex_(target_hex(read_units(arguments.text("target"), "target", TargetHex::most_units),
                        start_)) {
    if (arguments.flag("sustained_fire")) {
      if (column_ >= 0) column_ = std::min(column_ + 1, ift_.columns() - 1);  // 95.22
      if (breakdown_number_ <= 12) breakdown_number_ -= 2;                    // 95.3
    }
  }

  Outcome resolve(Dice& dice) const override {
    struct Attack {
      FireResult result;
      bool breakdown;
    };
    const Attack attack = dice.DR([&](TwoDice roll) -> Attack {
      const FireResult result = column_ < 0 ? FireResult{} : ift_.at(column_, roll.total() + drm_);
      return {result, roll.total() >= breakdown_number_};
    });
    TargetHex hex = hex_;
    hex.memo[0] = attack.breakdown ? 1 : 0;
    resolve_fire(dice, hex, attack.result);
    return fire_outcome(hex, start_).event("breakdown", attack.breakdown);
  }

 private:
  const Ift& ift_;
  int column_;
  int drm_;
  int breakdown_number_;
  HexUnit::Status start_;
  TargetHex hex_;
};

std::vector<Term> events() {
  std::vector<Term> all = fire_events();
  all.push_back({"breakdown", "the machine gun that fired broke down"});
  return all;
}

}  // namespace

Procedure fire() {
  return {
      .name = "sl.fire",
      .rule = "COI 10, 12, 95",
      .summary = "a fire attack on the Infantry Fire Table of Squad Leader",
      .details =
          "One DR on the IFT. KIA eliminates all units in the hex; M and 1 to 4 make each unit "
          "check its "
          "morale, leaders first: it fails on DR + number (+ the modifier of the best unbroken "
          "leader, "
          "for those who are not leaders) above its morale, and then breaks; a broken unit that "
          "fails is "
          "eliminated (10.6, 12). For every leader who breaks or is killed that way the others "
          "check "
          "again, with nothing added (12.22; a 'normal' check by 96.4).\n"
          "A broken unit checks with the morale of its front. Sustained fire raises the attack by "
          "one "
          "column after all else and lowers the breakdown number by two (95.22, 95.3); that the "
          "machine "
          "guns are strong enough to earn the column (95.5) is for the player to see to.\n"
          "The original table was not found: this one follows from the ASL table, and the eleven "
          "worked "
          "examples that were found agree with it.",
      .parameters =
          {
              number("firepower", 0, 1000, "the firepower of the attack after all multipliers")
                  .or_of_unit(UnitFact::firepower)
                  .tried_with({"1", "2.5", "4", "8", "12", "24", "36"}),
              integer("drm", -20, 20, "the sum of the dice roll modifiers").by_default("0"),
              flag("sustained_fire", "machine guns use sustained fire (95)"),
              integer(
                  "breakdown_number", 2, 13,
                  "the machine gun breaks down on an Original DR of this or more; 13: none fires")
                  .by_default("13"),
              text("target", units_form, "the units under fire")
                  .or_named(infantry_names())
                  .tried_with({"4-6-7", "4-3-6", "8-1", "2*4-6-7 8-1", "4-4-7 9-1 8-0", "3*6-2-8"}),
              choice("status", {"good", "broken"}, "whether the target is broken already"),
          },
      .outcomes = fire_outcomes(),
      .events = events(),
      .measures = fire_measures(),
      .charts = {Ift::chart_name},
      .rule_for = [](const Arguments& arguments,
                     const Charts& charts) { return std::make_unique<Fire>(arguments, charts); },
  };
}

}  // namespace combat_odds::squad_leader
