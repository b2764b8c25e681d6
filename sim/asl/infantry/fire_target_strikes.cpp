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
  stack.next = stack.loss = 0;
  stack.phase = TargetStack::Phase::leaders;
  go_on(stack);
}

void FireTarget::begin_strike_on(Dice& dice, TargetStack& stack, std::size_t i, Strike strike,
                                 bool last) const {
  const TargetUnit struck = stack.units[i];
  leaders_in_order(stack);
  stack.last = last ? 1 : 0;
  const auto unit = std::find(stack.units.begin(), stack.units.end(), struck);
  suffer(dice, stack, static_cast<std::size_t>(unit - stack.units.begin()), strike);
  stack.next = stack.loss = 0;
  stack.phase = TargetStack::Phase::leaders;
  go_on(stack);
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

void FireTarget::begin_critical(Dice& dice, TargetStack& stack, IftResult critical,
                                IftResult result, bool last) const {
  const std::uint32_t chosen = select(dice, stack, 1, left(stack, 0));
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if ((chosen >> i & 1) != 0) stack.units[i].status |= TargetUnit::struck;
  }
  begin(stack, Results{result, critical}, last);
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

void FireTarget::add_reading(std::vector<IftResult> by_group) {
  const auto known = std::ranges::find(readings_, by_group, &Reading::by_group);
  if (known != readings_.end()) return;
  Reading reading;
  reading.by_group = std::move(by_group);
  for (std::size_t group = 0; group < reading.by_group.size(); ++group) {
    std::vector<IftResult>& different = reading.different;
    const auto same = std::find(different.begin(), different.end(), reading.by_group[group]);
    reading.of_group.at(group) = small(same - different.begin());
    if (same == different.end()) different.push_back(reading.by_group[group]);
  }
  readings_.push_back(std::move(reading));
}

std::uint8_t FireTarget::reading_of(std::span<const IftResult> by_group) const {
  const auto known = std::find_if(readings_.begin(), readings_.end(), [&](const Reading& reading) {
    return std::equal(by_group.begin(), by_group.end(), reading.by_group.begin(),
                      reading.by_group.end());
  });
  return small(known - readings_.begin() + 1);
}

void FireTarget::begin_on_groups(TargetStack& stack, std::uint8_t reading, bool last) const {
  using Kind = IftResult::Kind;
  const std::vector<IftResult>& different = readings_[reading - 1u].different;
  if (different.size() == 1) {
    begin(stack, different.front(), last);
    return;
  }
  stack.reading = reading;
  leaders_in_order(stack);
  stack.last = last ? 1 : 0;
  bool casualties = false;
  for (std::size_t hit = 0; hit < different.size(); ++hit) {
    if (different[hit].kind >= Kind::mc && left(stack, hit) != 0) stack.nmc_or_better = 1;
    casualties = casualties || different[hit].kind >= Kind::k;
  }
  stack.next = stack.loss = 0;
  stack.phase = casualties ? TargetStack::Phase::casualties : TargetStack::Phase::leaders;
  go_on(stack);
}

void FireTarget::end_pins(TargetStack& stack) {
  for (TargetUnit& unit : stack.units) {
    unit.status &= static_cast<std::uint8_t>(~TargetUnit::pinned);
  }
}

void FireTarget::begin_fate(Dice& dice, TargetStack& stack, std::size_t i) const {
  casualty_reduction(dice, stack, i);
  stack.last = 0;
  stack.next = stack.loss = 0;
  stack.phase = TargetStack::Phase::leaders;
  go_on(stack);
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
