#include "combat_odds/sim/asl/infantry/fire_attack.hpp"
#include "combat_odds/sim/asl/infantry/support_weapons.hpp"

namespace combat_odds::asl {
namespace {

class Fire : public Rule {
 public:
  Fire(const Arguments& arguments, const Charts& charts)
      : ift_(charts.get<Ift>(Ift::chart_name)),
        column_(ift_.column(arguments.number("firepower"))),
        drm_(arguments.integer("drm")),
        attacks_(arguments.integer("attacks")),
        target_(FireTarget::asked(arguments, charts)) {
    const std::string& cowering = arguments.choice("cowering");
    columns_lost_ = cowering == "none" ? 0 : cowering == "cower" ? 1 : 2;
  }

  Outcome resolve(Dice& dice) const override {
    TargetStack stack = target_.start();
    std::uint8_t& attacks_left = stack.memo[0];
    for (attacks_left = static_cast<std::uint8_t>(attacks_); attacks_left > 0;) {
      --attacks_left;
      const IftResult result = dice.DR([&](TwoDice roll) { return ift_result(roll); });
      if (target_.resolve(dice, stack, result, attacks_left == 0)) return {};
    }
    return target_.outcome(stack);
  }

 private:
  /// A7.3, with the columns that cowering costs on Original doubles (A7.9).
  IftResult ift_result(TwoDice roll) const {
    const int column = roll.doubles() ? column_ - columns_lost_ : column_;
    if (column < 0) return {};
    return ift_.at(column, roll.total() + drm_);
  }

  const Ift& ift_;
  int column_;
  int drm_;
  int attacks_;
  int columns_lost_;
  FireTarget target_;
};

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = {
      number("firepower", 0, 1000, "the FP of the attack after all multipliers")
          .or_of_unit(UnitFact::firepower)
          .or_named(support_weapons(), weapons_form)
          .tried_with({"1", "2.5", "4", "8", "12", "24", "36"}),
      integer("drm", -20, 20, "the sum of the dice roll modifiers").by_default("0"),
      choice("cowering", {"none", "cower", "inexperienced"},
             "columns lost on Original doubles: none (a leader directs), one, or two"),
      integer("attacks", 1, 10,
              "how often the attack is made, one after the other, on what is left")
          .by_default("1")
          .tried_with({"1", "1", "2", "3"}),
  };
  append(all, FireTarget::parameters());
  return all;
}

}  // namespace

Procedure fire() {
  return {
      .name = "asl.fire",
      .rule = "A7.3",
      .summary = "a fire attack on the Infantry Fire Table against infantry",
      .details =
          "One DR on the IFT, then what its result does: Random Selection for #KIA and K/#, "
          "Casualty "
          "Reduction, Morale Checks with leaders first and their modifier for the others, pins on "
          "the "
          "highest DR that passes, Original 12, ELR, and LLMC and LLTC after a leader is lost "
          "(A7.3, A7.8, A7.9, A10.2-.31, A17.1-.2, A19.13). Several attacks come one after the "
          "other, "
          "each on what the last one left.\n"
          "Firepower below the lowest column has no effect. A wounded leader of a K/# result takes "
          "no "
          "MC of it: A7.302 names the others and the new half-squad. Heat of Battle (an Original 2 "
          "on "
          "an MC) is left out. A unit that the chart does not list has the morale of its front "
          "when "
          "broken, is a squad from 4 FP, else a half-squad.\n"
          "Several units: 'reduced', 'broken' and 'pinned' count every unit that is so at the end, "
          "so a "
          "unit that is reduced and broken counts in both; with a broken target, 'broken' counts "
          "none.",
      .parameters = parameters(),
      .outcomes = FireTarget::outcomes(),
      .events = FireTarget::events(),
      .measures = FireTarget::measures(),
      .charts = {Ift::chart_name, Infantry::chart_name},
      .rule_for = [](const Arguments& arguments,
                     const Charts& charts) { return std::make_unique<Fire>(arguments, charts); },
  };
}

}  // namespace combat_odds::asl
