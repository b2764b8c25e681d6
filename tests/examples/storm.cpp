#include "core/dice/working.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/declare/units.hpp"
#include "sim/squad_games/both_sides.hpp"
#include "sim/squad_games/numbers_needed.hpp"
#include "sim/squad_leader/close_fight/close_combat.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"

namespace combat_odds::squad_leader {
namespace {

/// Fire at a hex, and then close combat with those who are still unbroken there.
struct Storm {
  std::vector<UnitName> target;
  double firepower = 8;
  int drm = 0;
  int attackers = 4;

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    table_ = &charts.get<CloseCombatTable>();
    start_ = target_stack(target, TargetUnit::Status::good, {}, &kinds_);
  }

  Outcome resolve(Dice& dice) const {
    TargetStack stack = start_;
    const int column = ift_->column(firepower);
    resolve_fire(dice, stack, dice.DR([&](TwoDice roll) {  // 10.6, 12
      return ift_->at(column, roll.total() + drm);
    }));
    dice.at(stack);
    const int left = factors(stack);
    if (left == 0) return holder_outcome(true, false);  // 20.9
    // 20.3: both attack at the same time.
    const bool kills = DR_at_most(dice, table_->kill_number(attackers, left));
    const bool dies = DR_at_most(dice, table_->kill_number(left, attackers));
    return holder_outcome(!dies, !kills);
  }

 private:
  int factors(const TargetStack& stack) const {
    int sum = 0;
    for (std::size_t i = 0; i < stack.unit_count; ++i) {
      const TargetUnit& unit = stack.units[i];
      if (is_unbroken(unit.status)) sum += kinds_[unit.kind].firepower;
    }
    return sum;
  }

  const Ift* ift_ = nullptr;
  const CloseCombatTable* table_ = nullptr;
  std::vector<UnitName> kinds_;
  TargetStack start_;
};

}  // namespace

Procedure storm() {
  using Asked = Storm;
  return procedure<Asked>("example.storm", "COI 10, 12, 20",
                          "fire at a hex, and close combat in it")
      .asks(&Asked::target, "target", units_form, "the squads under fire",
            units_up_to<TargetStack::most_units>)
      .or_named(infantry_names())
      .required()
      .tried_with({"4-4-7", "2*4-4-7", "4-3-6"})
      .asks(&Asked::firepower, "firepower", 1, 100, "FP of the fire")
      .asks(&Asked::drm, "drm", -10, 10, "its DRM")
      .asks(&Asked::attackers, "attackers", 1, 60, "factors of those who go in")
      .outcomes(holder_outcomes())
      .events(holder_events())
      .headline("attacker_holds", "the attacker holds the hex")
      .headline("melee", "a melee");
}

}  // namespace combat_odds::squad_leader
