#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/asl/infantry/fire_target.hpp"

// Heat of Battle among units under fire (A15).

namespace combat_odds::asl {
namespace {

constexpr int best_modifier = -3;

/// The leaders who went berserk with the best modifier among them.
std::uint8_t* best_of(TargetStack& stack) {
  const auto best =
      std::ranges::find_if(stack.berserk_leaders, [](int number) { return number > 0; });
  return best == stack.berserk_leaders.end() ? nullptr : &*best;
}

}  // namespace

/// Heat of Battle after an Original 2 on an MC: +1 for a unit that was broken or breaks by that MC.
void FireTarget::heat_of_battle(Dice& dice, TargetStack& stack, std::size_t i,
                                bool was_broken) const {
  using Result = HeatOfBattle::Result;
  const bool broken = was_broken || stack.units[i].is(TargetUnit::broken);
  const Result result = heat.roll(dice, type(stack, i), broken);
  stack.heat = 1;
  TargetUnit& unit = stack.units[i];
  const auto unbroken_as = [&](int type) {
    unit.type = small(type);
    unit.status &= static_cast<std::uint8_t>(~(TargetUnit::broken | TargetUnit::pinned));
  };
  const bool both = result == Result::hero_and_battle_hardening;
  if ((both || result == Result::battle_hardening) && type(unit).hardened_to >= 0) {  // A15.3
    unbroken_as(type(unit).hardened_to);
  }
  if (both || result == Result::hero) {  // A15.21
    const int heroic = type(unit).heroic_as;
    const UnitType& hero = roster_[static_cast<std::size_t>(heroic)];
    if (type(unit).is_leader()) {
      const bool wounded = unit.is(TargetUnit::reduced) && hero.reduced_to >= 0;
      unbroken_as(wounded ? hero.reduced_to : heroic);
    } else if (stack.unit_count < TargetStack::most_units) {
      insert_behind(stack, i, {small(heroic), 0});
    }
  }
  if (result == Result::berserk) go_berserk(stack, i, true);
  if (result == Result::surrender) {  // A15.5
    if (!unit.is(TargetUnit::broken)) break_unit(stack, i);
    if (type(unit).surrenders_as >= 0) unit.type = small(type(unit).surrenders_as);
  }
}

/// A15.4-.41: the others may follow each leader who goes berserk. If he is a commissar, they must
/// (A25.223).
void FireTarget::go_berserk(TargetStack& stack, std::size_t i, bool drags_along) const {
  TargetUnit& unit = stack.units[i];
  const UnitType& kind = type(unit);
  if (drags_along && kind.is_leader()) {
    if (kind.is_commissar()) stack.all_follow = 1;
    ++stack.berserk_leaders.at(static_cast<std::size_t>(modifier(stack, i) - best_modifier));
  }
  unit.type = static_cast<std::uint8_t>(kind.berserk_as);
  unit.status &= static_cast<std::uint8_t>(~(TargetUnit::broken | TargetUnit::pinned));
}

void FireTarget::begin_heat_of_rally(Dice& dice, TargetStack& stack, std::size_t i) const {
  heat_of_battle(dice, stack, i, true);
  stack.losses = {};
  stack.loss_count = 0;
  if (best_of(stack) == nullptr) return;
  stack.phase = TargetStack::Phase::berserk_leaders;
  stack.next = 0;
  go_on(stack);
}

bool FireTarget::may_follow(const TargetStack& stack, std::size_t i) const {
  return !stack.units[i].is_away() && HeatOfBattle::concerns(type(stack, i));
}

/// Whether `next` may follow a leader, once it has moved on to such a unit: all of them in turn for
/// each of the leaders, the best first.
bool FireTarget::has_follower(TargetStack& stack) const {
  while (std::uint8_t* const leaders = best_of(stack)) {
    while (stack.next < stack.unit_count && !may_follow(stack, stack.next)) ++stack.next;
    if (stack.next < stack.unit_count) return true;
    --*leaders;
    stack.next = 0;
  }
  return false;
}

/// A15.41: an NTC with his modifier, unless a commissar forbids it. A unit that passes goes
/// berserk.
void FireTarget::follow(Dice& dice, TargetStack& stack, std::size_t i) const {
  const bool unled = commissar_watches(stack, i) || type(stack, i).is_commissar();
  const int level = morale(stack, i);
  const auto his = static_cast<int>(best_of(stack) - stack.berserk_leaders.data()) + best_modifier;
  const int with = unled ? 0 : his;
  const bool follows =
      stack.all_follow != 0 || dice.DR([&](TwoDice roll) { return roll.total() + with <= level; });
  if (follows) go_berserk(stack, i, false);
}

}  // namespace combat_odds::asl
