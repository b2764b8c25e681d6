#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/dice/working.hpp"
#include "sim/squad_games/fire_phase_solver.hpp"
#include "sim/squad_games/several_targets.hpp"

namespace combat_odds {

/// The units under fire in one Location or several, and the attackers that have still to fire.
template <class Stack>
struct FirePhaseState {
  std::array<Stack, FirePhaseGroups::most_targets> stacks{};
  FirePhaseGroups::Phase phase;
  std::uint8_t over = 0;
};

/// The units of one Location, counted.
struct UnitCount {
  int left = 0;
  int unbroken = 0;
  std::optional<int> pinned;            ///< where the game has pins
  std::optional<int> leaders_unbroken;  ///< where leaders were among them
};

/// The fire of one phase: group after group, each against what is left of its target. `Game` is
/// what the user asked for, with the rules of its game:
///
///     attackers, targets, rules         who fires, at whom, and how groups form
///     Stack, Result, Fire               units under fire, an IFT result, an attacker's words
///     line_up(charts)                   the charts and targets are looked up
///     fire_of(fire, step)               an attacker's fire, as a GroupFirer::At
///     column(firepower), result(attack, roll)
///     units_at(target)                  the stack before the phase
///     begin(target, stack, result, last), check(target, stack, dice), resolved(stack),
///     make_alike(target, stack)         fire at a stack, step by step
///     count(target, stack), fate(target, stack)
///     pins, measure_losses(outcome, stacks, unbroken)
template <class Game>
class FirePhase final : public Process<FirePhaseState<typename Game::Stack>>, public SolvesItself {
 public:
  using Stack = typename Game::Stack;
  using Result = typename Game::Result;
  using State = FirePhaseState<Stack>;

  FirePhase(const Game& game, const Charts& charts) : game_(game) {
    game_.line_up(charts);
    const FireSteps<typename Game::Fire> reader;
    std::vector<GroupFirer> firers;
    for (const WrittenFirer& written : read_firers(game_.attackers, "attackers", target_count())) {
      GroupFirer firer{written.place, written.text, {}};
      for (const std::optional<AssaultStep>& step : written.at) {
        firer.at.emplace_back();
        if (step) {
          firer.at.back() = Game::fire_of(reader.read(*step, "attackers", charts), *step);
        }
      }
      firers.push_back(std::move(firer));
    }
    groups_ = FirePhaseGroups(std::move(firers), game_.targets.names(), game_.rules,
                              [&](double firepower) { return game_.column(firepower); });
    for (std::size_t i = 0; i < target_count(); ++i) start_.stacks.at(i) = game_.units_at(i);
    start_.phase = groups_.start();
    start_ = alike(start_);
  }

  State start() const override { return start_; }

  State step(const State& before, Dice& dice) const override {
    State now = before;
    for (std::size_t i = 0; i < target_count(); ++i) {
      if (is_resolved(now.stacks.at(i))) continue;
      game_.check(i, now.stacks.at(i), dice);
      return now;
    }
    const FirePhaseGroups::Attack* const attack =
        groups_.choose(dice, now, now.phase, left(now), [&] { return words(now); });
    if (attack == nullptr) {
      now.over = 1;
      return now;
    }
    groups_.fire(now.phase, *attack);
    const Result rolled = dice.DR([&](TwoDice roll) { return result(*attack, roll); });
    game_.begin(attack->target, now.stacks.at(attack->target), rolled, now.phase.unfired == 0);
    return now;
  }

  State alike(const State& before) const override {
    State now = before;
    for (std::size_t i = 0; i < target_count(); ++i) game_.make_alike(i, now.stacks.at(i));
    return now;
  }

  std::optional<Outcome> outcome(const State& now) const override {
    const bool all_resolved = std::all_of(now.stacks.begin(), now.stacks.end(), is_resolved);
    if (!all_resolved || (now.over == 0 && now.phase.unfired != 0)) return std::nullopt;
    InfantryFate fate{.units = 0};
    int units = 0;
    int unbroken = 0;
    for (std::size_t i = 0; i < target_count(); ++i) {
      add_fate(fate, game_.fate(i, now.stacks.at(i)));
      units += start_.stacks.at(i).unit_count;
      unbroken += game_.count(i, now.stacks.at(i)).unbroken;
    }
    // Made in place: GCC 12 warns of an access out of bounds where it is moved.
    std::optional<Outcome> outcome(std::in_place, label_of(unbroken, units));
    game_.measure_losses(*outcome, now.stacks, unbroken);
    // The shared terms have it only for several units.
    if (fate.units == 1) outcome->event("all_broken_or_worse", fate.broken_or_worse == 1);
    tell(*outcome, fate, Game::pins);
    return outcome;
  }

  Working working() const override {
    Working working;
    working.situation = "fire groups at " + game_.targets.text();
    working.sums = groups_.told();
    return working;
  }

  // For the solver:

  Policy solved(const BestPlay& best, const RunControl* control) const override {
    return FirePhaseSolver<FirePhase>(*this, best, control).policy();
  }
  const FirePhaseGroups& groups() const { return groups_; }
  std::size_t target_count() const { return game_.targets.units.size(); }
  Result result(const FirePhaseGroups::Attack& attack, TwoDice roll) const {
    return game_.result(attack, roll);
  }
  static bool is_resolved(const Stack& stack) { return Game::resolved(stack); }
  Stack begun(std::size_t target, Stack stack, Result rolled, bool last) const {
    game_.begin(target, stack, rolled, last);
    return stack;
  }
  Stack stepped(std::size_t target, Stack stack, Dice& dice) const {
    game_.check(target, stack, dice);
    return stack;
  }
  Stack made_alike(std::size_t target, Stack stack) const {
    game_.make_alike(target, stack);
    return stack;
  }
  FirePhaseGroups::Targets left(const State& now) const {
    FirePhaseGroups::Targets left;
    for (std::size_t i = 0; i < target_count(); ++i) {
      const UnitCount units = game_.count(i, now.stacks.at(i));
      if (units.left > 0) left.left |= 1u << i;
      if (units.unbroken > 0) left.unbroken |= 1u << i;
    }
    return left;
  }
  Facts words(const State& now) const {
    Facts facts;
    for (std::size_t i = 0; i < target_count(); ++i) {
      const UnitCount units = game_.count(i, now.stacks.at(i));
      const auto add = [&](const char* what, int number) {
        facts.emplace_back(game_.targets.fact(what, i), number);
      };
      add("unbroken", units.unbroken);
      add("broken", units.left - units.unbroken);
      if (units.pinned) add("pinned", *units.pinned);
      if (units.leaders_unbroken) add("leaders unbroken", *units.leaders_unbroken);
    }
    return facts;
  }

 private:
  Game game_;
  FirePhaseGroups groups_;
  State start_;
};

}  // namespace combat_odds
