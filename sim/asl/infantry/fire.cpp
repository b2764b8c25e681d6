#include <fmt/format.h>

#include "combat_odds/sim/asl/infantry/attackers.hpp"
#include "combat_odds/sim/asl/infantry/cowering.hpp"
#include "combat_odds/sim/asl/infantry/fire_target.hpp"
#include "combat_odds/sim/asl/infantry/support_weapons.hpp"

namespace combat_odds::asl {
namespace {

struct Fire {
  std::optional<double> firepower;
  int drm = 0;
  Cowering cowering;
  int attacks = 1;
  FireTarget target;
  Attackers attackers;

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    column_ = ift_->column(attackers.given() ? attackers.firepower() : *firepower);
    drm_ = attackers.drm(drm);
    attackers.settle(cowering);
    target_notes_ = charts.get<Infantry>().unlisted_notes(target.units);
  }

  bool is_given_as_firepower() const { return !attackers.given(); }

  Working working() const {
    Working working;
    attackers.tell(working, *ift_, firepower, drm, cowering);
    if (attacks > 1)
      working.situation = fmt::format("{} attacks of {}", attacks, working.situation);
    working.situation += ", at " + units_text(target.units);
    working.notes.insert(working.notes.end(), target_notes_.begin(), target_notes_.end());
    return working;
  }

  Outcome resolve(Dice& dice) const {
    TargetStack stack = target.start();
    std::uint8_t& attacks_left = stack.memo[0];
    for (attacks_left = static_cast<std::uint8_t>(attacks); attacks_left > 0;) {
      --attacks_left;
      const IftResult result = dice.DR([&](TwoDice roll) { return ift_result(roll); });
      if (target.resolve(dice, stack, result, attacks_left == 0)) return {};
    }
    return target.outcome(stack);
  }

 private:
  /// A7.3
  IftResult ift_result(TwoDice roll) const {
    const int column = column_ - cowering.columns(roll);
    if (column < 0) return {};
    return ift_->at(column, roll.total() + drm_);
  }

  const Ift* ift_ = nullptr;
  int column_ = -1;
  int drm_ = 0;
  std::vector<std::string> target_notes_;
};

}  // namespace

Procedure fire() {
  return procedure<Fire>("asl.fire", "A7.3",
                         "a fire attack on the Infantry Fire Table against infantry")
      .asks(&Fire::firepower, "firepower", 0, 1000,
            "the FP of the attack after all multipliers; or attackers, and it is worked out")
      .needed_when(&Fire::is_given_as_firepower, "with what is fired?",
                   "the FP of the attack, or attackers such as '2*4-6-7 LMG' with their range")
      .only_when(&Fire::is_given_as_firepower, "the FP of the attackers is worked out",
                 "firepower or attackers, not both")
      .or_of_unit(UnitFact::firepower)
      .or_named(support_weapons(), weapons_form)
      .tried_with({"", "", "", "1", "2.5", "4", "8", "12", "24", "36"})
      .asks(&Fire::drm, "drm", -20, 20,
            "the sum of the dice roll modifiers, those named below left out")
      .includes(&Fire::cowering)
      .asks(&Fire::attacks, "attacks", 1, 10,
            "how often the attack is made, one after the other, on what is left")
      .tried_with({"1", "1", "2", "3"})
      .includes(&Fire::target)
      .includes(&Fire::attackers)
      .outcomes(FireTarget::outcomes())
      .events(FireTarget::events())
      .measures(FireTarget::measures());
}

}  // namespace combat_odds::asl
