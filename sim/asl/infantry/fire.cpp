#include <fmt/format.h>

#include <optional>
#include <utility>

#include "combat_odds/sim/asl/infantry/attackers.hpp"
#include "combat_odds/sim/asl/infantry/cowering.hpp"
#include "combat_odds/sim/asl/infantry/fire_target.hpp"
#include "combat_odds/sim/asl/infantry/support_weapons.hpp"
#include "combat_odds/sim/common_words.hpp"

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

  // A round is an attack.
  int rounds() const { return attacks; }
  TargetStack start() const { return target.start(); }
  TargetStack round(TargetStack stack, int number) const {
    const bool is_last = number + 1 == attacks && attacks <= few_attacks;
    stack.memo[next_roll] = is_last ? last_attack : attack;
    return stack;
  }
  bool round_over(const TargetStack& stack) const {
    return stack.memo[next_roll] == none && FireTarget::resolved(stack);
  }
  TargetStack step(TargetStack stack, Dice& dice) const {
    const std::uint8_t rolled = std::exchange(stack.memo[next_roll], none);
    if (rolled == none) {
      target.step(dice, stack);
    } else {
      const IftResult result = dice.DR([&](TwoDice roll) { return ift_result(roll); });
      target.begin(stack, result, rolled == last_attack);
    }
    return stack;
  }
  TargetStack alike(TargetStack stack) const {
    target.make_alike(stack);
    return stack;
  }
  std::optional<Outcome> outcome(const TargetStack& stack, int attacks_made) const {
    if (attacks_made < attacks) return std::nullopt;
    // Not returned at once: GCC 12 takes the move into the optional for an overrun.
    const Outcome outcome = target.outcome(stack);
    return outcome;
  }

 private:
  /// The attack's own DR, in the memo of the stack until it is rolled.
  static constexpr std::size_t next_roll = 0;
  enum : std::uint8_t { none, attack, last_attack };
  /// In a longer row the last attack is explored with the others.
  static constexpr int few_attacks = 2;

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
      .measures(FireTarget::measures())
      .headlines(infantry_headline());
}

}  // namespace combat_odds::asl
