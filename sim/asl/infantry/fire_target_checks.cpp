#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/asl/infantry/fire_target.hpp"
#include "sim/asl/units/casualty_points.hpp"
#include "sim/asl/units/wound.hpp"

// What a FireTarget rolls for one unit: its checks, and what failing them costs it.

namespace combat_odds::asl {
namespace {

enum class Check : std::uint8_t {
  passed,
  passed_pinned,
  failed,
  failed_replaced,
  casualty,  ///< Original 12 (A10.31)
  casualty_replaced,
  passed_heat,  ///< from here on: after an Original 2, followed by Heat of Battle (A15.1)
  passed_pinned_heat,
  failed_heat,
  failed_replaced_heat,
};

/// The same result, followed by Heat of Battle.
Check with_heat(Check check) {
  return check == Check::passed          ? Check::passed_heat
         : check == Check::passed_pinned ? Check::passed_pinned_heat
         : check == Check::failed        ? Check::failed_heat
                                         : Check::failed_replaced_heat;
}
Check without_heat(Check check) {
  return check == Check::passed_heat            ? Check::passed
         : check == Check::passed_pinned_heat   ? Check::passed_pinned
         : check == Check::failed_heat          ? Check::failed
         : check == Check::failed_replaced_heat ? Check::failed_replaced
                                                : check;
}

/// A19.13: the ELR of units whose morale is underlined.
constexpr int underlined_elr = 5;

}  // namespace

/// A unit passes with a Final DR of its Morale Level or less (A10.1). Passing the MC of an IFT
/// attack with the highest DR that passes pins it (A7.8), but not a hero; an Original 12 never
/// passes (A10.31).
void FireTarget::morale_check(Dice& dice, TargetStack& stack, std::size_t i, int drm,
                              bool may_pin) const {
  const int level = morale(stack, i);
  const UnitType& unit = type(stack, i);
  const bool was_broken = stack.units[i].is(TargetUnit::broken);
  const bool pins = may_pin && !was_broken && !unit.never_breaks() && !state.climbing;
  const bool heats = heat.played() && HeatOfBattle::concerns(unit);
  const bool elr_counts = unit.has_elr() && !was_broken && !unit.never_breaks();
  const int most = unit.underlined_morale ? underlined_elr : elr;
  const Check rolled = dice.DR([&](TwoDice roll) {
    const int excess = roll.total() + drm - level;
    const bool over_elr = elr_counts && excess > most;
    if (roll.total() == 12) return over_elr ? Check::casualty_replaced : Check::casualty;
    const int highest = std::min(level - drm, 11);
    const Check seen = excess > 0 ? (over_elr ? Check::failed_replaced : Check::failed)
                       : pins && roll.total() == highest ? Check::passed_pinned
                                                         : Check::passed;
    return heats && roll.total() == 2 ? with_heat(seen) : seen;
  });
  const Check check = without_heat(rolled);
  if (check == Check::passed_pinned) {
    stack.units[i].status |= TargetUnit::pinned;
  } else if (check == Check::failed || check == Check::failed_replaced) {
    fail_morale_check(dice, stack, i, check == Check::failed_replaced);
  } else if (check != Check::passed) {
    fail_casualty_check(dice, stack, i, check == Check::casualty_replaced);
  }
  if (rolled == check || stack.units[i].is(TargetUnit::eliminated)) return;
  heat_of_battle(dice, stack, i, was_broken);
}

/// A10.3: the unit breaks, after Unit Replacement if it failed by more than its ELR; a broken one
/// suffers Casualty Reduction. A15.2: a hero is wounded, a wounded one eliminated.
void FireTarget::fail_morale_check(Dice& dice, TargetStack& stack, std::size_t i,
                                   bool over_elr) const {
  const UnitType& unit = type(stack, i);
  const bool wounded_hero = unit.is_hero() && unit.reduced_to < 0;
  if (wounded_hero || state.climbing) {  // B11.42
    eliminate(stack, i);
  } else if (unit.never_breaks() || stack.units[i].is(TargetUnit::broken)) {
    casualty_reduction(dice, stack, i);
  } else if (over_elr && unit.underlined_morale && unit.kind == UnitType::Kind::squad) {
    split(stack, i);
  } else {
    if (over_elr) replace(stack, i);
    break_unit(stack, i);
  }
}

/// A10.31: Casualty Reduction, after Unit Replacement, and the unit breaks; a broken one is
/// eliminated, and so is a berserk MMC. A hero's or berserk leader's wound counts as a second one.
void FireTarget::fail_casualty_check(Dice& dice, TargetStack& stack, std::size_t i,
                                     bool over_elr) const {
  const UnitType& unit = type(stack, i);
  const bool wounded_hero = unit.is_hero() && unit.reduced_to < 0;
  const bool berserk_mmc = unit.never_breaks() && !unit.is_smc();
  if (stack.units[i].is(TargetUnit::broken) || wounded_hero || berserk_mmc || state.climbing) {
    eliminate(stack, i);
  } else if (unit.never_breaks()) {
    casualty_reduction(dice, stack, i, true);
  } else {
    if (over_elr) replace(stack, i);
    casualty_reduction(dice, stack, i);
    if (!stack.units[i].is(TargetUnit::eliminated)) break_unit(stack, i);
  }
}

/// Heroes (A15.2), berserk units (A15.42) and climbers (B11.4) never pin, nor do units that are
/// broken or pinned already.
bool FireTarget::takes_task_check(const TargetStack& stack, std::size_t i) const {
  constexpr int cannot = TargetUnit::broken | TargetUnit::pinned | TargetUnit::eliminated;
  return (stack.units[i].status & cannot) == 0 && !type(stack, i).never_breaks() && !state.climbing;
}

void FireTarget::task_check(Dice& dice, TargetStack& stack, std::size_t i, int drm) const {
  const int level = morale(stack, i);
  const bool passed = dice.DR([&](TwoDice roll) { return roll.total() + drm <= level; });
  if (!passed) stack.units[i].status |= TargetUnit::pinned;
}

/// Casualty Reduction (A7.302): a squad becomes its half-squad, a half-squad or crew is
/// eliminated, an SMC is wounded.
void FireTarget::casualty_reduction(Dice& dice, TargetStack& stack, std::size_t i,
                                    bool as_if_wounded) const {
  TargetUnit& unit = stack.units[i];
  const UnitType& kind = type(stack, i);
  if (kind.is_smc()) {
    const bool wounded =
        kind.is_hero() ? kind.reduced_to < 0 : unit.is(TargetUnit::reduced) || kind.traits.wounded;
    // B11.42: a climber falls by any wound.
    if (state.climbing || wound_kills(dice, wounded || as_if_wounded)) {
      eliminate(stack, i);
      return;
    }
  } else if (kind.kind != UnitType::Kind::squad) {
    eliminate(stack, i);
    return;
  }
  reduce(stack, i);
}

void FireTarget::reduce(TargetStack& stack, std::size_t i) const {
  TargetUnit& unit = stack.units[i];
  const UnitType& kind = type(stack, i);
  if (kind.reduced_to >= 0) {
    const UnitType& left = roster_[static_cast<std::size_t>(kind.reduced_to)];
    if (casualty_vp && !kind.is_smc()) {
      const int lost = casualty_points(kind) - casualty_points(left);
      stack.casualty_vp = small(stack.casualty_vp + lost);
    }
    unit.type = small(kind.reduced_to);
  }
  unit.status |= TargetUnit::reduced;
}

/// Unit Replacement (A19.13). A unit without a lower quality is Disrupted unless it is Fanatic
/// (A10.8); it has a type for that where somebody asks (tell_disrupted).
void FireTarget::replace(TargetStack& stack, std::size_t i) const {
  TargetUnit& unit = stack.units[i];
  const UnitType& kind = type(stack, i);
  const bool falls_apart = kind.underlined_morale && kind.kind == UnitType::Kind::squad;
  if (kind.replaced_by >= 0 || falls_apart || !kind.traits.fanatic) stack.replaced = 1;
  if (type(stack, i).replaced_by >= 0) {
    unit.type = small(type(stack, i).replaced_by);
  }
}

/// A19.13: a squad of underlined morale is Replaced by its two half-squads, broken.
void FireTarget::split(TargetStack& stack, std::size_t i) const {
  stack.replaced = 1;
  stack.units[i].type = small(type(stack, i).reduced_to);
  break_unit(stack, i);
  insert_behind(stack, i, stack.units[i]);
}

}  // namespace combat_odds::asl
