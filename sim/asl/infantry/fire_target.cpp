#include "combat_odds/sim/asl/infantry/fire_target.hpp"

#include <algorithm>
#include <span>
#include <utility>

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
  passed_heat,  ///< the same with an Original 2, which Heat of Battle follows (A15.1)
  passed_pinned_heat,
  failed_heat,
  failed_replaced_heat,
};

/// With Heat of Battle after it.
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

/// The units from place `begin` to `end`.
std::span<TargetUnit> places(TargetStack& stack, std::size_t begin, std::size_t end) {
  return {stack.units.begin() + static_cast<std::ptrdiff_t>(begin), end - begin};
}

}  // namespace

void FireTarget::begin(TargetStack& stack, IftResult result, bool last) const {
  begin(stack, Results{result, IftResult{}}, last);
}

bool FireTarget::resolve(Dice& dice, TargetStack& stack, IftResult result, bool last) const {
  begin(stack, result, last);
  return play(dice, stack);
}

bool FireTarget::resolve_critical(Dice& dice, TargetStack& stack, IftResult critical,
                                  IftResult result, bool last) const {
  begin_critical(dice, stack, critical, result, last);
  return play(dice, stack);
}

bool FireTarget::play(Dice& dice, TargetStack& stack) const {
  while (!resolved(stack)) {
    make_alike(stack);
    if (dice.at(stack)) return true;
    step(dice, stack);
  }
  make_alike(stack);
  return dice.at(stack);
}

void FireTarget::begin(TargetStack& stack, const Results& results, bool last) const {
  using Check = TargetStack::Check;
  using Kind = IftResult::Kind;
  leaders_in_order(stack);
  stack.last = last ? 1 : 0;
  bool casualties = false;
  for (std::size_t hit = 0; hit < results.size(); ++hit) {
    const Kind kind = results[hit].kind;
    if (kind >= Kind::mc) stack.nmc_or_better = 1;
    if (kind >= Kind::k) {
      casualties = true;
      stack.casualties[hit] = results[hit];
    }
    stack.check[hit] = kind == Kind::k || kind == Kind::mc ? Check::morale
                       : kind == Kind::ptc                 ? Check::pin_task
                                                           : Check::none;
    stack.number[hit] = stack.check[hit] == Check::morale ? results[hit].number : std::uint8_t{0};
  }
  stack.next = stack.loss = 0;
  stack.phase = casualties ? TargetStack::Phase::casualties : TargetStack::Phase::leaders;
  go_on(stack);
}

void FireTarget::step(Dice& dice, TargetStack& stack) const {
  using Kind = IftResult::Kind;
  using Phase = TargetStack::Phase;
  switch (stack.phase) {
    case Phase::casualties:
      for (std::size_t hit = 0; hit < stack.casualties.size(); ++hit) {
        const IftResult result = stack.casualties[hit];
        if (result.kind == Kind::kia) kill(dice, stack, result.number, hit);
        if (result.kind == Kind::k) reduce_one(dice, stack, hit);
      }
      stack.casualties = {};
      stack.phase = Phase::leaders;
      break;
    case Phase::leaders:
      check(dice, stack, stack.next, drm_under(stack, leadership(stack, stack.next)));
      ++stack.next;
      break;
    case Phase::leaders_losses:
      take_loss(dice, stack, stack.next, stack.losses[stack.loss]);
      ++stack.next;
      break;
    case Phase::others:
      other_checks(dice, stack);
      break;
    case Phase::berserk_leader:
      follow(dice, stack, stack.next);
      ++stack.next;
      break;
    case Phase::resolved:
      break;
  }
  go_on(stack);
}

/// On to the next unit that has something to roll for. Leaders check first, the best first (A10.2);
/// then, after the attack, those who are left for each of them who was lost; then the others.
void FireTarget::go_on(TargetStack& stack) const {
  using Phase = TargetStack::Phase;
  if (stack.phase == Phase::leaders) {
    while (stack.next < stack.leader_count && !has_check(stack, stack.next)) ++stack.next;
    if (stack.next < stack.leader_count) return;
    stack.drm = drm_under(stack, leadership(stack, stack.leader_count));
    if (!may_be_berserk_) stack.number = {};
    stack.phase = Phase::leaders_losses;
    stack.next = stack.loss = 0;
  }
  if (stack.phase == Phase::leaders_losses) {
    for (; stack.loss < stack.loss_count; ++stack.loss, stack.next = 0) {
      for (; stack.next < stack.leader_count; ++stack.next) {
        if (has_loss(stack, stack.next, stack.losses[stack.loss])) return;
      }
    }
    stack.phase = Phase::others;
    stack.next = stack.leader_count;
    stack.loss = 0;
  }
  if (stack.phase == Phase::casualties || stack.phase == Phase::resolved) return;
  const auto has_anything = [&](std::size_t i) {
    if (has_check(stack, i)) return true;
    return std::any_of(stack.losses.begin(), stack.losses.begin() + stack.loss_count,
                       [&](TargetStack::LeaderLoss loss) { return has_loss(stack, i, loss); });
  };
  if (stack.phase == Phase::others) {
    while (stack.next < stack.unit_count && !has_anything(stack.next)) ++stack.next;
    if (stack.next < stack.unit_count) return;
    stack.phase = Phase::berserk_leader;
    stack.next = 0;
  }
  if (stack.berserk_leader != 0) {
    while (stack.next < stack.unit_count && !may_follow(stack, stack.next)) ++stack.next;
    if (stack.next < stack.unit_count) return;
  }
  for (TargetUnit& unit : stack.units) {
    unit.status &= static_cast<std::uint8_t>(~(TargetUnit::spared | TargetUnit::struck));
  }
  stack.phase = Phase::resolved;
  stack.next = stack.loss = stack.loss_count = 0;
  stack.check = {};
  stack.number = {};
  stack.drm = {};
  stack.losses = {};
  stack.berserk_leader = 0;
  stack.berserk_drm = 0;
}

/// One of the others: the check of the attack and those for the leaders lost. (By the book all take
/// the first before any takes the second; they do not depend on each other.)
void FireTarget::other_checks(Dice& dice, TargetStack& stack) const {
  const std::size_t i = stack.next;
  const std::size_t before = stack.unit_count;
  check(dice, stack, i, stack.drm);
  for (std::size_t l = 0; l < stack.loss_count; ++l) {
    // A squad that has fallen into two half-squads, or a hero who stepped forward: behind it, and
    // first, since others may yet come between.
    for (std::size_t k = i + 1 + (stack.unit_count - before); k-- > i;) {
      take_loss(dice, stack, k, stack.losses[l]);
    }
  }
  stack.next = static_cast<std::uint8_t>(i + 1 + (stack.unit_count - before));
}

/// Commissars check first (A25.22), then the leaders, from the higher current morale down (A10.2).
void FireTarget::leaders_in_order(TargetStack& stack) const {
  std::array<std::pair<std::array<int, 3>, TargetUnit>, TargetStack::most_units> ranked{};
  for (std::size_t i = 0; i < stack.leader_count; ++i) {
    const TargetUnit& unit = stack.units[i];
    const int first = type(stack, i).is_commissar() ? 0 : 1;
    ranked[i] = {{unit.is(TargetUnit::eliminated) ? 1 : 0, first, -morale(stack, i)}, unit};
  }
  std::sort(ranked.begin(), ranked.begin() + stack.leader_count);
  for (std::size_t i = 0; i < stack.leader_count; ++i) stack.units[i] = ranked[i].second;
}

/// #KIA (A7.301): that many by Random Selection, the rest break; who is broken already, or can't
/// break, suffers Casualty Reduction.
void FireTarget::kill(Dice& dice, TargetStack& stack, int number, std::size_t hit) const {
  const std::uint32_t under_fire = left(stack, hit);
  const std::uint32_t dead = select(dice, stack, number, under_fire);
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if ((dead >> i & 1) != 0) eliminate(stack, i);
  }
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if ((under_fire >> i & 1) == 0 || (dead >> i & 1) != 0) continue;
    if (stack.units[i].is(TargetUnit::broken) || type(stack, i).never_breaks()) {
      casualty_reduction(dice, stack, i);
    } else {
      break_unit(stack, i);
    }
  }
}

/// The first half of K/# (A7.302). A wounded SMC takes no MC: he is neither one of the others nor
/// a new half-squad.
void FireTarget::reduce_one(Dice& dice, TargetStack& stack, std::size_t hit) const {
  const std::uint32_t chosen = select(dice, stack, 1, left(stack, hit));
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if ((chosen >> i & 1) == 0) continue;
    casualty_reduction(dice, stack, i);
    const bool spared = type(stack, i).is_smc() && !stack.units[i].is(TargetUnit::eliminated);
    if (spared) stack.units[i].status |= TargetUnit::spared;
  }
}

/// The units that are left: those that a Critical Hit strikes, or the others.
std::uint32_t FireTarget::left(const TargetStack& stack, std::size_t hit) {
  std::uint32_t positions = 0;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    const TargetUnit& unit = stack.units[i];
    if (unit.is(TargetUnit::eliminated) || unit.is(TargetUnit::struck) != (hit == 1)) continue;
    positions |= std::uint32_t{1} << i;
  }
  return positions;
}

/// Which of these units are selected; like units are as good as each other, so only how many of
/// them.
std::uint32_t FireTarget::select(Dice& dice, const TargetStack& stack, int number,
                                 std::uint32_t among) const {
  std::array<std::size_t, TargetStack::most_units> positions{};
  int count = 0;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if ((among >> i & 1) != 0) positions[static_cast<std::size_t>(count++)] = i;
  }
  if (number >= count) return among;
  const auto unit = [&](int i) -> const TargetUnit& {
    return stack.units[positions[static_cast<std::size_t>(i)]];
  };
  const std::uint32_t chosen = dice.random_selection(count, number, [&](std::uint32_t selected) {
    return first_of_like(count, selected, [&](int a, int b) { return unit(a) == unit(b); });
  });
  std::uint32_t result = 0;
  for (int i = 0; i < count; ++i) {
    if ((chosen >> i & 1) != 0)
      result |= std::uint32_t{1} << positions[static_cast<std::size_t>(i)];
  }
  return result;
}

/// The modifiers of a check with that leadership.
TargetStack::ByHit<std::int8_t> FireTarget::drm_under(const TargetStack& stack, int leadership) {
  TargetStack::ByHit<std::int8_t> drm{};
  for (std::size_t hit = 0; hit < drm.size(); ++hit) {
    if (stack.check[hit] == TargetStack::Check::none) continue;
    drm[hit] = static_cast<std::int8_t>(stack.number[hit] + leadership);
  }
  return drm;
}

/// Whether the unit has a check to take.
bool FireTarget::has_check(const TargetStack& stack, std::size_t i) const {
  const TargetUnit& unit = stack.units[i];
  if (unit.is(TargetUnit::eliminated) || unit.is(TargetUnit::spared)) return false;
  const TargetStack::Check check = stack.check[unit.is(TargetUnit::struck) ? 1 : 0];
  return check == TargetStack::Check::morale ||
         (check == TargetStack::Check::pin_task && takes_task_check(stack, i));
}

/// The check that the result calls for: NMC and #MC (A7.303-.304) or PTC (A7.305).
void FireTarget::check(Dice& dice, TargetStack& stack, std::size_t i,
                       const TargetStack::ByHit<std::int8_t>& drm) const {
  if (!has_check(stack, i)) return;
  const std::size_t hit = stack.units[i].is(TargetUnit::struck) ? 1 : 0;
  if (stack.check[hit] == TargetStack::Check::morale) {
    // A15.42: no leader's modifier for the berserk.
    const bool berserk = type(stack, i).traits.berserk;
    morale_check(dice, stack, i, berserk ? stack.number[hit] : drm[hit], true);
  } else {
    task_check(dice, stack, i, drm[hit]);
  }
}

/// LLMC for a leader eliminated, LLTC for one broken, if the unit's Morale Level is lower than his
/// was (A10.2); never for a commissar.
bool FireTarget::has_loss(const TargetStack& stack, std::size_t i,
                          TargetStack::LeaderLoss loss) const {
  const UnitType& kind = type(stack, i);
  if (stack.units[i].is(TargetUnit::eliminated) || kind.is_commissar()) return false;
  if (kind.traits.berserk) return false;
  if (morale(stack, i) >= loss.morale) return false;
  return loss.eliminated != 0 || takes_task_check(stack, i);
}

void FireTarget::take_loss(Dice& dice, TargetStack& stack, std::size_t i,
                           TargetStack::LeaderLoss loss) const {
  if (!has_loss(stack, i, loss)) return;
  if (loss.eliminated != 0) {
    morale_check(dice, stack, i, loss.drm, false);
  } else {
    task_check(dice, stack, i, loss.drm);
  }
}

/// A unit passes with a Final DR of its Morale Level or less (A10.1). Passing the MC of an IFT
/// attack with the highest DR that passes pins it (A7.8), but not a hero; an Original 12 never
/// passes (A10.31).
void FireTarget::morale_check(Dice& dice, TargetStack& stack, std::size_t i, int drm,
                              bool may_pin) const {
  const int level = morale(stack, i);
  const UnitType& unit = type(stack, i);
  const bool was_broken = stack.units[i].is(TargetUnit::broken);
  const bool pins = may_pin && !was_broken && !unit.never_breaks();
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
  if (unit.is_hero() && unit.reduced_to < 0) {
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
  if (stack.units[i].is(TargetUnit::broken) || (unit.is_hero() && unit.reduced_to < 0)) {
    eliminate(stack, i);
  } else if (unit.never_breaks() && unit.is_smc()) {
    casualty_reduction(dice, stack, i, true);
  } else if (unit.never_breaks()) {
    eliminate(stack, i);
  } else {
    if (over_elr) replace(stack, i);
    casualty_reduction(dice, stack, i);
    if (!stack.units[i].is(TargetUnit::eliminated)) break_unit(stack, i);
  }
}

/// A hero never pins (A15.2), nor do the berserk (A15.42), and who is broken or pinned does not
/// again.
bool FireTarget::takes_task_check(const TargetStack& stack, std::size_t i) const {
  constexpr int cannot = TargetUnit::broken | TargetUnit::pinned | TargetUnit::eliminated;
  return (stack.units[i].status & cannot) == 0 && !type(stack, i).never_breaks();
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
    if (wound_kills(dice, wounded || as_if_wounded)) {
      eliminate(stack, i);
      return;
    }
  } else if (kind.kind != UnitType::Kind::squad) {
    eliminate(stack, i);
    return;
  }
  if (kind.reduced_to >= 0) unit.type = static_cast<std::uint8_t>(kind.reduced_to);
  unit.status |= TargetUnit::reduced;
}

/// Unit Replacement (A19.13); without a lower quality the unit is Disrupted, which changes
/// nothing here, and a Fanatic one is not (A10.8).
void FireTarget::replace(TargetStack& stack, std::size_t i) const {
  TargetUnit& unit = stack.units[i];
  const UnitType& kind = type(stack, i);
  const bool falls_apart = kind.underlined_morale && kind.kind == UnitType::Kind::squad;
  if (kind.replaced_by >= 0 || falls_apart || !kind.traits.fanatic) stack.replaced = 1;
  if (type(stack, i).replaced_by >= 0) {
    unit.type = static_cast<std::uint8_t>(type(stack, i).replaced_by);
  }
}

/// A19.13: a squad of underlined morale is Replaced by its two half-squads, broken.
void FireTarget::split(TargetStack& stack, std::size_t i) const {
  stack.replaced = 1;
  stack.units[i].type = static_cast<std::uint8_t>(type(stack, i).reduced_to);
  break_unit(stack, i);
  insert_behind(stack, i, stack.units[i]);
}

void FireTarget::insert_behind(TargetStack& stack, std::size_t i, TargetUnit unit) {
  const auto behind = stack.units.begin() + static_cast<std::ptrdiff_t>(i) + 1;
  std::copy_backward(behind, stack.units.begin() + stack.unit_count,
                     stack.units.begin() + stack.unit_count + 1);
  *behind = unit;
  ++stack.unit_count;
}

void FireTarget::break_unit(TargetStack& stack, std::size_t i) const {
  lose_leader(stack, i, false);
  TargetUnit& unit = stack.units[i];
  unit.status |= TargetUnit::broken;
  unit.status &= static_cast<std::uint8_t>(~TargetUnit::pinned);
}

void FireTarget::eliminate(TargetStack& stack, std::size_t i) const {
  lose_leader(stack, i, true);
  TargetUnit& unit = stack.units[i];
  unit.status = TargetUnit::eliminated;
}

void FireTarget::eliminate_all(TargetStack& stack, std::uint32_t which) const {
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if ((which >> i & 1) != 0) stack.units[i].status = TargetUnit::eliminated;
  }
}

void FireTarget::reduce_one_of(Dice& dice, TargetStack& stack, std::uint32_t which) const {
  const std::uint32_t chosen = select(dice, stack, 1, which);
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if ((chosen >> i & 1) != 0) casualty_reduction(dice, stack, i);
  }
  stack.losses = {};
  stack.loss_count = 0;
}

/// Remembers the leader as he is now: after Replacement and a wound, and before he breaks.
void FireTarget::lose_leader(TargetStack& stack, std::size_t i, bool eliminated) const {
  if (!type(stack, i).is_leader()) return;
  TargetStack::LeaderLoss& loss = stack.losses[stack.loss_count++];
  loss.eliminated = eliminated ? 1 : 0;
  loss.morale = static_cast<std::uint8_t>(morale(stack, i) & 15);
  loss.drm = static_cast<std::uint8_t>(std::max(-modifier(stack, i), 0) & 7);
}

const UnitType& FireTarget::type(const TargetStack& stack, std::size_t i) const {
  return roster_[stack.units[i].type];
}

/// A leader whom the fire has wounded, and whose type does not say so.
bool FireTarget::is_wounded_leader(const TargetUnit& unit, const UnitType& kind) {
  return kind.is_leader() && unit.is(TargetUnit::reduced) && !kind.never_breaks() &&
         !kind.traits.wounded;
}

/// The current Morale Level: a wound costs a leader one (A17.2; a wounded hero has his own
/// counter), a commissar beside the unit gives it one (A25.22).
int FireTarget::morale(const TargetStack& stack, std::size_t i) const {
  const TargetUnit& unit = stack.units[i];
  const UnitType& kind = type(stack, i);
  const int printed = unit.is(TargetUnit::broken) ? kind.broken_morale : kind.name.morale;
  const int level = printed - (is_wounded_leader(unit, kind) ? 1 : 0);
  return std::min(level + (commissar_watches(stack, i) ? 1 : 0), 10);
}

bool FireTarget::is_able(const TargetStack& stack, std::size_t i) const {
  constexpr int unable =
      TargetUnit::broken | TargetUnit::pinned | TargetUnit::eliminated | TargetUnit::routed;
  return (stack.units[i].status & unable) == 0;
}

/// Whether an able commissar is there beside the unit (or, after the last leader, beside the MMC),
/// which is none itself.
bool FireTarget::commissar_watches(const TargetStack& stack, std::size_t i) const {
  if (i < stack.unit_count && type(stack, i).is_commissar()) return false;
  for (std::size_t l = 0; l < stack.leader_count; ++l) {
    if (type(stack, l).is_commissar() && is_able(stack, l)) return true;
  }
  return false;
}

int FireTarget::modifier(const TargetStack& stack, std::size_t i) const {
  const Traits& traits = type(stack, i).traits;
  const bool counts = stack.units[i].is(TargetUnit::reduced) && !traits.heroic && !traits.wounded;
  return type(stack, i).name.modifier + (counts ? 1 : 0);
}

/// The best modifier of an unbroken, unpinned leader here; for a leader only of one with a higher
/// Morale Level (A10.21-.22); none beside a commissar (A25.22).
int FireTarget::leadership(const TargetStack& stack, std::size_t i) const {
  if (commissar_watches(stack, i)) return 0;
  if (i < stack.leader_count && type(stack, i).traits.berserk) return 0;
  bool led = false;
  int best = 0;
  for (std::size_t l = 0; l < stack.leader_count; ++l) {
    const bool his_own = l == i;
    const bool no_better = i < stack.leader_count && morale(stack, l) <= morale(stack, i);
    if (!is_able(stack, l) || his_own || no_better || type(stack, l).traits.berserk) continue;
    best = led ? std::min(best, modifier(stack, l)) : modifier(stack, l);
    led = true;
  }
  return best;
}

/// Like units are as good as each other: those that have checked, and those that have not, each in
/// any order. Of a unit that has nothing left to take, only what it came to matters, and if no
/// attack follows not even what it is, but for a commissar, whose presence counts for those who are
/// still to check; of one that is eliminated never. Who is broken stays so.
void FireTarget::make_alike(TargetStack& stack) const {
  using Phase = TargetStack::Phase;
  if (stack.phase == Phase::berserk_leader) return;
  const std::size_t first = stack.leader_count;
  const bool resolved = stack.phase == Phase::resolved;
  const std::size_t next = resolved ? stack.unit_count : stack.next;
  const bool leaders_done = resolved || stack.phase == Phase::others;
  const std::size_t done = leaders_done ? std::max(first, next) : 0;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    TargetUnit& unit = stack.units[i];
    const bool settled = i < done;
    if (settled) {
      unit.status &= static_cast<std::uint8_t>(~(TargetUnit::spared | TargetUnit::struck));
    }
    const bool gone = unit.is(TargetUnit::eliminated);
    const bool told = settled && stack.last != 0 && (resolved || !heat.played()) &&
                      !roster_[unit.type].is_commissar();
    if (!is_counted(unit)) continue;
    if (gone || told) {
      unit.type = no_commissar_;
    } else if (unit.is(TargetUnit::broken)) {
      unit.type = alike_broken_[unit.type];
    }
  }
  if (leaders_done) {
    std::ranges::sort(places(stack, 0, first));
    std::ranges::sort(places(stack, first, done));
    std::ranges::sort(places(stack, done, stack.unit_count));
    forget_losses(stack);
  } else {
    std::ranges::sort(places(stack, first, stack.unit_count));
  }
}

/// Leaders lost who concern none of those who are still to check, and how far above their morale
/// his was.
void FireTarget::forget_losses(TargetStack& stack) const {
  constexpr std::uint8_t above_all = 15;
  const bool pins = [&] {
    if (heat.played()) return true;  // who is broken may be unbroken when his LLTC comes
    for (std::size_t i = stack.next; i < stack.unit_count; ++i) {
      if (takes_task_check(stack, i)) return true;
    }
    return false;
  }();
  const auto concerns = [&](TargetStack::LeaderLoss loss) {
    return loss.morale > least_morale_ && (loss.eliminated != 0 || pins);
  };
  std::uint8_t kept = 0;
  for (std::size_t l = 0; l < stack.loss_count; ++l) {
    TargetStack::LeaderLoss loss = stack.losses[l];
    if (!concerns(loss)) continue;
    if (loss.morale > most_morale_) loss.morale = above_all;
    stack.losses[kept++] = loss;
  }
  for (std::size_t l = kept; l < stack.loss_count; ++l) stack.losses[l] = {};
  stack.loss_count = kept;
}

}  // namespace combat_odds::asl
