#include "sim/squad_leader/engineers/fieldwork.hpp"

#include <algorithm>

#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_games/numbers_needed.hpp"
#include "sim/squad_games/terrain.hpp"
#include "sim/squad_leader/counters/counters.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

constexpr std::size_t most_units = 6;
/// 5.7: crews have 2 factors, squads more.
constexpr int crew_firepower = 2;

/// The throws out of 36 whose total is this number or less.
int throws_up_to(int number) {
  int throws = 0;
  for (int first = 1; first <= 6; ++first) throws += std::clamp(number - first, 0, 6);
  return throws;
}

}  // namespace

void Fieldwork::look_up(const Charts& charts) {
  int leaders = 0;
  int squads = 0;
  for (const UnitName& unit : units_) {
    leaders += unit.leader ? 1 : 0;
    squads += unit.leader ? 0 : 1;
    if (!unit.leader && unit.firepower <= crew_firepower) {
      throw ArgumentError("units", unit.text + " is a crew", "squads, and perhaps a leader");
    }
  }
  if (squads == 0)
    throw ArgumentError("units", "a leader does no such work", "squads such as 4-6-7");
  if (leaders > 1) {
    throw ArgumentError("units", "more than one leader", "one, who helps one of the squads");
  }
  kinds_.clear();
  needed_.clear();
  start_ = target_stack(units_, Status::good, {}, &kinds_);
  if (!is_fired_at()) return;
  ift_ = &charts.get<Ift>();
  column_ = ift_->column(firepower_);
}

bool Fieldwork::anybody_works(const TargetStack& stack) {
  return std::any_of(stack.units.begin() + stack.leader_count,
                     stack.units.begin() + stack.unit_count,
                     [](const TargetUnit& unit) { return unit.status == Status::good; });
}

/// Each squad rolls for itself until one succeeds. The leader helps the squad for which it matters
/// most; a +1 leader helps none.
void Fieldwork::work(Dice& dice, State& state) const {
  std::vector<int> needed;
  for (std::size_t i = state.stack.leader_count; i < state.stack.unit_count; ++i) {
    const TargetUnit& squad = state.stack.units[i];
    if (squad.status == Status::good) needed.push_back(needed_[squad.kind]);
  }
  const int help = std::min(0, leadership_for(state.stack, state.stack.unit_count));
  // The chance that all fail is smallest if he helps the squad with the lowest ratio of failure
  // with help to failure without.
  const auto helped = std::min_element(needed.begin(), needed.end(), [&](int one, int other) {
    return (36 - throws_up_to(one - help)) * (36 - throws_up_to(other)) <
           (36 - throws_up_to(other - help)) * (36 - throws_up_to(one));
  });
  *helped -= help;
  for (const int number : needed) {
    if (DR_at_most(dice, number)) {
      state.done = 1;
      return;
    }
  }
}

/// Goes on to the next roll.
void Fieldwork::go_on(State& state) const {
  if (state.fire == 2 && resolved(state.stack)) {
    ++state.attacks;
    state.fire = 1;
  }
  const bool anybody = how_many(state.stack, Status::eliminated) < state.stack.unit_count;
  if (state.fire == 1 && (column_ < 0 || state.attacks == attacks_ || !anybody)) {
    ++state.turns;
    state.attacks = 0;
    state.fire = 0;
  }
}

Fieldwork::State Fieldwork::step(const State& before, Dice& dice) const {
  State state = before;
  if (state.fire == 0) {
    work(dice, state);
    if (state.done == 0) state.fire = 1;
  } else if (state.fire == 1) {
    const FireResult result =
        dice.DR([&](TwoDice roll) { return ift_->at(column_, roll.total() + drm_); });
    begin_fire(state.stack, result);
    state.fire = 2;
  } else {
    squad_leader::step(dice, state.stack);
  }
  if (state.done == 0) go_on(state);
  return state;
}

Fieldwork::State Fieldwork::alike(const State& state) {
  State result = state;
  make_alike(result.stack);
  return result;
}

std::optional<Outcome> Fieldwork::outcome(const State& state, const char* done,
                                          const char* not_done) const {
  const bool stopped = state.fire == 0 && !anybody_works(state.stack);
  const bool late = state.fire == 0 && state.turns == turns_;
  if (state.done == 0 && !stopped && !late) return std::nullopt;
  Outcome outcome(state.done != 0 ? done : stopped ? "stopped" : not_done);
  outcome.measure_if(state.done != 0, "turn", state.turns + 1)
      .measure("eliminated", how_many(state.stack, Status::eliminated))
      .measure("broken", how_many(state.stack, Status::broken));
  return tell(outcome, fate_of(state.stack, Status::good), Pins::no);
}

std::vector<Term> Fieldwork::measures(const char* done) {
  std::vector<Term> terms = {
      {"turn", "the turn in which it is done; only where " + std::string(done), true, {done}},
      {"eliminated", "units eliminated"},
      {"broken", "units broken"}};
  for (Term& term : infantry_measures()) terms.push_back(std::move(term));
  return terms;
}

void Fieldwork::describe(Declaration<Fieldwork>& asked, const std::string& work) {
  asked
      .asks(&Fieldwork::units_, "units", "squads and perhaps a leader, such as 2*4-6-7 8-1",
            "who " + work + "; a leader helps one squad", units_up_to<most_units>)
      .or_named(infantry_names())
      .tried_with({"4-6-7", "2*4-4-7", "4-6-7 9-1", "3*6-2-8 8-0", "4-4-7 8-3-8 9-2"})
      .asks(&Fieldwork::turns_, "turns", 1, 20, "how many of their player turns they may take")
      .asks(&Fieldwork::firepower_, "firepower", 0, 1000,
            "of each enemy attack at them after a turn's work, after all multipliers; 0: there is "
            "none")
      .or_of_unit(UnitFact::firepower)
      .tried_with({"4", "8"})
      .asks(&Fieldwork::drm_, "drm", -10, 10, "the modifiers of these attacks")
      .or_named(terrain_names("squad-leader/terrain-effects.csv"), "a terrain such as woods")
      .only_when(&Fieldwork::is_fired_at, "", "--firepower")
      .asks(&Fieldwork::attacks_, "attacks", 1, 4, "attacks after each turn's work")
      .only_when(&Fieldwork::is_fired_at, "", "--firepower");
}

}  // namespace combat_odds::squad_leader
