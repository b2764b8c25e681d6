#include "sim/asl/machine_guns/street_crossing.hpp"

#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/asl/machine_guns/smoke_grenades.hpp"

namespace combat_odds::asl {
namespace {

constexpr int stopped = TargetUnit::broken | TargetUnit::pinned | TargetUnit::eliminated;

/// The FP of Residual FP counters (A8.2).
constexpr std::array<int, 7> counters = {0, 1, 2, 4, 6, 8, 12};

}  // namespace

StreetCrossing::State StreetCrossing::start() const {
  State state;
  set_out(state);
  if (lays_smoke > 0) state.stage = State::grenades;
  pass_on(state);
  return state;
}

StreetCrossing::State StreetCrossing::start_with(const TargetStack& movers, bool in_smoke,
                                                 const std::array<GroupMarkers, 2>& firing) const {
  State state;
  state.stack = movers;
  state.laid_smoke = in_smoke ? 1 : 0;
  state.groups = firing;
  if (movers.unit_count == 0) state.stage = State::over;
  pass_on(state);
  return state;
}

/// A24.1: on a 6 the MPh of the squad, the first of those who are to cross, is over.
void StreetCrossing::lay_smoke(Dice& dice, State& state) const {
  using Placement = SmokeGrenades::Placement;
  const Placement placement = SmokeGrenades::roll(dice, lays_smoke);
  state.stage = State::residual;
  if (placement == Placement::placed) state.laid_smoke = 1;
  if (placement != Placement::ends_movement) return;
  const auto stay = together == Together::stack ? state.stack.unit_count : std::uint8_t{1};
  state.tally.stays = state.tally.unharmed = state.tally.whole = stay;
  if (more_come(state)) {
    ++state.mover;
    set_out(state);
  } else {
    state.stack = {};
    state.stage = State::over;
  }
}

int StreetCrossing::movers() const {
  return together == Together::stack ? 1 : static_cast<int>(target.units.size());
}

/// Puts the next unit (or the stack) before the street.
void StreetCrossing::set_out(State& state) const {
  state.location = 0;
  state.stage = State::residual;
  if (together == Together::stack) {
    state.stack = target.start();
    return;
  }
  state.stack = {};
  state.stack.unit_count = 1;
  state.stack.units[0] = target.named(state.mover);
  state.stack.leader_count = target.type(state.stack.units[0]).is_leader() ? 1 : 0;
}

/// No outcome reports Replacements, nor whether an attack came to an NMC.
StreetCrossing::State StreetCrossing::alike(State state) const {
  state.stack.nmc_or_better = state.stack.replaced = 0;
  target.make_alike(state.stack);
  return state;
}

StreetCrossing::State StreetCrossing::step(State state, Dice& dice) const {
  if (!FireTarget::resolved(state.stack)) {
    target.step(dice, state.stack);
    pass_on(state);
    return state;
  }
  switch (state.stage) {
    case State::residual: {
      const int fp = state.residual_fp[state.location];
      state.stage = State::lanes;
      attack(dice, state, fp, residual_modifier(state));
      break;
    }
    case State::lanes:
      if (!fire_lane(dice, state)) state.stage = State::first_group;
      break;
    case State::first_group:
    case State::second_group:
      if (fire(dice, state, state.stage == State::first_group ? 0 : 1)) break;
      state.stage = state.stage == State::first_group ? State::second_group : State::leave;
      state.unit_shots = state.gun_shots = 0;
      break;
    case State::grenades:
      lay_smoke(dice, state);
      break;
    case State::leave:
    case State::over:
      break;
  }
  pass_on(state);
  return state;
}

/// Goes on to the next roll: past stages without fire and, when all are done, to the next Location.
void StreetCrossing::pass_on(State& state) const {
  while (FireTarget::resolved(state.stack) && state.stage != State::over) {
    switch (state.stage) {
      case State::residual:
        if (state.residual_fp[state.location] > 0) return;
        state.stage = State::lanes;
        break;
      case State::lanes:
        if (lane_here(state)) return;
        state.next_lane = 0;
        state.stage = State::first_group;
        break;
      case State::first_group:
      case State::second_group:
        if (may_fire(state, state.stage == State::first_group ? 0 : 1)) return;
        state.stage = state.stage == State::first_group ? State::second_group : State::leave;
        state.unit_shots = state.gun_shots = 0;
        break;
      case State::leave:
        go_on(state);
        break;
      case State::grenades:
        return;
      case State::over:
        break;
    }
  }
}

/// Whether any unit of the stack has none of these marks.
bool StreetCrossing::somebody(const TargetStack& stack, int without) {
  return std::any_of(stack.units.begin(), stack.units.begin() + stack.unit_count,
                     [&](const TargetUnit& unit) { return (unit.status & without) == 0; });
}

/// The DRM of SMOKE in the Location.
int StreetCrossing::smoke_in(const State& state) const {
  if (state.laid_smoke != 0 && state.location == 0) return SmokeGrenades::drm;
  return in_street(state) ? smoke : 0;
}

/// FFNAM and FFMO (A4.6): not against pinned units, once no other unit is moving or broken.
int StreetCrossing::movement_modifier(const State& state, bool open) const {
  if (!somebody(state.stack, TargetUnit::pinned | TargetUnit::eliminated)) return 0;
  return (moves == Moves::assault ? 0 : -1) + (open && smoke_in(state) == 0 ? -1 : 0);
}

/// Fire from outside. SMOKE does not modify a Fire Lane (A9.222).
int StreetCrossing::fire_modifier(const State& state, bool smoke_counts) const {
  const Terrain& there = terrain(state);
  return there.modifier + (smoke_counts ? smoke_in(state) : 0) + hindrance +
         movement_modifier(state, there.open && hindrance == 0) + drm;
}

/// A8.2: the modifiers of the Location count, not those that the fire crossed on its way there.
int StreetCrossing::residual_modifier(const State& state) const {
  const Terrain& there = terrain(state);
  return (there.hexside ? 0 : there.modifier) + smoke_in(state) +
         movement_modifier(state, there.open || there.hexside) + drm;
}

/// An attack that no leader directs, and that never cowers.
void StreetCrossing::attack(Dice& dice, State& state, double firepower, int modifier) const {
  const int column = ift_->column(firepower);
  const IftResult result =
      dice.DR([&](TwoDice roll) { return ift_->at(column, roll.total() + modifier); });
  target.begin(state.stack, result, false);
}

/// Whether a Fire Lane in this Location has still to fire at a unit there.
bool StreetCrossing::lane_here(const State& state) const {
  const auto next = state.lane_in.begin() + state.next_lane;
  return std::find(next, state.lane_in.end(), state.location + 1) != state.lane_in.end() &&
         somebody(state.stack, TargetUnit::eliminated);
}

/// Plays the next Fire Lane in this Location (A9.22-.223); false if there is none.
bool StreetCrossing::fire_lane(Dice& dice, State& state) const {
  for (; state.next_lane < state.lane_in.size(); ++state.next_lane) {
    if (state.lane_in[state.next_lane] != state.location + 1) continue;
    const std::size_t g = state.next_lane / GroupMarkers::most_guns;
    const std::size_t gun = state.next_lane % GroupMarkers::most_guns;
    ++state.next_lane;
    if (!somebody(state.stack, TargetUnit::eliminated)) return false;
    struct Seen {
      IftResult result;
      std::uint8_t jams;
    };
    const int column = ift_->column(group(g).lane_firepower(gun));
    const int modifier = fire_modifier(state, false);
    const Seen seen = dice.DR([&](TwoDice roll) {
      const bool jams = roll.total() >= group(g).breakdown(gun);
      return Seen{ift_->at(column, roll.total() + modifier), small(jams)};
    });
    if (seen.jams != 0) {
      state.malfunction = 1;
      state.groups[g].guns[gun] = GroupMarkers::Gun::out;
      state.lane_in[g * GroupMarkers::most_guns + gun] = 0;
    }
    target.begin(state.stack, seen.result, false);
    return true;
  }
  return false;
}

/// How a group may attack next; nothing if it may not.
std::optional<DefensiveFireGroup::Way> StreetCrossing::next_way(const State& state,
                                                                std::size_t g) const {
  const bool in_sight = in_street(state) || sees_goal;
  if (!group(g).given() || !in_sight || state.location + 1 < open_fire_at) return std::nullopt;
  // A24.7: SMOKE costs 1 MF more.
  const int movement = (in_street(state) ? 1 : goal_mf) + (smoke_in(state) > 0 ? 1 : 0);
  return group(g).next_way(state.groups[g], movement, state.unit_shots, state.gun_shots,
                           subsequent_fire, protective_fire);
}

bool StreetCrossing::may_fire(const State& state, std::size_t g) const {
  return somebody(state.stack, stopped) && next_way(state, g).has_value();
}

/// Whether the attack that a group has just made at the goal is the last one on this stack.
bool StreetCrossing::is_last(const State& state, std::size_t g) const {
  if (in_street(state) || target.heat.played() || tells_units) return false;
  if (next_way(state, g)) return false;
  if (g == 1) return true;
  State then = state;
  then.unit_shots = then.gun_shots = 0;
  return !next_way(then, 1);
}

/// Plays a group's next attack; false if it makes none. It fires as long as a unit can go on.
bool StreetCrossing::fire(Dice& dice, State& state, std::size_t g) const {
  if (!somebody(state.stack, stopped)) return false;
  const std::optional<DefensiveFireGroup::Way> way = next_way(state, g);
  if (!way) return false;
  const DefensiveFireGroup& firers = group(g);
  GroupMarkers& markers = state.groups[g];
  const bool halved = moves == Moves::dash && in_street(state);
  if (ift_->column(firers.firepower(markers, *way, halved)) < 0)
    return false;  // it would do nothing
  const Terrain& there = terrain(state);
  const int outside = hindrance + (there.hexside ? there.modifier : 0) +
                      (firers.directed(markers) ? firers.positive_leadership() : 0);
  const DefensiveFireGroup::Shot shot =
      firers.fire(dice, markers, *way, halved, fire_modifier(state, true));
  if (more_come(state)) {
    leave_residual(state, firers.residual_column(markers, *way, shot, halved), outside);
  }
  firers.mark(markers, *way, shot);
  for (std::size_t gun = 0; gun < firers.gun_count(); ++gun) {
    std::uint8_t& lane = state.lane_in[g * GroupMarkers::most_guns + gun];
    const bool lies = markers.guns[gun] == GroupMarkers::Gun::fire_lane;
    if (lies && lane == 0) lane = small(state.location + 1);
  }
  if (shot.jams != 0) state.malfunction = 1;
  if (tells_units) state.arrivals.jams.at(g) |= shot.jams;
  if (*way != DefensiveFireGroup::Way::rate) ++state.unit_shots;
  ++state.gun_shots;
  const bool last = is_last(state, g);
  if (last) {
    state.stage = State::leave;
    state.unit_shots = state.gun_shots = 0;
    if (!more_come(state)) {
      state.groups = {};
      state.lane_in = {};
    }
  }
  target.begin(state.stack, shot.result, last);
  return true;
}

/// A8.2, A8.26: a column less for each positive modifier from outside. The larger counter stays.
void StreetCrossing::leave_residual(State& state, int column, int outside) const {
  if (column == 0) return;
  const int fp = residual_of_[static_cast<std::size_t>(ift_->column(column))];
  const auto counter = std::find(counters.begin(), counters.end(), fp) - counters.begin();
  const int left =
      counters[static_cast<std::size_t>(std::max<std::ptrdiff_t>(counter - outside, 0))];
  std::uint8_t& there = state.residual_fp[state.location];
  there = small(std::max<int>(there, left));
}

void StreetCrossing::count(State& state, const TargetUnit& unit, bool leader, bool at_goal) const {
  State::Tally& tally = state.tally;
  const Traits& traits = target.type(unit).traits;
  if (traits.stepped_forward) return;  // the question did not name him
  if (tells_units) {
    State::Arrivals& arrivals = state.arrivals;
    arrivals.across.at(arrivals.count) = at_goal && !unit.is(TargetUnit::broken) ? 1 : 0;
    arrivals.leaders.at(arrivals.count) = leader ? 1 : 0;
    arrivals.units.at(arrivals.count++) = unit;
    return;
  }
  if (unit.is(TargetUnit::eliminated)) {
    ++tally.eliminated;
  } else if (unit.is(TargetUnit::broken)) {
    ++tally.broken;
  } else if (traits.berserk && !target.state.traits.berserk) {
    ++tally.berserk;
  } else if (at_goal) {
    ++tally.across;
  } else {
    ++tally.pinned;
  }
  if (unit.status == 0) {
    ++tally.unharmed;
    if (traits.berserk || target.state.traits.berserk) ++tally.unharmed_berserk;
  }
  constexpr int lost = TargetUnit::eliminated | TargetUnit::reduced;
  if ((unit.status & lost) != 0) ++tally.casualties;
  if ((unit.status & (lost | TargetUnit::broken)) == 0) ++tally.whole;
  if (leader && (unit.is(TargetUnit::eliminated) || unit.is(TargetUnit::broken))) {
    tally.leader_lost = 1;
  }
}

/// Moves on the units that can; the others have come as far as they will.
void StreetCrossing::go_on(State& state) const {
  const bool at_goal = !in_street(state);
  if (state.stack.heat != 0) state.tally.heat = 1;
  state.tally.casualty_vp = small(state.tally.casualty_vp + state.stack.casualty_vp);
  TargetStack next;
  for (std::size_t i = 0; i < state.stack.unit_count; ++i) {
    const TargetUnit& unit = state.stack.units[i];
    const bool leader = i < state.stack.leader_count;
    // A unit that goes berserk charges (A15.431). Units that set out berserk are already charging.
    const bool charges = target.type(unit).traits.berserk && !target.state.traits.berserk;
    if (at_goal || charges || (unit.status & stopped) != 0) {
      count(state, unit, leader, at_goal);
      continue;
    }
    next.units[next.unit_count++] = unit;
    if (leader) ++next.leader_count;
  }
  state.stack = next;
  state.stage = State::residual;
  state.next_lane = 0;
  if (next.unit_count > 0) {
    ++state.location;
  } else if (more_come(state)) {
    ++state.mover;
    set_out(state);
  } else {
    state.groups = {};
    state.stage = State::over;
  }
  if (!more_come(state)) {  // nobody comes this way again
    std::fill_n(state.residual_fp.begin(), state.location, std::uint8_t{0});
    if (state.location > 0) state.laid_smoke = 0;
  }
  if (state.stage == State::over) {
    state.location = state.mover = 0;
    state.residual_fp = {};
    state.lane_in = {};
    state.laid_smoke = 0;
  }
}

}  // namespace combat_odds::asl
