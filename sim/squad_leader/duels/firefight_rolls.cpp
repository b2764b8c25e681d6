#include "core/dice/small.hpp"
#include "sim/squad_leader/duels/firefight_model.hpp"

#include <algorithm>

#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/infantry/rally_attempt.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

// The kinds of units in a stack: who was fired upon checks before the other broken ones.
constexpr std::uint8_t broken_under_fire = 0;
constexpr std::uint8_t others = 1;

/// The levels of morale lost so far, with the losses of this attack (93.2).
int levels_lost_in_attack(const Pending& pending, const TargetStack& stack) {
  int lost = pending.points_lost;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if (stack.units[i].status != Status::eliminated) continue;
    lost += i < stack.leader_count ? pending.leader_points : pending.squad_points;
  }
  return levels_lost(lost, pending.points);
}

/// 93.2: losses lower the morale of the remaining units at once. `before`: the levels lost already.
void lower_morale(const Pending& pending, TargetStack& stack, int before) {
  const int levels = levels_lost_in_attack(pending, stack) - before;
  if (levels == 0) return;
  const auto lower = [&](std::uint8_t& morale) { morale = small(std::max(morale - levels, 0)); };
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    lower(stack.units[i].morale);
    lower(stack.units[i].broken_morale);
  }
}

/// One step of the checks of a stack.
void check_step(Dice& dice, const Pending& pending, TargetStack& stack) {
  const int before = levels_lost_in_attack(pending, stack);
  step(dice, stack);
  lower_morale(pending, stack, before);
}

/// The stack that an attack hits, or the hex of a leader who tries to rally.
TargetStack stack_under(const Pending& pending) {
  TargetStack stack;
  const auto add = [&](std::uint8_t front, std::uint8_t reverse, int modifier, Status status,
                       std::uint8_t kind) {
    stack.units[stack.unit_count++] = {front, reverse, static_cast<std::int8_t>(modifier), status,
                                       kind};
  };
  if (pending.leader != Status::eliminated) {
    add(pending.leader_morale, pending.leader_morale, pending.leader_modifier, pending.leader,
        others);
    stack.leader_count = 1;
  }
  const auto squads = [&](int number, Status status, std::uint8_t kind) {
    for (int i = 0; i < number; ++i) add(pending.morale, pending.broken_morale, 0, status, kind);
  };
  squads(pending.targets_good, Status::good, others);
  squads(pending.targets_under_fire, Status::broken, broken_under_fire);
  squads(pending.targets_broken - pending.targets_under_fire, Status::broken, others);
  stack.berserk = pending.berserk;
  return stack;
}

}  // namespace

Pending Firefight::pending(const FirefightState& state) const {
  Pending pending;
  const auto rally = [&](int side, bool leader) {
    const Force& force = force_[side];
    const SideState& now = state.side[side];
    int needed =
        (leader ? force.leader->morale : broken_morale(force)) - morale_lowered(state, side);
    if (force.ss) ++needed;  // 83.3
    if (!leader && now.leader == Status::good) needed -= force.leader->modifier;
    pending.kind = leader ? Pending::Kind::rally_leader : Pending::Kind::rally_squads;
    pending.side = static_cast<std::uint8_t>(side);
    pending.tries = leader ? 1 : now.broken;
    pending.needed = static_cast<std::int8_t>(needed);
    pending.desperate = leader ? now.leader_under_fire : now.under_fire;
    pending.needed_desperate = static_cast<std::int8_t>(needed - desperation(force.ss));
    if (!leader && knows_no_desperation(force.squad)) pending.desperate = 0;  // 50.1
    aim_at(pending, state, side);
    if (leader) {
      const auto [good, broken] = squads_with_leader(now);
      pending.targets_good = small(good);
      pending.targets_broken = small(broken);
      if (force.self_rally) {
        pending.targets_under_fire = std::min<std::int16_t>(now.under_fire, pending.targets_broken);
      }
      pending.leader = Status::broken;
    } else if (pending.needed_desperate < lowest_dr) {  // 14.2: those do not try
      pending.tries = small(pending.tries - pending.desperate);
      pending.desperate = 0;
    }
  };
  const auto repair = [&](int side) {
    pending.kind = Pending::Kind::repair;
    pending.side = static_cast<std::uint8_t>(side);
    pending.tries = state.side[side].jammed;
  };
  switch (state.phase) {
    case Phase::draw:
    case Phase::turn_ends:
      break;
    case Phase::leader_a:
    case Phase::leader_b:
      rally(state.phase == Phase::leader_a ? 0 : 1, true);
      break;
    case Phase::squads_a:
    case Phase::squads_b:
      rally(state.phase == Phase::squads_a ? 0 : 1, false);
      break;
    case Phase::repair_a:
    case Phase::repair_b:
      repair(state.phase == Phase::repair_a ? 0 : 1);
      break;
    case Phase::fire_first:
    case Phase::fire_second:
      return attack(state);
  }
  return pending;
}

bool Firefight::rolled(const Pending& pending, const Rolling& rolling) {
  if (pending.kind == Pending::Kind::attack || pending.kind == Pending::Kind::rally_leader) {
    return rolling.tried > 0 && resolved(rolling.stack);
  }
  if (pending.kind == Pending::Kind::draw) return rolling.tried > 0;
  return rolling.tried == pending.tries;
}

RollResult Firefight::result(const Pending& pending, const Rolling& rolling) {
  RollResult result = rolling.result;
  const bool leader_dies =
      pending.kind == Pending::Kind::rally_leader && result.leader == Status::eliminated;
  if (pending.kind != Pending::Kind::attack && !leader_dies) return result;
  const TargetStack& stack = rolling.stack;
  if (stack.leader_count > 0) result.leader = stack.units[0].status;
  for (std::size_t i = stack.leader_count; i < stack.unit_count; ++i) {
    if (stack.units[i].status == Status::good) ++result.good;
    if (stack.units[i].status == Status::broken) {
      ++result.broken;
      if (stack.units[i].kind == broken_under_fire) ++result.under_fire;
    }
    if (stack.units[i].status == Status::berserk) ++result.berserk;
  }
  return result;
}

void Firefight::roll(Dice& dice, const Pending& pending, Rolling& rolling) const {
  RollResult& result = rolling.result;
  const bool by_leader = pending.kind == Pending::Kind::rally_leader;
  if ((pending.kind == Pending::Kind::attack || by_leader) && rolling.tried > 0) {
    check_step(dice, pending, rolling.stack);
    return;
  }
  if (pending.kind == Pending::Kind::rally_squads) {
    rally_squad(dice, pending, rolling);
    return;
  }
  ++rolling.tried;
  if (by_leader) {
    rally_leader(dice, pending, rolling);
  } else if (pending.kind == Pending::Kind::attack) {
    roll_attack(dice, pending, rolling);
  } else if (pending.kind == Pending::Kind::draw) {
    result.good = dice.die([](int roll) { return roll > 3; }) ? 1 : 0;
  } else if (pending.kind == Pending::Kind::repair) {  // 18.2
    const int roll = dice.die([](int die) { return die == 1 ? 1 : die == 6 ? 6 : 2; });
    if (roll == 1) ++result.good;
    if (roll == 6) ++result.broken;
  }
}

void Firefight::rally_squad(Dice& dice, const Pending& pending, Rolling& rolling) {
  RollResult& result = rolling.result;
  const int tried = rolling.tried++;
  const int lost = pending.points_lost + result.broken * pending.squad_points;
  const int levels =
      levels_lost(lost, pending.points) - levels_lost(pending.points_lost, pending.points);
  const int needed =
      (tried < pending.desperate ? pending.needed_desperate : pending.needed) - levels;
  if (needed < lowest_dr) return;
  const Status came = attempt_to_rally(dice, needed);
  if (came == Status::good) ++result.good;
  if (came == Status::eliminated) ++result.broken;
}

/// 18.3: his Original 12 makes all others in his hex check their morale at once.
void Firefight::rally_leader(Dice& dice, const Pending& pending, Rolling& rolling) {
  rolling.result.leader =
      attempt_to_rally(dice, pending.desperate > 0 ? pending.needed_desperate : pending.needed);
  if (rolling.result.leader != Status::eliminated) return;
  rolling.stack = stack_under(pending);
  rolling.stack.units[0].status = Status::eliminated;
  lower_morale(pending, rolling.stack, levels_lost(pending.points_lost, pending.points));
  begin_leader_lost(rolling.stack, 0);
}

void Firefight::roll_attack(Dice& dice, const Pending& pending, Rolling& rolling) const {
  struct Attack {
    FireResult fire;
    bool breakdown;
  };
  const Attack rolled = dice.DR([&](TwoDice roll) -> Attack {
    return {ift_->at(pending.column, roll.total() + pending.drm),
            roll.total() >= pending.breakdown_number};
  });
  rolling.result.breakdown = rolled.breakdown ? 1 : 0;
  rolling.stack = stack_under(pending);
  begin_fire(rolling.stack, rolled.fire);
}

}  // namespace combat_odds::squad_leader
