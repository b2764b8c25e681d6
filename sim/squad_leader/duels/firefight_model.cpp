#include "sim/squad_leader/duels/firefight_model.hpp"

#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/infantry/rally_attempt.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

bool unbroken(const SideState& side) { return side.good > 0 || side.leader == Status::good; }

}  // namespace

Firefight::Firefight(const Ift& ift, const Force& a, const Force& b, const FirefightRules& rules)
    : ift_(&ift), force_{a, b}, rules_(rules) {}

FirefightState Firefight::start() const {
  FirefightState state;
  for (int i = 0; i < 2; ++i) {
    state.side[i].good = small(force_[i].squads);
    state.side[i].guns = small(force_[i].machine_guns);
    if (force_[i].leader) state.side[i].leader = Status::good;
  }
  state.phase = Phase::turn_ends;
  return state;
}

FirefightState Firefight::next_turn(FirefightState state, int turn) const {
  if (turn == 0) {
    state.phase = Phase::draw;
    state.mover = rules_.first == FirefightRules::First::b ? 1 : 0;
  } else {
    state.phase = Phase::repair_a;
    state.mover = small(1 - state.mover);
  }
  state.left = state.guns_left = 0;
  advance(state);
  return state;
}

std::optional<Holder> Firefight::over(const FirefightState& state, int turns) const {
  const bool a = unbroken(state.side[0]);
  const bool b = unbroken(state.side[1]);
  if (a && b) {
    if (turns >= rules_.turns) return Holder::both;
    return std::nullopt;
  }
  return a ? Holder::a : b ? Holder::b : Holder::neither;
}

int levels_lost(int points_lost, int points) {
  const int fifths = points > 0 ? 5 * points_lost / points : 0;
  return std::max(fifths - 1, 0);
}

int Firefight::points_lost(const FirefightState& state, int side) const {
  const Force& force = force_[side];
  const SideState& now = state.side[side];
  const int squads = force.squads - now.good - now.broken - now.berserk;
  const bool leader = force.leader && now.leader == Status::eliminated;
  return squads * force.squad_points + (leader ? force.leader_points : 0);
}

int Firefight::gone_berserk(const FirefightState& state, int side) const {
  const SideState& now = state.side[side];
  return now.berserk + (now.leader == Status::berserk ? 1 : 0);
}

int Firefight::all_points(int side) const {
  const Force& force = force_[side];
  return force.squads * force.squad_points + (force.leader ? force.leader_points : 0);
}

int Firefight::morale_lost(const FirefightState& state, int side) const {
  if (!rules_.battlefield_integrity) return 0;
  return levels_lost(points_lost(state, side), all_points(side));
}

/// Levels of morale lost by losses, and in a marsh (75.6).
int Firefight::morale_lowered(const FirefightState& state, int side) const {
  return morale_lost(state, side) - force_[side].marsh.morale();
}

int Firefight::broken_morale(const Force& force) {
  return force.broken_morale.value_or(broken_side_morale(force.squad));
}

/// Those who check when a broken leader is lost (18.3): his hex has as many as can stack, unbroken
/// squads first. In shelter he is with the broken ones.
std::pair<int, int> Firefight::squads_with_leader(const SideState& side) const {
  const int good = rules_.shelter ? 0 : std::min<int>(rules_.stacking, side.good);
  return {good, std::min<int>(rules_.stacking - good, side.broken)};
}

int Firefight::firing_side(const FirefightState& state) const {
  return state.phase == Phase::fire_first ? state.mover : 1 - state.mover;
}

/// Whether there is a roll in the phase. Attempts that cannot succeed are not rolled.
bool Firefight::has_roll(const FirefightState& state) const {
  const auto can_rally = [&] {
    const Pending rally = pending(state);
    return (rally.desperate < rally.tries && rally.needed >= lowest_dr) ||
           rally.needed_desperate >= lowest_dr;
  };
  const auto side = [&](Phase phase_a) -> const SideState& {
    return state.side[state.phase == phase_a ? 0 : 1];
  };
  switch (state.phase) {
    case Phase::draw:
      return rules_.first == FirefightRules::First::die;
    case Phase::leader_a:
    case Phase::leader_b:
      return side(Phase::leader_a).leader == Status::broken && can_rally();
    case Phase::squads_a:
    case Phase::squads_b: {
      const SideState& now = side(Phase::squads_a);
      const Force& force = force_[state.phase == Phase::squads_a ? 0 : 1];
      return now.broken > 0 && (now.leader == Status::good || force.self_rally) && can_rally();
    }
    case Phase::repair_a:
    case Phase::repair_b:
      return side(Phase::repair_a).jammed > 0 && unbroken(side(Phase::repair_a));
    case Phase::fire_first:
    case Phase::fire_second:
      return state.left > 0 && attack(state).column >= 0;
    case Phase::turn_ends:
      break;
  }
  return false;
}

/// Units that are still broken have had their try. Only fire from now on counts (14.6).
void Firefight::end_of_rally(FirefightState& state) {
  const auto end = [](SideState& side) { side.under_fire = side.leader_under_fire = 0; };
  if (state.phase == Phase::squads_a) end(state.side[0]);
  if (state.phase == Phase::squads_b) end(state.side[1]);
}

void Firefight::next_phase(FirefightState& state) const {
  end_of_rally(state);
  state.phase = static_cast<Phase>(static_cast<int>(state.phase) + 1);
  if (state.phase == Phase::fire_first || state.phase == Phase::fire_second) {
    state.left = state.side[firing_side(state)].good;
    state.guns_left = state.side[firing_side(state)].guns;
  } else if (turn_over(state)) {
    state.left = state.guns_left = 0;
  }
}

/// Goes on to the next roll, or to the end of the player turn.
void Firefight::advance(FirefightState& state) const {
  const auto used = [&](std::uint8_t& count, int by) { count = small(std::max(count - by, 0)); };
  // Both sides rally to the end: neither gains by the order in which their dice are rolled here.
  const auto decided = [&] {
    const bool rallying = state.phase >= Phase::repair_a && state.phase <= Phase::squads_b;
    return !rallying && (!unbroken(state.side[0]) || !unbroken(state.side[1]));
  };
  while (!decided() && !turn_over(state) && !has_roll(state)) {
    const bool firing = state.phase == Phase::fire_first || state.phase == Phase::fire_second;
    if (firing && state.left > 0) {  // too weak or too far away
      used(state.guns_left, std::min<int>(force_[firing_side(state)].group, state.left));
      used(state.left, force_[firing_side(state)].group);
      continue;
    }
    next_phase(state);
  }
  if (decided()) {  // the rest of the state no longer matters
    state.phase = Phase::turn_ends;
    state.mover = state.left = state.guns_left = 0;
    for (SideState& side : state.side) {
      side.guns = side.jammed = side.under_fire = side.leader_under_fire = 0;
    }
  }
}

FirefightState Firefight::after(const FirefightState& before, const Pending& pending,
                                const RollResult& result) const {
  FirefightState state = before;
  SideState& side = state.side[pending.side];
  const auto change = [](std::uint8_t& count, int by) { count = small(count + by); };
  switch (pending.kind) {
    case Pending::Kind::draw:
      state.mover = result.good;
      next_phase(state);
      break;
    case Pending::Kind::rally_leader:
      side.leader = result.leader;
      if (result.leader == Status::eliminated) {  // 18.3: the others in his hex have checked
        change(side.good, result.good - pending.targets_good);
        change(side.broken, result.broken - pending.targets_broken);
        change(side.berserk, result.berserk);
        const bool all_under_fire = !rules_.shelter && side.leader_under_fire != 0;
        change(side.under_fire, result.under_fire - pending.targets_under_fire);
        side.under_fire = all_under_fire ? side.broken : std::min(side.under_fire, side.broken);
        side.leader_under_fire = 0;
      }
      next_phase(state);
      break;
    case Pending::Kind::rally_squads:
      change(side.good, result.good);
      change(side.broken, -(result.good + result.broken));
      next_phase(state);
      break;
    case Pending::Kind::repair:
      change(side.guns, result.good);
      change(side.jammed, -(result.good + result.broken));
      next_phase(state);
      break;
    case Pending::Kind::attack: {
      SideState& firer = state.side[1 - pending.side];
      const int squads = in_group(state);
      state.group = 0;
      state.target = HexAimedAt::first;
      change(state.guns_left, -std::min<int>(squads, state.guns_left));
      change(state.left, -squads);
      change(firer.guns, -result.breakdown);
      change(firer.jammed, result.breakdown);
      change(side.good, result.good - pending.targets_good);
      change(side.broken, result.broken - pending.targets_broken);
      change(side.berserk, result.berserk);  // 18.4: they charge
      if (pending.leader != Status::eliminated) side.leader = result.leader;
      // 14.6: the attack that broke a unit counts. Without shelter broken units are also under fire
      // later.
      if (rules_.shelter) {
        change(side.under_fire, result.broken);
      } else {
        side.under_fire = side.broken;
      }
      if (side.leader != Status::broken) {
        side.leader_under_fire = 0;
      } else if (pending.leader != Status::eliminated || !rules_.shelter) {
        side.leader_under_fire = 1;
      }
      break;
    }
  }
  advance(state);
  return state;
}

}  // namespace combat_odds::squad_leader
