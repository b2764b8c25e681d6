#include <algorithm>
#include <cstddef>
#include <span>

#include "core/dice/small.hpp"
#include "sim/asl/infantry/fire_target.hpp"

// Which stacks are equivalent, and which part of a stack a step depends on.

namespace combat_odds::asl {
namespace {

/// The units from place `begin` to `end`.
std::span<TargetUnit> places(TargetStack& stack, std::size_t begin, std::size_t end) {
  return {stack.units.begin() + static_cast<std::ptrdiff_t>(begin), end - begin};
}

}  // namespace

/// The order of equal units does not matter, neither among those that have checked nor among those
/// that have not. Of a unit with nothing left to roll only its fate matters. If no attack follows,
/// its type does not matter either, except for a commissar, whose presence counts for those who
/// have still to check, and for whoever went berserk, who is not in Good Order. The type of an
/// eliminated unit never matters. Broken units stay broken.
void FireTarget::make_alike(TargetStack& stack) const {
  using Phase = TargetStack::Phase;
  if (stack.phase == Phase::berserk_leaders) return;
  const std::size_t first = stack.leader_count;
  const bool resolved = stack.phase == Phase::resolved;
  const std::size_t next = resolved ? stack.unit_count : stack.next;
  const bool leaders_done = resolved || stack.phase == Phase::others;
  const std::size_t done = leaders_done ? std::max(first, next) : 0;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    TargetUnit& unit = stack.units[i];
    if (is_vehicle(unit)) continue;
    const bool settled = i < done;
    if (settled) {
      unit.status &= static_cast<std::uint8_t>(~(TargetUnit::chosen | TargetUnit::struck));
    }
    const bool gone = unit.is(TargetUnit::eliminated);
    const bool told = settled && stack.last != 0 && (resolved || !heat.played()) &&
                      !roster_[unit.type].is_commissar();
    if (!is_counted(unit)) continue;
    const bool went_berserk = heat.played() && roster_[unit.type].traits.berserk;
    if (gone || (told && !went_berserk)) {
      unit.type = no_commissar_.at(roster_[unit.type].traits.group);
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

/// Removes losses of leaders that concern no unit that has still to check, and how far above their
/// morale the leader's was.
void FireTarget::forget_losses(TargetStack& stack) const {
  constexpr std::uint8_t above_all = 15;
  const bool pins = [&] {
    if (heat.played()) return true;  // a broken unit may be unbroken when its LLTC comes
    if (in_bodies_) return true;     // the units may stand by
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

/// With Heat of Battle, a berserk unit or a commissar, the fate of one unit changes what others
/// need to roll.
bool FireTarget::narrow(const TargetStack& stack, TargetStack& part) const {
  using Phase = TargetStack::Phase;
  if (heat.played() || may_be_berserk_ || has_commissar_) return false;
  part.narrowed = 1;
  part.phase = stack.phase;
  if (stack.phase == Phase::casualties) {
    part.casualties = stack.casualties;
    part.reading = stack.reading;
    for (IftResult& result : part.casualties) {
      if (result.kind == IftResult::Kind::k) result.number = 0;  // for the MC that follows
    }
    part.leader_count = stack.leader_count;
    part.unit_count = stack.unit_count;
    part.units = stack.units;
    return true;
  }
  part.unit_count = 1;
  part.units[0] = stack.units[stack.next];
  const auto write_check = [&](const TargetStack::ByHit<std::int8_t>& drm) {
    part.check = stack.check;
    part.drm = drm;
    if (stack.reading == 0) return;
    const Due now = due(stack, part.units[0], drm);  // from here on it stands alone
    part.units[0].status &= static_cast<std::uint8_t>(~TargetUnit::struck);
    part.check[0] = now.check;
    part.drm[0] = static_cast<std::int8_t>(now.drm);
  };
  switch (stack.phase) {
    case Phase::leaders:
      part.leader_count = 1;
      write_check(drm_under(stack, leadership(stack, stack.next)));
      return true;
    case Phase::leaders_losses:
      part.leader_count = 1;
      part.losses[0] = stack.losses[stack.loss];
      part.loss_count = 1;
      return true;
    case Phase::others:
      write_check(stack.drm);
      part.losses = stack.losses;
      part.loss_count = stack.loss_count;
      return true;
    default:
      return false;
  }
}

void FireTarget::widen(TargetStack& stack, const TargetStack& stepped) const {
  using Phase = TargetStack::Phase;
  stack.replaced |= stepped.replaced;
  stack.casualty_vp = small(stack.casualty_vp + stepped.casualty_vp);
  if (stack.phase == Phase::casualties) {
    stack.units = stepped.units;
    stack.casualties = {};
  } else {
    stack.units[stack.next] = stepped.units[0];
    if (stepped.unit_count > 1) insert_behind(stack, stack.next, stepped.units[1]);
    stack.next = small(stack.next + stepped.unit_count);
  }
  if (stack.phase != Phase::others) {
    // Leaders lost in this step.
    const std::size_t known = stack.phase == Phase::leaders_losses ? 1 : 0;
    for (std::size_t l = known; l < stepped.loss_count; ++l) {
      stack.losses[stack.loss_count++] = stepped.losses[l];
    }
  }
  if (stack.phase == Phase::casualties) stack.phase = Phase::leaders;
  go_on(stack);
}

void FireTarget::keep_in_bodies() {
  const bool splits = std::any_of(roster_.begin(), roster_.end(), [](const UnitType& unit) {
    return unit.underlined_morale && unit.kind == UnitType::Kind::squad;
  });
  in_bodies_ = !heat.played() && !may_be_berserk_ && !has_commissar_ && !splits &&
               start_.leader_count > 0 && start_.leader_count < start_.unit_count;
}

std::array<InBodies::Body, 2> FireTarget::bodies(std::size_t at) const {
  at += offsetof(TargetStack, units);
  const std::size_t leaders = start_.leader_count;
  return {{{at, sizeof(TargetUnit), leaders},
           {at + leaders * sizeof(TargetUnit), sizeof(TargetUnit), start_.unit_count - leaders}}};
}

InBodies::Turn FireTarget::turn(const TargetStack& message) const {
  using Kind = InBodies::Turn::Kind;
  using Phase = TargetStack::Phase;
  switch (message.phase) {
    case Phase::critical:
      return {Kind::selection, leaders | others, 1,
              kills_all_struck(message) ? for_deadly_critical : for_critical};
    case Phase::casualties:
    case Phase::casualties_struck: {
      const bool struck = message.phase == Phase::casualties_struck;
      const IftResult result = message.casualties[struck ? 1 : 0];
      const bool kia = result.kind == IftResult::Kind::kia;
      return {Kind::selection, leaders | others, kia ? result.number : 1,
              struck ? for_struck : for_casualties};
    }
    case Phase::critical_others:
    case Phase::others_hit:
    case Phase::others:
      return {Kind::crowd, others, 0};
    default:
      return {Kind::step, leaders, 0};
  }
}

bool FireTarget::may_be_selected(const TargetUnit& unit, int among) {
  if (unit.is_away()) return false;
  return among < for_casualties || unit.is(TargetUnit::struck) == (among == for_struck);
}

void FireTarget::select(TargetUnit& unit, int among) {
  if (among < for_casualties) unit.status |= TargetUnit::struck;
  if (among != for_critical) unit.status |= TargetUnit::chosen;
}

void FireTarget::selected(TargetStack& message) {
  using Phase = TargetStack::Phase;
  if (message.phase == Phase::critical) {
    message.phase = kills_all_struck(message) ? Phase::critical_others : after_critical(message);
  } else if (message.phase == Phase::casualties && struck_are_chosen_from(message)) {
    message.phase = Phase::casualties_struck;
  } else {
    message.phase = Phase::others_hit;
  }
}

/// A Critical Hit that eliminates whomever it strikes, how many tie. So they are chosen as they are
/// struck, and nothing waits with the others marked.
bool FireTarget::kills_all_struck(const TargetStack& message) {
  const IftResult critical = message.casualties[1];
  return critical.kind == IftResult::Kind::kia && critical.number >= message.unit_count;
}

bool FireTarget::struck_are_chosen_from(const TargetStack& message) {
  return message.casualties[1].kind >= IftResult::Kind::k && !kills_all_struck(message);
}

TargetStack::Phase FireTarget::after_critical(const TargetStack& message) {
  using Phase = TargetStack::Phase;
  if (message.casualties[0].kind >= IftResult::Kind::k) return Phase::casualties;
  return struck_are_chosen_from(message) ? Phase::casualties_struck : Phase::leaders_hit;
}

/// Without a check it does not matter any more whom a Critical Hit struck.
void FireTarget::end_strike(TargetStack& stack) {
  for (std::size_t i = stack.leader_count; i < stack.unit_count; ++i) {
    stack.units[i].status &= static_cast<std::uint8_t>(~TargetUnit::struck);
  }
}

/// The first of the others stands for each of them.
void FireTarget::step_of_crowd(Dice& dice, TargetStack& stack) const {
  const std::uint8_t all = stack.unit_count;
  stack.unit_count = small(stack.leader_count + 1);
  if (stack.phase != TargetStack::Phase::others) {
    step_all(dice, stack);
  } else {
    other_checks(dice, stack);
    go_on(stack);
  }
  make_alike(stack);
  stack.unit_count = all;
}

}  // namespace combat_odds::asl
