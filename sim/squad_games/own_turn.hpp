#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "core/dice/dice.hpp"

namespace combat_odds {

/// The choices of the firer of an engagement in its own turn. It may always stay, and then fires if
/// it can.
struct OwnTurn {
  std::string_view question;
  bool may_move = false;
  bool may_move_and_fire = false;
  bool may_leave = false;
};

/// Decides the step. Unless it is left to best play, it is `habit`; if that is not allowed, the
/// firer moves, or else stays. `Step` is an enumeration with fire, move, move_and_fire and leave.
template <class Step, class State, class MakeFacts>
Step decided_step(Dice& dice, const OwnTurn& turn, Step habit, const State& state,
                  MakeFacts&& make_facts) {
  std::vector<std::string_view> options = {"stay"};
  std::vector<Step> steps = {Step::fire};
  const auto offer = [&](bool may, std::string_view option, Step step) {
    if (!may) return;
    options.push_back(option);
    steps.push_back(step);
  };
  offer(turn.may_move, "move", Step::move);
  offer(turn.may_move_and_fire, "move and fire", Step::move_and_fire);
  offer(turn.may_leave, "leave", Step::leave);
  const auto find = [&](Step step) { return std::ranges::find(steps, step) - steps.begin(); };
  auto otherwise = find(habit);
  if (otherwise == std::ssize(steps)) otherwise = turn.may_move ? find(Step::move) : 0;
  const int chosen = dice.choose({"plan", turn.question, options}, state,
                                 std::forward<MakeFacts>(make_facts), static_cast<int>(otherwise));
  return steps[static_cast<std::size_t>(chosen)];
}

}  // namespace combat_odds
