#include "combat_odds/sim/asl/infantry/fire_target.hpp"

#include <algorithm>
#include <span>

#include "combat_odds/sim/asl/infantry/selection.hpp"
#include "combat_odds/sim/asl/infantry/wound.hpp"

namespace combat_odds::asl {
namespace {

enum class Check : std::uint8_t {
  passed,
  passed_pinned,
  failed,
  failed_replaced,
  casualty,  ///< Original 12 (A10.31)
  casualty_replaced,
};

/// All units that are not leaders, or those of them before `end`. Where they have all checked, or
/// none has, they are as good as each other in any order.
std::span<TargetUnit> others(TargetStack& stack, std::size_t end) {
  return {stack.units.begin() + stack.leader_count,
          stack.units.begin() + static_cast<std::ptrdiff_t>(end)};
}

}  // namespace

bool FireTarget::resolve(Dice& dice, TargetStack& stack, IftResult result, bool last) const {
  using Kind = IftResult::Kind;
  if (result.kind >= Kind::mc) stack.nmc_or_better = 1;
  if (result.kind == Kind::kia) kill(dice, stack, result.number);
  if (result.kind == Kind::k) reduce_one(dice, stack);
  stack.check = result.kind == Kind::k || result.kind == Kind::mc ? TargetStack::Check::morale
                : result.kind == Kind::ptc                        ? TargetStack::Check::pin_task
                                                                  : TargetStack::Check::none;
  leaders_check(dice, stack, result.number);
  if (others_check(dice, stack, last)) return true;
  stack.check = TargetStack::Check::none;
  stack.drm = 0;
  stack.losses = {};
  stack.loss_count = 0;
  return checkpoint(dice, stack, stack.unit_count);
}

/// #KIA (A7.301): that many by Random Selection, the rest break; who is broken already suffers
/// Casualty Reduction.
void FireTarget::kill(Dice& dice, TargetStack& stack, int number) const {
  const std::uint32_t dead = select(dice, stack, number);
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if ((dead >> i & 1) != 0) eliminate(stack, i);
  }
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if (stack.units[i].is(TargetUnit::eliminated)) continue;
    if (stack.units[i].is(TargetUnit::broken)) {
      casualty_reduction(dice, stack, i);
    } else {
      break_unit(stack, i, morale(stack, i));
    }
  }
}

/// The first half of K/# (A7.302). A wounded SMC takes no MC: he is neither one of the others nor
/// a new half-squad.
void FireTarget::reduce_one(Dice& dice, TargetStack& stack) const {
  const std::uint32_t hit = select(dice, stack, 1);
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if ((hit >> i & 1) == 0) continue;
    casualty_reduction(dice, stack, i);
    stack.exempt[i] = type(stack, i).is_leader() ? 1 : 0;
  }
}

/// Which of the units that are left are selected; like units are as good as each other, so only
/// how many of them.
std::uint32_t FireTarget::select(Dice& dice, const TargetStack& stack, int number) const {
  std::array<std::size_t, TargetStack::most_units> left{};
  int count = 0;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if (!stack.units[i].is(TargetUnit::eliminated)) left[static_cast<std::size_t>(count++)] = i;
  }
  const auto unit = [&](int i) -> const TargetUnit& {
    return stack.units[left[static_cast<std::size_t>(i)]];
  };
  std::uint32_t selected = (std::uint32_t{1} << count) - 1;
  if (number < count) {
    selected = dice.random_selection(count, number, [&](std::uint32_t chosen) {
      return first_of_like(count, chosen, [&](int a, int b) { return unit(a) == unit(b); });
    });
  }
  std::uint32_t positions = 0;
  for (int i = 0; i < count; ++i) {
    if ((selected >> i & 1) != 0)
      positions |= std::uint32_t{1} << left[static_cast<std::size_t>(i)];
  }
  return positions;
}

/// The check that the result calls for: NMC and #MC (A7.303-.304) or PTC (A7.305).
void FireTarget::check(Dice& dice, TargetStack& stack, std::size_t i, int drm) const {
  if (stack.units[i].is(TargetUnit::eliminated) || stack.exempt[i] != 0) return;
  if (stack.check == TargetStack::Check::morale) morale_check(dice, stack, i, drm, true);
  if (stack.check == TargetStack::Check::pin_task) task_check(dice, stack, i, drm);
}

/// LLMC for a leader eliminated, LLTC for one broken, if the unit's Morale Level is lower than his
/// was (A10.2).
void FireTarget::take_loss(Dice& dice, TargetStack& stack, std::size_t i,
                           const TargetStack::LeaderLoss& loss) const {
  if (stack.units[i].is(TargetUnit::eliminated) || morale(stack, i) >= loss.morale) return;
  if (loss.eliminated != 0) {
    morale_check(dice, stack, i, loss.drm, false);
  } else {
    task_check(dice, stack, i, loss.drm);
  }
}

/// Leaders check first, the best first (A10.2); then, after the attack, those who are left for each
/// of them who was lost.
void FireTarget::leaders_check(Dice& dice, TargetStack& stack, int number) const {
  if (stack.check == TargetStack::Check::pin_task) number = 0;
  for (std::size_t i = 0; i < stack.leader_count; ++i) {
    check(dice, stack, i, number + leadership(stack, i));
  }
  stack.drm = static_cast<std::int8_t>(number + leadership(stack, stack.leader_count));
  stack.exempt = {};
  for (std::size_t l = 0; l < stack.loss_count; ++l) {
    const TargetStack::LeaderLoss loss = stack.losses[l];
    for (std::size_t i = 0; i < stack.leader_count; ++i) take_loss(dice, stack, i, loss);
  }
}

/// The others one by one, each the check of the attack and those for the leaders lost. (By the book
/// all take the first before any takes the second; they do not depend on each other.)
bool FireTarget::others_check(Dice& dice, TargetStack& stack, bool last) const {
  // Of a unit that has nothing left to take, only what it came to matters.
  const auto settle = [&](TargetUnit& unit) {
    if (last) unit.type = 0;
  };
  for (std::size_t i = 0; i < stack.leader_count; ++i) settle(stack.units[i]);
  std::ranges::sort(others(stack, stack.unit_count));
  for (std::size_t i = stack.leader_count; i < stack.unit_count; ++i) {
    if (checkpoint(dice, stack, i)) return true;
    check(dice, stack, i, stack.drm);
    for (std::size_t l = 0; l < stack.loss_count; ++l) take_loss(dice, stack, i, stack.losses[l]);
    settle(stack.units[i]);
  }
  return false;
}

/// A unit passes with a Final DR of its Morale Level or less (A10.1). Passing the MC of an IFT
/// attack with the highest DR that passes pins it (A7.8); an Original 12 never passes (A10.31).
void FireTarget::morale_check(Dice& dice, TargetStack& stack, std::size_t i, int drm,
                              bool may_pin) const {
  const int level = morale(stack, i);
  const bool was_broken = stack.units[i].is(TargetUnit::broken);
  const bool elr_counts = type(stack, i).has_elr() && !was_broken;
  const int most = type(stack, i).underlined_morale ? 5 : elr;
  const Check check = dice.DR([&](TwoDice roll) {
    const int excess = roll.total() + drm - level;
    const bool over_elr = elr_counts && excess > most;
    if (roll.total() == 12) return over_elr ? Check::casualty_replaced : Check::casualty;
    if (excess > 0) return over_elr ? Check::failed_replaced : Check::failed;
    const int highest = std::min(level - drm, 11);
    return may_pin && !was_broken && roll.total() == highest ? Check::passed_pinned : Check::passed;
  });
  switch (check) {
    case Check::passed:
      break;
    case Check::passed_pinned:
      stack.units[i].status |= TargetUnit::pinned;
      break;
    case Check::failed:
    case Check::failed_replaced:
      if (was_broken) {
        casualty_reduction(dice, stack, i);  // A10.3
      } else {
        if (check == Check::failed_replaced) replace(stack, i);
        break_unit(stack, i, morale(stack, i));
      }
      break;
    case Check::casualty:
    case Check::casualty_replaced:
      if (was_broken) {
        eliminate(stack, i);
      } else {
        if (check == Check::casualty_replaced) replace(stack, i);
        casualty_reduction(dice, stack, i);
        if (!stack.units[i].is(TargetUnit::eliminated)) break_unit(stack, i, level);
      }
      break;
  }
}

void FireTarget::task_check(Dice& dice, TargetStack& stack, std::size_t i, int drm) const {
  TargetUnit& unit = stack.units[i];
  if ((unit.status & (TargetUnit::broken | TargetUnit::pinned | TargetUnit::eliminated)) != 0)
    return;
  const int level = morale(stack, i);
  const bool passed = dice.DR([&](TwoDice roll) { return roll.total() + drm <= level; });
  if (!passed) unit.status |= TargetUnit::pinned;
}

/// Casualty Reduction (A7.302): a squad becomes its half-squad, a half-squad or crew is
/// eliminated, an SMC is wounded.
void FireTarget::casualty_reduction(Dice& dice, TargetStack& stack, std::size_t i) const {
  TargetUnit& unit = stack.units[i];
  if (type(stack, i).is_leader()) {
    if (wound_kills(dice, unit.is(TargetUnit::reduced))) {
      eliminate(stack, i);
    } else {
      unit.status |= TargetUnit::reduced;
    }
  } else if (type(stack, i).kind == UnitType::Kind::squad) {
    unit.type = static_cast<std::uint8_t>(type(stack, i).reduced_to);
    unit.status |= TargetUnit::reduced;
  } else {
    eliminate(stack, i);
  }
}

/// Unit Replacement (A19.13); without a lower quality the unit is Disrupted, which changes
/// nothing here.
void FireTarget::replace(TargetStack& stack, std::size_t i) const {
  TargetUnit& unit = stack.units[i];
  stack.replaced = 1;
  if (type(stack, i).replaced_by >= 0) {
    unit.type = static_cast<std::uint8_t>(type(stack, i).replaced_by);
  }
}

void FireTarget::break_unit(TargetStack& stack, std::size_t i, int level) const {
  lose_leader(stack, i, level, false);
  TargetUnit& unit = stack.units[i];
  unit.status |= TargetUnit::broken;
  unit.status &= static_cast<std::uint8_t>(~TargetUnit::pinned);
}

void FireTarget::eliminate(TargetStack& stack, std::size_t i) const {
  lose_leader(stack, i, morale(stack, i), true);
  TargetUnit& unit = stack.units[i];
  unit.status = TargetUnit::eliminated;
}

void FireTarget::lose_leader(TargetStack& stack, std::size_t i, int level, bool eliminated) const {
  if (!type(stack, i).is_leader()) return;
  stack.losses[stack.loss_count++] = {static_cast<std::uint8_t>(eliminated ? 1 : 0),
                                      static_cast<std::uint8_t>(level),
                                      static_cast<std::uint8_t>(std::max(-modifier(stack, i), 0))};
}

const UnitType& FireTarget::type(const TargetStack& stack, std::size_t i) const {
  return roster_[stack.units[i].type];
}

/// The current Morale Level; a wound costs one (A17.2).
int FireTarget::morale(const TargetStack& stack, std::size_t i) const {
  const TargetUnit& unit = stack.units[i];
  const UnitType& kind = type(stack, i);
  const int level = unit.is(TargetUnit::broken) ? kind.broken_morale : kind.name.morale;
  return level - (kind.is_leader() && unit.is(TargetUnit::reduced) ? 1 : 0);
}

/// A leader's modifier; a wound worsens it by one (A17.2).
int FireTarget::modifier(const TargetStack& stack, std::size_t i) const {
  return type(stack, i).name.modifier + (stack.units[i].is(TargetUnit::reduced) ? 1 : 0);
}

/// The best modifier of an unbroken, unpinned leader here; for a leader only of one with a higher
/// Morale Level (A10.21-.22).
int FireTarget::leadership(const TargetStack& stack, std::size_t i) const {
  bool led = false;
  int best = 0;
  for (std::size_t l = 0; l < stack.leader_count; ++l) {
    const bool able = (stack.units[l].status &
                       (TargetUnit::broken | TargetUnit::pinned | TargetUnit::eliminated)) == 0;
    const bool his_own = l == i;
    const bool no_better = i < stack.leader_count && morale(stack, l) <= morale(stack, i);
    if (!able || his_own || no_better) continue;
    best = led ? std::min(best, modifier(stack, l)) : modifier(stack, l);
    led = true;
  }
  return best;
}

/// The units before `next` that have checked are as good as each other in any order.
bool FireTarget::checkpoint(Dice& dice, TargetStack& stack, std::size_t next) {
  stack.next = static_cast<std::uint8_t>(next);
  if (next > stack.leader_count) std::ranges::sort(others(stack, next));
  return dice.at(stack);
}

}  // namespace combat_odds::asl
