#include "sim/asl/infantry/fire_target.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_games/infantry_fate.hpp"

namespace combat_odds::asl {
namespace {

/// A Morale Check or Pin Task Check of the units of a Location (A7.305, A10.1-.31).
struct MoraleCheck {
  enum class Number { nmc, one, two, three, four, ptc };

  Number check = Number::nmc;
  FireTarget target;

  TargetStack start() const {
    using Kind = IftResult::Kind;
    TargetStack stack = target.start();
    const bool is_task_check = check == Number::ptc;
    const auto number = static_cast<std::uint8_t>(is_task_check ? 0 : static_cast<int>(check));
    target.begin(stack, IftResult{is_task_check ? Kind::ptc : Kind::mc, number}, true);
    stack.nmc_or_better = 0;  // no attack
    return stack;
  }
  TargetStack step(TargetStack stack, Dice& dice) const {
    target.step(dice, stack);
    return stack;
  }
  TargetStack alike(TargetStack stack) const {
    target.make_alike(stack);
    return stack;
  }
  std::optional<Outcome> outcome(const TargetStack& stack) const {
    if (!FireTarget::resolved(stack)) return std::nullopt;
    return target.outcome(stack);
  }

  Working working() const {
    static constexpr const char* names[] = {"NMC", "1MC", "2MC", "3MC", "4MC", "PTC"};
    Working working;
    working.situation =
        std::string(names[static_cast<std::size_t>(check)]) + " of " + target.text();
    return working;
  }
};

}  // namespace

Procedure morale_check() {
  return procedure<MoraleCheck>("asl.morale-check", "A7.305, A10.1-.31",
                                "a Morale Check or Pin Task Check of units, whatever calls for it")
      .asks(&MoraleCheck::check, "check", one_of({"nmc", "1mc", "2mc", "3mc", "4mc", "ptc"}),
            "the Normal Morale Check, one with so much added to the DR, or the Pin Task Check")
      .includes(&MoraleCheck::target)
      .outcomes(without(FireTarget::outcomes(), {"reduced_pinned"}))
      .events(without(FireTarget::events(), {"nmc_or_better"}))
      .measures(FireTarget::measures())
      .headlines(infantry_headline())
      .headline("pinned", "it is pinned");
}

}  // namespace combat_odds::asl
