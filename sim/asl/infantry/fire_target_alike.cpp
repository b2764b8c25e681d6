#include <algorithm>
#include <span>
#include <utility>

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
/// have still to check. The type of an eliminated unit never matters. Broken units stay broken.
void FireTarget::make_alike(TargetStack& stack) const {
  using Phase = TargetStack::Phase;
  if (stack.phase == Phase::berserk_leader) return;
  const std::size_t first = stack.leader_count;
  const bool resolved = stack.phase == Phase::resolved;
  const std::size_t next = resolved ? stack.unit_count : stack.next;
  const bool leaders_done = resolved || stack.phase == Phase::others;
  const std::size_t done = leaders_done ? std::max(first, next) : 0;
  const bool leaders_stand_by = leaders_done && stack.part == TargetStack::Part::acting;
  for (std::size_t i = leaders_stand_by ? first : 0; i < stack.unit_count; ++i) {
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

/// Removes losses of leaders that concern no unit that has still to check, and how far above their
/// morale the leader's was.
void FireTarget::forget_losses(TargetStack& stack) const {
  constexpr std::uint8_t above_all = 15;
  const bool pins = [&] {
    if (heat.played()) return true;  // a broken unit may be unbroken when its LLTC comes
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
  if (stack.phase == Phase::casualties && stack.part == TargetStack::Part::acting) {
    return false;  // everything matters
  }
  part.part = TargetStack::Part::narrowed;
  part.phase = stack.phase;
  if (stack.phase == Phase::casualties) {
    part.casualties = stack.casualties;
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
  switch (stack.phase) {
    case Phase::leaders:
      part.leader_count = 1;
      part.check = stack.check;
      part.drm = drm_under(stack, leadership(stack, stack.next));
      return true;
    case Phase::leaders_losses:
      part.leader_count = 1;
      part.losses[0] = stack.losses[stack.loss];
      part.loss_count = 1;
      return true;
    case Phase::others:
      part.check = stack.check;
      part.drm = stack.drm;
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
  if (stack.phase == Phase::casualties) {
    stack.units = stepped.units;
    stack.casualties = {};
  } else {
    stack.units[stack.next] = stepped.units[0];
    if (stepped.unit_count > 1) insert_behind(stack, stack.next, stepped.units[1]);
    stack.next = static_cast<std::uint8_t>(stack.next + stepped.unit_count);
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

/// The standing part keeps the phase in which the stack was split; it tells what the part holds.
std::optional<FireTarget::Parts> FireTarget::parted(const TargetStack& stack) const {
  using Phase = TargetStack::Phase;
  constexpr int few_units = 3;  // as quick in one piece
  if (heat.played() || may_be_berserk_ || has_commissar_) return std::nullopt;
  if (stack.unit_count <= few_units) return std::nullopt;
  if (stack.leader_count == 0 || stack.leader_count == stack.unit_count) return std::nullopt;
  Parts parts{stack, {}};
  TargetStack& acting = parts.acting;
  TargetStack& standing = parts.standing;
  const auto first = stack.units.begin() + stack.leader_count;
  const auto stand_by = [&](auto begin, auto end) {
    std::copy(begin, end, standing.units.begin() + (begin - stack.units.begin()));
    std::fill_n(acting.units.begin() + (begin - stack.units.begin()), end - begin, TargetUnit{});
  };
  acting.part = TargetStack::Part::acting;
  standing.memo = std::exchange(acting.memo, {});
  standing.nmc_or_better = std::exchange(acting.nmc_or_better, std::uint8_t{0});
  switch (stack.phase) {
    case Phase::casualties:
      standing.phase = Phase::casualties;
      standing.replaced = std::exchange(acting.replaced, std::uint8_t{0});
      standing.check = std::exchange(acting.check, {});
      standing.number = std::exchange(acting.number, {});
      for (IftResult& result : acting.casualties) {
        if (result.kind == IftResult::Kind::k) result.number = 0;  // for the MC that follows
      }
      return parts;
    case Phase::leaders:
    case Phase::leaders_losses:
      standing.phase = Phase::leaders;
      stand_by(first, stack.units.begin() + stack.unit_count);
      standing.unit_count = std::exchange(acting.unit_count, stack.leader_count);
      return parts;
    case Phase::others:
      standing.phase = Phase::others;
      stand_by(stack.units.begin(), first);
      return parts;
    default:
      return std::nullopt;
  }
}

TargetStack FireTarget::joined(TargetStack stack, const TargetStack& standing) const {
  using Phase = TargetStack::Phase;
  const std::size_t first = stack.leader_count;
  stack.memo = standing.memo;
  stack.nmc_or_better = standing.nmc_or_better;
  if (standing.phase == Phase::casualties) {
    stack.replaced |= standing.replaced;
    stack.check = standing.check;
    stack.number = standing.number;
  } else if (standing.phase == Phase::leaders) {
    stack.unit_count = standing.unit_count;
    for (std::size_t i = first; i < stack.unit_count; ++i) stack.units[i] = standing.units[i];
  } else {
    for (std::size_t i = 0; i < first; ++i) stack.units[i] = standing.units[i];
  }
  go_on(stack);
  return stack;
}

}  // namespace combat_odds::asl
