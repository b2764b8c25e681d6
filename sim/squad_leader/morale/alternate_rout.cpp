#include <optional>

#include "sim/declare/declaration.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"
#include "sim/squad_leader/morale/attack_list.hpp"

namespace combat_odds::squad_leader {
namespace {

/// Supplement C: broken units rout across open ground in view of the enemy, who fires at them.
struct AlternateRout {
  std::vector<UnitName> units;
  std::vector<double> attacks;
  int drm = 0;
  std::optional<int> broken_morale;

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    stack_ = target_stack(units, TargetUnit::Status::broken, broken_morale);
  }

  Outcome resolve(Dice& dice) const {
    constexpr int moving_in_the_open = -2;
    TargetStack stack = stack_;
    const int all = how_many(stack, TargetUnit::Status::broken);
    std::uint8_t& next = stack.memo[0];
    while (next < attacks.size() && how_many(stack, TargetUnit::Status::broken) > 0) {
      dice.at(stack);
      const int column = ift_->column(attacks[next++]);
      if (column < 0) continue;
      resolve_fire(dice, stack, dice.DR([&](TwoDice roll) {
        return ift_->at(column, roll.total() + moving_in_the_open + drm);
      }));
    }
    const int eliminated = how_many(stack, TargetUnit::Status::eliminated);
    Outcome outcome(eliminated == 0     ? "all_get_away"
                    : eliminated == all ? "all_eliminated"
                                        : "some_get_away");
    outcome.event("any_eliminated", eliminated > 0)
        .measure("eliminated", eliminated)
        .measure("get_away", all - eliminated);
    return outcome;
  }

 private:
  const Ift* ift_ = nullptr;
  TargetStack stack_;
};

}  // namespace

Procedure alternate_rout() {
  using Asked = AlternateRout;
  return procedure<Asked>("sl.alternate-rout", "COI Supplement C",
                          "broken units rout across the open under fire")
      .asks(&Asked::units, "units", units_form, "the broken units that rout together",
            units_up_to<4>)
      .tried_with({"4-6-7", "2*4-4-7", "4-6-7 8-1", "4-3-6"})
      .asks(
          &Asked::attacks, "attacks", attacks_form,
          "the enemies in sight and normal range who fire, each once in the Rout Phase; those of a "
          "fire group are one attack",
          read_attack_list)
      .tried_with({"4", "4 4", "8 2", "4 8 2"})
      .asks(&Asked::drm, "drm", -10, 10, "modifiers beside the -2 of the open: the firers' leader")
      .asks(&Asked::broken_morale, "broken_morale", 2, 10,
            "the morale on the broken side; default: that of the front, a 4-3-6 one less")
      .or_of_unit(UnitFact::morale)
      .outcome("all_get_away", "nobody is eliminated")
      .outcome("some_get_away", "some are")
      .outcome("all_eliminated", "all are")
      .event("any_eliminated", "a unit at least is eliminated")
      .measure("eliminated", "units that are eliminated")
      .measure("get_away", "units that get away")
      .headline("all_get_away", "all get away")
      .headline("all_eliminated", "all are eliminated");
}

}  // namespace combat_odds::squad_leader
