#include "sim/squad_leader/duels/firefight_rounds.hpp"

namespace combat_odds::squad_leader {

FirefightStep FirefightRounds::round(const FirefightStep& step, int number) const {
  return {firefight_.next_turn(step.state, number), {}};
}

bool FirefightRounds::round_over(const FirefightStep& step) const {
  return Firefight::turn_over(step.state);
}

FirefightStep FirefightRounds::step(const FirefightStep& before, Dice& dice) const {
  FirefightStep next = before;
  if (before.part == FirefightStep::Part::roll) {
    firefight_.roll(dice, before.pending, next.rolling);
    if (Firefight::rolled(before.pending, next.rolling)) {
      next.rolling = {0, Firefight::result(before.pending, next.rolling), {}};
      next.part = FirefightStep::Part::rolled;
    }
    return next;
  }
  const bool fires =
      before.state.phase == Phase::fire_first || before.state.phase == Phase::fire_second;
  if (fires && before.state.group == 0) next.state = firefight_.grouped(before.state, dice);
  const Pending pending = firefight_.pending(next.state);
  firefight_.roll(dice, pending, next.rolling);
  if (Firefight::rolled(pending, next.rolling)) {
    const RollResult result = Firefight::result(pending, next.rolling);
    next = {firefight_.after(next.state, pending, result), {}};
  }
  return next;
}

FirefightStep FirefightRounds::alike(const FirefightStep& step) const {
  FirefightStep result = step;
  squad_leader::make_alike(result.rolling.stack);
  return result;
}

bool FirefightRounds::part(std::byte* step, std::byte* standing) const {
  const FirefightStep whole = read(step);
  if (round_over(whole)) return false;
  write(step, {{}, whole.rolling, FirefightStep::Part::roll, firefight_.pending(whole.state)});
  write(standing, {whole.state, {}, FirefightStep::Part::state});
  return true;
}

bool FirefightRounds::goes_on_apart(const std::byte* acting) const {
  return read(acting).part == FirefightStep::Part::roll;
}

void FirefightRounds::join(std::byte* acting, const std::byte* standing) const {
  const FirefightStep rolled = read(acting);
  const FirefightState& before = read(standing).state;
  write(acting, {firefight_.after(before, rolled.pending, rolled.rolling.result), {}});
}

std::optional<Outcome> FirefightRounds::outcome(const FirefightStep& step, int turns) const {
  const std::optional<Holder> holder = firefight_.over(step.state, turns);
  if (!holder) return std::nullopt;
  std::optional<Outcome> outcome(std::in_place, *holder == Holder::a      ? "a_holds"
                                                : *holder == Holder::b    ? "b_holds"
                                                : *holder == Holder::both ? "both"
                                                                          : "neither");
  outcome->measure("points_lost_a", firefight_.points_lost(step.state, 0))
      .measure("points_lost_b", firefight_.points_lost(step.state, 1))
      .measure("turns", turns);
  static constexpr const char* gone[] = {"berserk_a", "berserk_b"};
  for (const int side : {0, 1}) {
    if (firefight_.force(side).berserk == BerserkChecks::none) continue;
    outcome->measure(gone[side], firefight_.gone_berserk(step.state, side));
  }
  return outcome;
}

}  // namespace combat_odds::squad_leader
