#include "core/dice/small.hpp"
#include "sim/asl/infantry/fire_target.hpp"

// Heat of Battle among units under fire (A15).

namespace combat_odds::asl {

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
  }
}

/// A15.4-.41. If the leader is a commissar, the others must follow (A25.223).
void FireTarget::go_berserk(TargetStack& stack, std::size_t i, bool drags_along) const {
  TargetUnit& unit = stack.units[i];
  const UnitType& kind = type(unit);
  if (drags_along && kind.is_leader()) {
    stack.berserk_leader = kind.is_commissar() ? 2 : 1;
    stack.berserk_drm = static_cast<std::int8_t>(modifier(stack, i));
  }
  unit.type = static_cast<std::uint8_t>(kind.berserk_as);
  unit.status &= static_cast<std::uint8_t>(~(TargetUnit::broken | TargetUnit::pinned));
}

void FireTarget::begin_heat_of_rally(Dice& dice, TargetStack& stack, std::size_t i) const {
  heat_of_battle(dice, stack, i, true);
  stack.losses = {};
  stack.loss_count = 0;
  if (stack.berserk_leader == 0) return;
  stack.phase = TargetStack::Phase::berserk_leader;
  stack.next = 0;
  go_on(stack);
}

bool FireTarget::may_follow(const TargetStack& stack, std::size_t i) const {
  return !stack.units[i].is_away() && HeatOfBattle::concerns(type(stack, i));
}

/// A15.41: an NTC with his modifier, unless a commissar forbids it. A unit that passes goes
/// berserk.
void FireTarget::follow(Dice& dice, TargetStack& stack, std::size_t i) const {
  const bool unled = commissar_watches(stack, i) || type(stack, i).is_commissar();
  const int level = morale(stack, i);
  const int with = unled ? 0 : stack.berserk_drm;
  const bool follows = stack.berserk_leader == 2 ||
                       dice.DR([&](TwoDice roll) { return roll.total() + with <= level; });
  if (follows) go_berserk(stack, i, false);
}

}  // namespace combat_odds::asl
