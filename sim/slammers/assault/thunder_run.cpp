#include <cstdint>

#include "combat_odds/sim/slammers/command/leaders.hpp"

namespace combat_odds::slammers {
namespace {

constexpr int most_tokens = 2;  // Supplement 4: two turns of Thunder Run are the maximum
constexpr int most_moves = 3;

/// A column on Easy terrain over several turns (Supplement 4, "Thunder Run"): the moves of a turn
/// are kept up for nothing in the next ones.
class ThunderRun : public Rule {
 public:
  ThunderRun(const Arguments& arguments, const Charts& charts)
      : leadership_(Leadership::asked(arguments, charts)),
        plan_(read_moves(arguments.text("moves"), "moves", most_moves)),
        vehicles_(arguments.integer("vehicles")),
        speed_(arguments.integer("speed")),
        approach_(arguments.integer("approach")),
        declared_(arguments.flag("declared")) {
    if (plan_.empty() || plan_.size() > 8) {
      throw ArgumentError("moves", "moves does not name 1 to 8 turns",
                          "the moves to pay for in each turn, such as 3 3 0");
    }
  }

  Outcome resolve(Dice& dice) const override {
    State state;
    for (const int wanted : plan_) {
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

 private:
  struct State {
    std::int16_t distance = 0;
    std::int16_t last_turn = 0;
    std::int16_t spent = 0;
    std::uint8_t turn = 0;
    std::uint8_t tokens = 0;
    std::uint8_t free_moves = 0;  ///< the sum of the tokens' numbers
    std::uint8_t short_of_points = 0;
  };

  void turn(Dice& dice, State& state, int wanted) const {
    const int moves = dice.DR([&](TwoDice roll) {
      int affordable = wanted;
      while (vehicles_ * cost_of_moves(affordable) > leadership_.points(roll.total())) {
        --affordable;
      }
      return affordable;
    });
    if (moves < wanted) state.short_of_points = 1;
    // The first move may be the approach to the road, which does not count for the run.
    const int off_road = state.turn == 0 && approach_ > 0 && moves > 0 ? 1 : 0;
    const int on_road = moves - off_road;
    const int distance = off_road * approach_ + (state.free_moves + on_road) * speed_;
    state.last_turn = static_cast<std::int16_t>(distance);
    state.distance = static_cast<std::int16_t>(state.distance + distance);
    state.spent = static_cast<std::int16_t>(state.spent + vehicles_ * cost_of_moves(moves));
    if (declared_ && on_road > 0 && state.tokens < most_tokens) {
      ++state.tokens;
      state.free_moves = static_cast<std::uint8_t>(state.free_moves + on_road);
    }
    ++state.turn;
  }

  Leadership leadership_;
  std::vector<int> plan_;
  int vehicles_;
  int speed_;
  int approach_;
  bool declared_;
};

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = Leadership::parameters();
  append(all, {text("moves", "numbers from 0 to 3 such as 3 3 0",
                    "the moves paid for in each turn, for every vehicle of the column")
                   .tried_with({"3 3 0", "2 1", "1 1 1 0"}),
               integer("vehicles", 1, 15, "vehicles in the column; each pays for its moves")
                   .by_default("1")
                   .tried_with({"1", "2", "4"}),
               integer("speed", 1, 200, "the distance of a move on Easy terrain, in cm")
                   .tried_with({"15", "30"}),
               integer("approach", 0, 200,
                       "the first move leads to the road and is so many cm: it does not count for "
                       "the run; 0: the column starts on the road")
                   .by_default("0")
                   .tried_with({"0", "10"}),
               flag("declared", "Thunder Runs are declared; false: every move is paid for")
                   .by_default("true")});
  return all;
}

}  // namespace

Procedure thunder_run() {
  return {
      .name = "slammers.thunder-run",
      .rule = "Supplement 4, Thunder Run",
      .summary = "how far a column gets on a road, and what it pays in leadership points",
      .details =
          "The moves that a vehicle made on Easy terrain in a turn at whose end a Thunder Run is "
          "declared are free in the turns that follow; new moves cost LP by the 1-2-4 rule and add "
          "to them. There are two tokens at most: the moves of the first two such turns are kept, "
          "later ones are made once. Leaving the road ends it, and each token costs 1 QR in fire "
          "and interception (slammers.direct-fire, slammers.intercept).\n"
          "All points go into the column. Where the points rolled do not pay for the planned moves "
          "of all vehicles, all move as often as they can pay for. Losses stay as they are over "
          "the turns.\n" +
          std::string(leadership_details),
      .parameters = parameters(),
      .outcomes = {{"as_planned", "every turn's points paid for its moves"},
                   {"held_up", "in some turn there were too few points"}},
      .events = {{"as_planned", "every turn's points paid for its moves"}},
      .measures = {{"distance", "cm that the column covers in all turns together"},
                   {"last_turn", "cm that it covers in the last turn"},
                   {"leadership_points_spent", "leadership points spent in all turns together"},
                   {"tokens", "Thunder Run tokens at the end"}},
      .charts = {Leaders::chart_name, TroopClasses::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<ThunderRun>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::slammers
