#include "sim/asl/infantry/fire_target.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_games/infantry_fate.hpp"

namespace combat_odds::asl {
namespace {

/// B28.9: a Task Check that sets off a Booby Trap reduces a unit of its Location.
struct BoobyTraps {
  enum class Level { c, b, a };

  Level level = Level::c;
  int task_checks = 1;
  FireTarget target;

  int rounds() const { return task_checks; }
  TargetStack start() const { return target.start(); }
  TargetStack round(TargetStack stack, int) const {
    stack.memo[pending] = 1;
    return stack;
  }
  bool round_over(const TargetStack& stack) const {
    return stack.memo[pending] == 0 && FireTarget::resolved(stack);
  }
  TargetStack step(TargetStack stack, Dice& dice) const {
    if (std::exchange(stack.memo[pending], std::uint8_t{0}) == 0) {
      target.step(dice, stack);
      return stack;
    }
    const bool goes_off = dice.DR([&](TwoDice roll) { return activates(roll.total()); });
    if (!goes_off) return stack;
    stack.memo[gone_off] = 1;
    using Strike = FireTarget::Strike;
    target.begin_strike(
        dice, stack, Strike::reduces, [](Dice&) { return Strike::reduces; }, false);
    return stack;
  }
  TargetStack alike(TargetStack stack) const {
    target.make_alike(stack);
    return stack;
  }
  std::optional<Outcome> outcome(const TargetStack& stack, int checks_made) const {
    if (checks_made < task_checks) return std::nullopt;
    Outcome outcome = target.outcome(stack);
    outcome.event("goes_off", stack.memo[gone_off] != 0);
    return outcome;
  }

  Working working() const {
    Working working;
    working.situation = std::to_string(task_checks) + " Task Checks of " + units_text(target.units);
    return working;
  }

 private:
  enum : std::size_t { pending, gone_off };  // in the memo of the stack

  bool activates(int original) const {
    return level == Level::c ? original == 12 : level == Level::b ? original == 11 : original >= 11;
  }
};

}  // namespace

Procedure booby_traps() {
  return procedure<BoobyTraps>("asl.booby-traps", "B28.9, RB15",
                               "Booby Traps: what Task Checks cost the units of a Location")
      .asks(&BoobyTraps::level, "level", one_of({"c", "b", "a"}),
            "an Original 12, 11, or either; Russians have C in Red Barricades")
      .asks(&BoobyTraps::task_checks, "task_checks", 1, 60,
            "Task Checks that the units make, Pin Task Checks included")
      .includes(&BoobyTraps::target)
      .outcomes(
          without(FireTarget::outcomes(), {"reduced_broken", "reduced_pinned", "broken", "pinned"}))
      .event("goes_off", "a Booby Trap goes off")
      .events(without(FireTarget::events(), {"nmc_or_better"}))
      .measures(FireTarget::measures())
      .headline("goes_off", "a Booby Trap goes off")
      .headline("eliminated_or_reduced", "at least one is lost or reduced",
                "it is lost or reduced");
}

}  // namespace combat_odds::asl
