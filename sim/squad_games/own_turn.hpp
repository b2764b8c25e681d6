#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "core/dice/dice.hpp"

namespace combat_odds {

/// What the firer of an engagement may do in its own turn, beside staying where it is, where it
/// fires if it can.
struct OwnTurn {
  std::string_view question;
  bool may_move = false;
  bool may_move_and_fire = false;
  bool may_leave = false;
};

/// Decides which; without anybody to decide it is `habit`, and where that can't be done, to move,
/// or else to stay. `Step` is an enumeration with fire, move, move_and_fire and leave.
template <class Step, class State, class Words>
Step decided_step(Dice& dice, const OwnTurn& turn, Step habit, const State& state, Words&& words) {
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
                                 std::forward<Words>(words), static_cast<int>(otherwise));
  return steps[static_cast<std::size_t>(chosen)];
}

}  // namespace combat_odds
