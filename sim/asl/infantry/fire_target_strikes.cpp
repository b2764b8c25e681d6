#include <algorithm>
#include <utility>

#include "core/dice/small.hpp"
#include "sim/asl/infantry/fire_target.hpp"

// Attacks other than one result of the IFT against all units.

namespace combat_odds::asl {
namespace {

constexpr int cannot_move = TargetUnit::broken | TargetUnit::pinned | TargetUnit::eliminated;

}  // namespace

void FireTarget::begin_strike(Dice& dice, TargetStack& stack, Strike strike,
                              FunctionRef<Strike(Dice&)> of_tie, bool last) const {
  leaders_in_order(stack);
  stack.last = last ? 1 : 0;
  const std::uint32_t chosen = select(dice, stack, 1, left(stack, 0));
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if ((chosen >> i & 1) == 0) continue;
    suffer(dice, stack, i, strike);
    if ((chosen >> (i + 1)) != 0) strike = of_tie(dice);
  }
  go_through(stack, TargetStack::Phase::leaders);
}

void FireTarget::begin_strike_on(Dice& dice, TargetStack& stack, std::size_t i, Strike strike,
                                 bool last) const {
  const TargetUnit struck = stack.units[i];
  leaders_in_order(stack);
  stack.last = last ? 1 : 0;
  const auto unit = std::find(stack.units.begin(), stack.units.end(), struck);
  suffer(dice, stack, static_cast<std::size_t>(unit - stack.units.begin()), strike);
  go_through(stack, TargetStack::Phase::leaders);
}

void FireTarget::suffer(Dice& dice, TargetStack& stack, std::size_t i, Strike strike) const {
  const bool smc = type(stack, i).is_smc();
  const bool broken = stack.units[i].is(TargetUnit::broken);
  const bool berserk = type(stack, i).traits.berserk;  // it never breaks nor is pinned (A15.42)
  switch (strike) {
    case Strike::none:
      break;
    case Strike::kills_or_breaks:
      if (smc) {
        eliminate(stack, i);
      } else if (broken || berserk) {
        casualty_reduction(dice, stack, i);
      } else {
        break_unit(stack, i);
      }
      break;
    case Strike::wounds_or_pins:
      if (smc) {
        casualty_reduction(dice, stack, i);
      } else if (!broken && !berserk) {
        stack.units[i].status |= TargetUnit::pinned;
      }
      break;
    case Strike::reduces:
      casualty_reduction(dice, stack, i);
      break;
    case Strike::breaks:
      if (broken || type(stack, i).never_breaks()) {
        casualty_reduction(dice, stack, i);
      } else {
        break_unit(stack, i);
      }
      break;
  }
}

void FireTarget::strike_one(Dice& dice, TargetStack& stack, std::uint32_t among) const {
  mark(stack, select(dice, stack, 1, among), for_critical);
}

void FireTarget::begin_critical(Dice& dice, TargetStack& stack, IftResult critical,
                                IftResult result, bool last) const {
  if (in_bodies_ && critical.kind == IftResult::Kind::none) {
    begin(stack, result, last);
    return;
  }
  if (!in_bodies_) strike_one(dice, stack, left(stack, 0));
  begin(stack, Results{result, critical}, last, in_bodies_);
}

/// Units that are not moving count as struck by a Critical Hit without effect.
void FireTarget::begin_on_movers(TargetStack& stack, IftResult result, bool last) const {
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    TargetUnit& unit = stack.units[i];
    if ((unit.status & cannot_move) != 0) unit.status |= TargetUnit::struck;
  }
  begin(stack, Results{result, IftResult{}}, last);
}

void FireTarget::begin_with_pinned(TargetStack& stack, IftResult result, IftResult on_pinned,
                                   bool last) const {
  if (result == on_pinned || !any_pinned(stack)) {
    begin(stack, result, last);
    return;
  }
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    TargetUnit& unit = stack.units[i];
    if (unit.is(TargetUnit::pinned)) unit.status |= TargetUnit::struck;
  }
  begin(stack, Results{result, on_pinned}, last);
}

void FireTarget::end_pins(TargetStack& stack) {
  for (TargetUnit& unit : stack.units) {
    unit.status &= static_cast<std::uint8_t>(~TargetUnit::pinned);
  }
}

void FireTarget::end_leaders_pins(TargetStack& stack) {
  for (std::size_t i = 0; i < stack.leader_count; ++i) {
    stack.units[i].status &= static_cast<std::uint8_t>(~TargetUnit::pinned);
  }
}

void FireTarget::begin_fate(Dice& dice, TargetStack& stack, std::size_t i) const {
  casualty_reduction(dice, stack, i);
  stack.last = 0;
  go_through(stack, TargetStack::Phase::leaders);
}

bool FireTarget::any_pinned(const TargetStack& stack) {
  return std::any_of(stack.units.begin(), stack.units.begin() + stack.unit_count,
                     [](const TargetUnit& unit) { return unit.is(TargetUnit::pinned); });
}

bool FireTarget::any_mover(const TargetStack& stack) {
  return std::any_of(stack.units.begin(), stack.units.begin() + stack.unit_count,
                     [](const TargetUnit& unit) { return (unit.status & cannot_move) == 0; });
}

void FireTarget::pin_all(TargetStack& stack) const {
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if (takes_task_check(stack, i)) stack.units[i].status |= TargetUnit::pinned;
  }
}

FireTarget::Able FireTarget::able(const TargetStack& stack) const {
  Able able;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if (!is_able(stack, i)) continue;
    const UnitType& unit = type(stack, i);
    if (unit.traits.berserk) {
      ++able.berserk;
    } else if (unit.is_leader()) {
      ++able.leaders;
      able.leadership = std::min(able.leadership.value_or(9), modifier(stack, i));
    } else if (unit.is_hero()) {
      ++able.heroes;
    } else {
      able.half_squads += unit.kind == UnitType::Kind::squad ? 2 : 1;
    }
  }
  return able;
}

std::vector<Term> without(std::vector<Term> terms, std::initializer_list<std::string_view> names) {
  std::erase_if(terms, [&](const Term& term) {
    return std::find(names.begin(), names.end(), term.name) != names.end();
  });
  return terms;
}

}  // namespace combat_odds::asl
