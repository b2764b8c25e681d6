#include "sim/asl/infantry/fire_target.hpp"

#include <algorithm>
#include <utility>

#include "core/dice/small.hpp"
#include "sim/asl/units/casualty_points.hpp"
#include "sim/asl/units/selection.hpp"

namespace combat_odds::asl {
namespace {

/// The check that a result calls for, of those whom it does not strike otherwise.
TargetStack::Check check_of(IftResult result) {
  using Kind = IftResult::Kind;
  using Check = TargetStack::Check;
  if (result.kind == Kind::k || result.kind == Kind::mc) return Check::morale;
  return result.kind == Kind::ptc ? Check::pin_task : Check::none;
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

void FireTarget::begin(TargetStack& stack, const Results& results, bool last, bool critical) const {
  using Check = TargetStack::Check;
  using Kind = IftResult::Kind;
  leaders_in_order(stack);
  stack.last = last ? 1 : 0;
  bool casualties = false;
  for (std::size_t hit = 0; hit < results.size(); ++hit) {
    const Kind kind = results[hit].kind;
    // A result for the pinned, or for a group, of whom nobody is there comes to nothing.
    if (kind >= Kind::mc && (in_bodies_ || left(stack, hit) != 0)) stack.nmc_or_better = 1;
    if (kind >= Kind::k) {
      casualties = true;
      stack.casualties[hit] = results[hit];
    }
    stack.check[hit] = check_of(results[hit]);
    stack.number[hit] = stack.check[hit] == Check::morale ? results[hit].number : std::uint8_t{0};
  }
  go_through(stack, critical     ? TargetStack::Phase::critical
                    : casualties ? TargetStack::Phase::casualties
                                 : TargetStack::Phase::leaders);
}

void FireTarget::step(Dice& dice, TargetStack& stack) const {
  TargetStack part;
  if (!in_bodies_ && narrow(stack, part)) {
    widen(stack, dice.play(*this, part));
  } else {
    step_all(dice, stack);
  }
}

TargetStack FireTarget::play(const TargetStack& part, Dice& dice) const {
  TargetStack stack = part;
  step_all(dice, stack);
  return stack;
}

void FireTarget::step_all(Dice& dice, TargetStack& stack) const {
  using Phase = TargetStack::Phase;
  const std::uint32_t all_others = ~std::uint32_t{0} << stack.leader_count;
  switch (stack.phase) {
    case Phase::critical:
      mark(stack, select(dice, stack, 1, left(stack, 0)), turn(stack).among);
      selected(stack);
      return;
    case Phase::critical_others:
      carry_out(dice, stack, 1, all_others);
      stack.phase = after_critical(stack);
      return;
    case Phase::casualties_struck:
      choose(dice, stack, 1);
      selected(stack);
      return;
    case Phase::casualties:
      if (in_bodies_) {
        choose(dice, stack, 0);
        selected(stack);
        return;
      }
      strike(dice, stack);
      stack.casualties = {};
      stack.phase = Phase::leaders;
      break;
    case Phase::others_hit:
      carry_out(dice, stack, 0, all_others);
      carry_out(dice, stack, 1, all_others);
      if (stack.check == TargetStack::ByHit<TargetStack::Check>{}) end_strike(stack);
      stack.phase = Phase::leaders_hit;
      return;
    case Phase::leaders_hit:
      strike_leaders(dice, stack);
      stack.casualties = {};
      stack.phase = Phase::leaders;
      break;
    case Phase::leaders:
      check(dice, stack, stack.next,
            stack.narrowed != 0 ? stack.drm : drm_under(stack, leadership(stack, stack.next)));
      ++stack.next;
      break;
    case Phase::leaders_losses:
      take_loss(dice, stack, stack.next, stack.losses[stack.loss]);
      ++stack.next;
      break;
    case Phase::others:
      other_checks(dice, stack);
      break;
    case Phase::berserk_leaders:
      follow(dice, stack, stack.next);
      ++stack.next;
      break;
    case Phase::resolved:
      break;
  }
  if (stack.narrowed == 0) go_on(stack);
}

void FireTarget::go_through(TargetStack& stack, TargetStack::Phase from) const {
  stack.next = stack.loss = 0;
  stack.phase = from;
  go_on(stack);
}

/// Moves on to the next unit that has to roll. Leaders check first, the best first (A10.2). Those
/// who are left then check for each leader lost. The other units come last.
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
    const bool idle = stack.check == TargetStack::ByHit<TargetStack::Check>{};
    if (in_bodies_ && !(idle && stack.loss_count == 0)) return;
  }
  if (stack.phase < Phase::leaders) return;
  const auto has_anything = [&](std::size_t i) {
    if (has_check(stack, i)) return true;
    return std::any_of(stack.losses.begin(), stack.losses.begin() + stack.loss_count,
                       [&](TargetStack::LeaderLoss loss) { return has_loss(stack, i, loss); });
  };
  if (stack.phase == Phase::others) {
    while (stack.next < stack.unit_count && !has_anything(stack.next)) ++stack.next;
    if (stack.next < stack.unit_count) return;
    stack.phase = Phase::berserk_leaders;
    stack.next = 0;
  }
  if (has_follower(stack)) return;
  for (TargetUnit& unit : stack.units) {
    unit.status &= static_cast<std::uint8_t>(~(TargetUnit::chosen | TargetUnit::struck));
  }
  stack.phase = Phase::resolved;
  stack.reading = 0;
  stack.next = stack.loss = stack.loss_count = 0;
  stack.check = {};
  stack.number = {};
  stack.drm = {};
  stack.losses = {};
  stack.all_follow = 0;
}

/// A unit that is no leader takes the check of the attack and then those for the leaders lost. (By
/// the rules all units take the first before any takes the second. The order makes no difference,
/// as the checks do not depend on each other.)
void FireTarget::other_checks(Dice& dice, TargetStack& stack) const {
  const std::size_t i = stack.next;
  const std::size_t before = stack.unit_count;
  check(dice, stack, i, stack.drm);
  for (std::size_t l = 0; l < stack.loss_count; ++l) {
    // A squad that became two half-squads, or a hero who stepped forward. The new unit stands
    // behind it and goes first, since others may still come between them.
    for (std::size_t k = i + 1 + (stack.unit_count - before); k-- > i;) {
      take_loss(dice, stack, k, stack.losses[l]);
    }
  }
  stack.next = small(i + 1 + (stack.unit_count - before));
}

/// Commissars check first (A25.22), then the leaders, from the higher current morale down (A10.2);
/// of the same morale the better leader first, then the unwounded, then the unbroken.
void FireTarget::leaders_in_order(TargetStack& stack) const {
  std::array<std::pair<std::array<int, 6>, TargetUnit>, TargetStack::most_units> ranked{};
  for (std::size_t i = 0; i < stack.leader_count; ++i) {
    const TargetUnit& unit = stack.units[i];
    const int first = type(stack, i).is_commissar() ? 0 : 1;
    ranked[i] = {
        {unit.is(TargetUnit::eliminated) ? 1 : 0, first, -morale(stack, i), modifier(stack, i),
         unit.is(TargetUnit::reduced) ? 1 : 0, unit.is(TargetUnit::broken) ? 1 : 0},
        unit};
  }
  std::sort(ranked.begin(), ranked.begin() + stack.leader_count);
  for (std::size_t i = 0; i < stack.leader_count; ++i) stack.units[i] = ranked[i].second;
}

/// Random Selection for a KIA or K: as many as the KIA says, one for a K.
void FireTarget::choose(Dice& dice, TargetStack& stack, std::size_t hit) const {
  const IftResult result = casualties(stack, hit);
  if (result.kind < IftResult::Kind::k) return;
  const int number = result.kind == IftResult::Kind::kia ? result.number : 1;
  const std::uint32_t chosen = select(dice, stack, number, left(stack, hit));
  mark(stack, chosen, for_casualties);
}

void FireTarget::mark(TargetStack& stack, std::uint32_t units, int selection) {
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if ((units >> i & 1) != 0) select(stack.units[i], selection);
  }
}

/// The KIA and K of one DR.
void FireTarget::strike(Dice& dice, TargetStack& stack) const {
  std::size_t last = 0;
  int number = 0;
  for (std::size_t hit = 0; hit < hits(stack); ++hit) {
    if (casualties(stack, hit).kind < IftResult::Kind::k) continue;
    choose(dice, stack, hit);
    last = hit;
    ++number;
  }
  if (number == 1) {
    carry_out(dice, stack, last, ~std::uint32_t{0});
    return;
  }
  strike_leaders(dice, stack);
  for (std::size_t hit = 0; hit < hits(stack); ++hit) {
    carry_out(dice, stack, hit, ~std::uint32_t{0} << stack.leader_count);
  }
}

/// The leaders' part of it, once the units are chosen. They are lost in the order of their rank,
/// whatever group each is in and whomever of them a Critical Hit strikes, since that is the order
/// of the LLMC and LLTC (A10.2).
void FireTarget::strike_leaders(Dice& dice, TargetStack& stack) const {
  for (std::size_t i = 0; i < stack.leader_count; ++i) {
    for (std::size_t hit = 0; hit < hits(stack); ++hit) {
      carry_out(dice, stack, hit, std::uint32_t{1} << i);
    }
  }
}

/// What a KIA or K does once the units are chosen, to those `among` these places.
void FireTarget::carry_out(Dice& dice, TargetStack& stack, std::size_t hit,
                           std::uint32_t among) const {
  const IftResult result = casualties(stack, hit);
  const std::uint32_t under_fire = left(stack, hit) & among;
  if (result.kind == IftResult::Kind::kia) kill(dice, stack, under_fire);
  if (result.kind == IftResult::Kind::k) reduce_chosen(dice, stack, under_fire);
}

/// #KIA (A7.301): those chosen are eliminated and the rest break. Units that are broken already or
/// can't break suffer Casualty Reduction. Leaders are lost by rank, whoever of them was chosen.
void FireTarget::kill(Dice& dice, TargetStack& stack, std::uint32_t under_fire) const {
  std::array<std::optional<TargetStack::LeaderLoss>, TargetStack::most_units> losses{};
  const auto strike = [&](bool chosen) {
    for (std::size_t i = 0; i < stack.unit_count; ++i) {
      TargetUnit& unit = stack.units[i];
      const bool is_hit = (under_fire >> i & 1) != 0 && !unit.is_away();
      if (!is_hit || unit.is(TargetUnit::chosen) != chosen) continue;
      const std::uint8_t lost = stack.loss_count;
      if (chosen) {
        eliminate(stack, i);
      } else if (unit.is(TargetUnit::broken) || type(stack, i).never_breaks()) {
        casualty_reduction(dice, stack, i);
      } else {
        break_unit(stack, i);
      }
      if (stack.loss_count > lost) losses[i] = std::exchange(stack.losses[--stack.loss_count], {});
    }
  };
  strike(true);
  strike(false);
  for (const auto& loss : losses) {
    if (loss) stack.losses[stack.loss_count++] = *loss;
  }
}

/// The first half of K/# (A7.302). A wounded SMC takes no MC: he is neither one of the others nor
/// a new half-squad.
void FireTarget::reduce_chosen(Dice& dice, TargetStack& stack, std::uint32_t under_fire) const {
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if ((under_fire >> i & 1) == 0 || !stack.units[i].is(TargetUnit::chosen)) continue;
    const bool smc = type(stack, i).is_smc();
    casualty_reduction(dice, stack, i);
    if (!smc) stack.units[i].status &= static_cast<std::uint8_t>(~TargetUnit::chosen);
  }
}

std::size_t FireTarget::hits(const TargetStack& stack) const {
  return stack.reading == 0 ? stack.casualties.size()
                            : readings_[stack.reading - 1u].different.size();
}

std::size_t FireTarget::hit_of(const TargetStack& stack, const TargetUnit& unit) const {
  const bool struck = unit.is(TargetUnit::struck);
  if (stack.reading == 0) return struck ? 1 : 0;
  const std::size_t behind = struck ? group_drms_.size() : 0;
  return readings_[stack.reading - 1u].of_group.at(type(unit).traits.group + behind);
}

IftResult FireTarget::casualties(const TargetStack& stack, std::size_t hit) const {
  return stack.reading == 0 ? stack.casualties[hit] : readings_[stack.reading - 1u].different[hit];
}

/// The units that are left: those that a Critical Hit strikes, or the others; or those of groups.
std::uint32_t FireTarget::left(const TargetStack& stack, std::size_t hit) const {
  std::uint32_t positions = 0;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    const TargetUnit& unit = stack.units[i];
    if (unit.is_away() || hit_of(stack, unit) != hit) continue;
    positions |= std::uint32_t{1} << i;
  }
  return positions;
}

/// Which of these units Random Selection strikes. Equal units are interchangeable, so only their
/// number is rolled.
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

/// The DRM of a check with that leadership; of groups the leadership alone.
TargetStack::ByHit<std::int8_t> FireTarget::drm_under(const TargetStack& stack, int leadership) {
  TargetStack::ByHit<std::int8_t> drm{};
  if (stack.reading != 0) drm[0] = static_cast<std::int8_t>(leadership);
  for (std::size_t hit = 0; hit < drm.size(); ++hit) {
    if (stack.check[hit] == TargetStack::Check::none) continue;
    drm[hit] = static_cast<std::int8_t>(stack.number[hit] + leadership);
  }
  return drm;
}

FireTarget::Due FireTarget::due(const TargetStack& stack, const TargetUnit& unit,
                                const TargetStack::ByHit<std::int8_t>& drm) const {
  const std::size_t hit = hit_of(stack, unit);
  if (stack.reading == 0) return {stack.check[hit], stack.number[hit], drm[hit]};
  const IftResult result = casualties(stack, hit);
  const TargetStack::Check check = check_of(result);
  const int number = check == TargetStack::Check::morale ? result.number : 0;
  return {check, number, number + drm[0]};
}

/// Whether the unit has a check to take.
bool FireTarget::has_check(const TargetStack& stack, std::size_t i) const {
  const TargetUnit& unit = stack.units[i];
  if (unit.is_away() || unit.is(TargetUnit::chosen)) return false;
  const TargetStack::Check check = due(stack, unit, stack.drm).check;
  return check == TargetStack::Check::morale ||
         (check == TargetStack::Check::pin_task && takes_task_check(stack, i));
}

/// The check that the result calls for: NMC and #MC (A7.303-.304) or PTC (A7.305).
void FireTarget::check(Dice& dice, TargetStack& stack, std::size_t i,
                       const TargetStack::ByHit<std::int8_t>& drm) const {
  if (!has_check(stack, i)) return;
  const Due now = due(stack, stack.units[i], drm);
  if (now.check == TargetStack::Check::morale) {
    // A15.42: no leader's modifier for the berserk.
    const bool berserk = type(stack, i).traits.berserk;
    morale_check(dice, stack, i, berserk ? now.number : now.drm, true);
  } else {
    task_check(dice, stack, i, now.drm);
  }
}

/// LLMC for a leader eliminated, LLTC for one broken, if the unit's Morale Level is lower than his
/// was (A10.2); every leader for a commissar (A25.221), and never a commissar himself.
bool FireTarget::has_loss(const TargetStack& stack, std::size_t i,
                          TargetStack::LeaderLoss loss) const {
  const UnitType& kind = type(stack, i);
  if (stack.units[i].is_away() || kind.is_commissar()) return false;
  if (kind.traits.berserk) return false;
  const bool of_commissar = loss.commissar != 0 && kind.is_leader();
  if (morale(stack, i) >= loss.morale && !of_commissar) return false;
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

void FireTarget::insert_behind(TargetStack& stack, std::size_t i, TargetUnit unit) {
  const auto behind = stack.units.begin() + static_cast<std::ptrdiff_t>(i) + 1;
  std::copy_backward(behind, stack.units.begin() + stack.unit_count,
                     stack.units.begin() + stack.unit_count + 1);
  *behind = unit;
  ++stack.unit_count;
}

void FireTarget::break_unit(TargetStack& stack, std::size_t i) const {
  if (state.climbing) {  // B11.42
    eliminate(stack, i);
    return;
  }
  lose_leader(stack, i, false);
  TargetUnit& unit = stack.units[i];
  unit.status |= TargetUnit::broken;
  unit.status &= static_cast<std::uint8_t>(~TargetUnit::pinned);
}

void FireTarget::eliminate(TargetStack& stack, std::size_t i) const {
  lose_leader(stack, i, true);
  remove(stack, i);
}

int FireTarget::points(const UnitType& unit) const {
  return without_crews && unit.kind == UnitType::Kind::crew ? 0 : casualty_points(unit);
}

int FireTarget::points() const {
  int sum = 0;
  for (std::size_t i = 0; i < start_.unit_count; ++i) sum += points(type(start_, i));
  return sum;
}

/// A26.221: the Casualty VP of what it is now.
void FireTarget::remove(TargetStack& stack, std::size_t i) const {
  if (casualty_vp) stack.casualty_vp = small(stack.casualty_vp + points(type(stack, i)));
  stack.units[i].status = TargetUnit::eliminated;
}

void FireTarget::eliminate_all(TargetStack& stack, std::uint32_t which) const {
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if ((which >> i & 1) != 0) remove(stack, i);
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
  if (!type(stack, i).is_leader() || state.climbing) return;
  TargetStack::LeaderLoss& loss = stack.losses[stack.loss_count++];
  loss.eliminated = eliminated ? 1 : 0;
  loss.morale = static_cast<std::uint8_t>(morale(stack, i) & 15);
  loss.drm = static_cast<std::uint8_t>(std::clamp(-modifier(stack, i), 0, 3) & 3);
  loss.commissar = type(stack, i).is_commissar() ? 1 : 0;
}

const UnitType& FireTarget::type(const TargetStack& stack, std::size_t i) const {
  return roster_[stack.units[i].type];
}

/// Whether fire has wounded a leader whose type does not show it.
bool FireTarget::is_wounded_leader(const TargetUnit& unit, const UnitType& kind) {
  return kind.is_leader() && unit.is(TargetUnit::reduced) && !kind.never_breaks() &&
         !kind.traits.wounded;
}

/// The current Morale Level: a wound costs a leader one (A17.3; a wounded hero has his own
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

/// Whether an able commissar stands with the unit (with the MMC, if it is past the last leader).
/// The unit is no commissar itself.
bool FireTarget::commissar_watches(const TargetStack& stack, std::size_t i) const {
  if (!has_commissar_) return false;
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

/// The best modifier of an unbroken, unpinned leader here. A leader is helped only by one with a
/// higher Morale Level (A10.21-.22). Commissars get none, and an able commissar lets no other
/// leader help (A25.221): only his own counts, +1 once he is wounded (A17.3).
int FireTarget::leadership(const TargetStack& stack, std::size_t i) const {
  if (i < stack.leader_count && type(stack, i).is_commissar()) return 0;
  if (i < stack.leader_count && type(stack, i).traits.berserk) return 0;
  const bool commissars_only = commissar_watches(stack, i);
  bool led = false;
  int best = 0;
  for (std::size_t l = 0; l < stack.leader_count; ++l) {
    const bool his_own = l == i;
    const bool no_better = i < stack.leader_count && morale(stack, l) <= morale(stack, i);
    const bool overruled = commissars_only && !type(stack, l).is_commissar();
    if (!is_able(stack, l) || his_own || no_better || overruled || type(stack, l).traits.berserk)
      continue;
    best = led ? std::min(best, modifier(stack, l)) : modifier(stack, l);
    led = true;
  }
  return best;
}

}  // namespace combat_odds::asl
