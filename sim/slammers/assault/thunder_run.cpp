#include <cstdint>

#include "sim/slammers/command/leaders.hpp"

namespace combat_odds::slammers {
namespace {

constexpr int most_tokens = 2;  // Supplement 4: two turns of Thunder Run are the maximum

/// A column on Easy terrain over several turns (Supplement 4, "Thunder Run"). In the following
/// turns the moves of a turn are repeated for nothing.
struct ThunderRun {
  Leadership leadership;
  std::vector<int> moves;  ///< paid for in each turn
  int vehicles = 1;
  int speed = 0;
  int approach = 0;
  bool declared = true;

  void prepare(const Charts& /*charts*/) const {
    if (moves.empty() || moves.size() > 8) {
      throw ArgumentError("moves", "moves does not name 1 to 8 turns",
                          "the moves to pay for in each turn, such as 3 3 0");
    }
  }

  Outcome resolve(Dice& dice) const {
    State state;
    state.off_road = approach > 0 ? 1 : 0;
    for (const int wanted : moves) {
      dice.at(state);
      turn(dice, state, wanted);
    }
    return Outcome(state.short_of_points != 0 ? "held_up" : "as_planned")
        .event("as_planned", state.short_of_points == 0)
        .measure("distance", state.distance)
        .measure("last_turn", state.last_turn)
        .measure("leadership_points_spent", state.spent)
        .measure("tokens", state.tokens);
  }

  struct State {
    std::int16_t distance = 0;
    std::int16_t last_turn = 0;
    std::int16_t spent = 0;
    std::int16_t turn = 0;
    std::uint8_t off_road = 0;  ///< has not reached the road yet
    std::uint8_t tokens = 0;
    std::uint8_t free_moves = 0;  ///< the sum of the tokens' numbers
    std::uint8_t short_of_points = 0;
  };

  void turn(Dice& dice, State& state, int wanted) const {
    const int made = dice.DR([&](TwoDice roll) {
      int affordable = wanted;
      while (vehicles * cost_of_moves(affordable) > leadership.points(roll.total())) {
        --affordable;
      }
      return affordable;
    });
    if (made < wanted) state.short_of_points = 1;
    // The first move of all may be the approach to the road. It does not count for the run.
    const int to_the_road = made > 0 ? state.off_road : 0;
    if (made > 0) state.off_road = 0;
    const int on_road = made - to_the_road;
    const int distance = to_the_road * approach + (state.free_moves + on_road) * speed;
    state.last_turn = static_cast<std::int16_t>(distance);
    state.distance = static_cast<std::int16_t>(state.distance + distance);
    state.spent = static_cast<std::int16_t>(state.spent + vehicles * cost_of_moves(made));
    if (declared && on_road > 0 && state.tokens < most_tokens) {
      ++state.tokens;
      state.free_moves = static_cast<std::uint8_t>(state.free_moves + on_road);
    }
    ++state.turn;
  }
};

}  // namespace

Procedure thunder_run() {
  return procedure<ThunderRun>(
             "slammers.thunder-run", "Supplement 4, Thunder Run",
             "how far a column gets on a road, and what it pays in leadership points")
      .includes(&ThunderRun::leadership)
      .asks(&ThunderRun::moves, "moves", "numbers from 0 to 3 such as 3 3 0",
            "the moves paid for in each turn, for every vehicle of the column", read_moves)
      .tried_with({"3 3 0", "2 1", "1 1 1 0"})
      .asks(&ThunderRun::vehicles, "vehicles", 1, 15,
            "vehicles in the column; each pays for its moves")
      .asks(&ThunderRun::speed, "speed", 1, 200, "the distance of a move on Easy terrain, in cm")
      .required()
      .tried_with({"15", "30"})
      .asks(
          &ThunderRun::approach, "approach", 0, 200,
          "the first move leads to the road and is so many cm: it does not count for the run; 0: the column starts on the road")
      .tried_with({"0", "10"})
      .asks(&ThunderRun::declared, "declared",
            "Thunder Runs are declared; false: every move is paid for")
      .outcome("as_planned", "every turn's points paid for its moves")
      .outcome("held_up", "in some turn there were too few points")
      .event("as_planned", "every turn's points paid for its moves")
      .measure("distance", "cm that the column covers in all turns together")
      .measure("last_turn", "cm that it covers in the last turn")
      .measure("leadership_points_spent", "leadership points spent in all turns together")
      .measure("tokens", "Thunder Run tokens at the end")
      .headline("as_planned", "the column gets as far as planned")
      .headline("mean distance", "{} on average");
}

}  // namespace combat_odds::slammers
