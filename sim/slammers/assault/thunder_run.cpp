#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/dice/small.hpp"
#include "core/text/number_text.hpp"
#include "core/text/words.hpp"
#include "sim/slammers/assault/column_under_fire.hpp"
#include "sim/slammers/command/leaders.hpp"

namespace combat_odds::slammers {
namespace {

constexpr int most_tokens = 2;  // Supplement 4: two turns of Thunder Run are the maximum

constexpr int confire_lp = 2;  // for each vehicle

/// A column on Easy terrain over several turns (Supplement 4, "Thunder Run"). In the following
/// turns the moves of a turn are repeated for nothing.
struct ThunderRun {
  enum class PaidFirst : std::uint8_t { moves, confire };

  Leadership leadership;
  std::vector<int> moves;  ///< paid for in each turn
  int vehicles = 1;
  int speed = 0;
  int approach = 0;
  bool declared = true;
  std::optional<int> leaves_road;
  std::optional<int> off_road_speed;
  ColumnUnderFire fire;
  std::optional<std::vector<int>> confire;  ///< vehicles in each turn
  PaidFirst paid_first = PaidFirst::moves;

  void prepare(const Charts& charts) {
    if (moves.empty() || moves.size() > 8) {
      throw ArgumentError("moves", "moves does not name 1 to 8 turns",
                          "the moves to pay for in each turn, such as 3 3 0");
    }
    if (fire.turns() > moves.size()) {
      throw ArgumentError("attacks", "attacks names more turns than moves",
                          fmt::format("{} turns at most, or more moves", moves.size()));
    }
    if (confire && confire->size() > fire.turns()) {
      throw ArgumentError("confire", "confire names more turns than attacks",
                          fmt::format("{} turns at most, or more attacks", fire.turns()));
    }
    if (leaves_road && *leaves_road > static_cast<int>(moves.size())) {
      throw ArgumentError("leaves_road", "the run is over before it leaves the road",
                          fmt::format("1 to {}, or more moves", moves.size()));
    }
    if (leaves_road == 1 && approach > 0) {
      throw ArgumentError("approach", "the column leaves the road before it reaches it",
                          "0, or leaves_road in a later turn");
    }
    helped = confire.value_or(std::vector<int>());
    helped.resize(moves.size());
    fire.man(leadership.troops, charts);
  }

  Outcome resolve(Dice& dice) const {
    State state;
    state.off_road = approach > 0 ? 1 : 0;
    state.column = fire.column(vehicles);
    for (state.turn = 0; state.turn < static_cast<int>(moves.size()); ++state.turn) {
      dice.at(state);
      turn(dice, state);
    }
    const int through = state.column.in_column();
    const int lost = state.column.count(ColumnVehicle::Fate::destroyed);
    const bool as_planned = state.short_of_points == 0;
    Outcome outcome(through == 0 ? "stopped" : as_planned ? "as_planned" : "held_up");
    outcome.event("as_planned", through > 0 && as_planned)
        .measure("distance", state.distance)
        .measure("last_turn", state.last_turn)
        .measure("leadership_points_spent", state.spent)
        .measure("tokens", state.tokens);
    return outcome.event("all_through", through == vehicles)
        .measure("through", through)
        .measure("destroyed", lost)
        .measure("left_behind", vehicles - through - lost);
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
    ColumnState column;
  };

  /// What a turn's points pay for.
  struct Paid {
    std::uint8_t moves = 0;
    std::uint8_t confire = 0;
  };

  std::vector<int> helped;  ///< vehicles that ConFire is for in each turn

  void turn(Dice& dice, State& state) const {
    const auto index = static_cast<std::size_t>(state.turn);
    const int column = state.column.in_column();
    if (column == 0) {
      state.last_turn = 0;
      return;
    }
    // Mounting Chaos: a point less for each TU lost.
    const int lost = state.column.count(ColumnVehicle::Fate::destroyed);
    const Paid wanted = {small(moves[index]),
                         small(std::min(helped[index], state.column.with_triangle()))};
    const Paid paid = dice.DR(
        [&](TwoDice roll) { return pay(leadership.points(roll.total() - lost), column, wanted); });
    if (paid.moves < wanted.moves || paid.confire < wanted.confire) state.short_of_points = 1;
    const int spent = column * cost_of_moves(paid.moves) + paid.confire * confire_lp;
    state.spent = static_cast<std::int16_t>(state.spent + spent);
    const bool leaves = leaves_road && state.turn + 1 >= *leaves_road;
    move(state, paid.moves, leaves);

    const int tokens = state.tokens;
    fire.begin(state.column, index, paid.confire);
    while (fire.goes_on(state.column)) {
      dice.at(state);
      fire.next(dice, state.column, index, tokens);
    }

    end(state, paid.moves, leaves);
  }

  Paid pay(int points, int column, Paid wanted) const {
    Paid paid;
    const auto pay_moves = [&] {
      paid.moves = wanted.moves;
      while (column * cost_of_moves(paid.moves) > points) --paid.moves;
      points -= column * cost_of_moves(paid.moves);
    };
    if (paid_first == PaidFirst::moves) pay_moves();
    paid.confire = small(std::min<int>(wanted.confire, points / confire_lp));
    points -= paid.confire * confire_lp;
    if (paid_first == PaidFirst::confire) pay_moves();
    return paid;
  }

  void move(State& state, int made, bool leaves) const {
    // The first move of all may be the approach to the road. It does not count for the run.
    const int to_the_road = made > 0 ? state.off_road : 0;
    const int on_road = made - to_the_road;
    const int distance = leaves ? made * off_road_speed.value_or(0)
                                : to_the_road * approach + (state.free_moves + on_road) * speed;
    state.last_turn = static_cast<std::int16_t>(distance);
    state.distance = static_cast<std::int16_t>(state.distance + distance);
  }

  /// Phase 9: what the turn's moves are declared as.
  void end(State& state, int made, bool leaves) const {
    if (leaves) {
      state.tokens = state.free_moves = 0;
      return;
    }
    const int on_road = made - (made > 0 ? state.off_road : 0);
    if (made > 0) state.off_road = 0;
    if (declared && on_road > 0 && state.tokens < most_tokens) {
      ++state.tokens;
      state.free_moves = small(state.free_moves + on_road);
    }
  }
};

/// How many vehicles there are in each turn.
std::vector<int> read_vehicles(std::string_view text, std::string_view parameter) {
  std::vector<int> vehicles;
  for (const std::string_view word : words_of(text)) {
    const std::optional<int> number = number_in<int>(word);
    if (!number || *number < 0 || *number > most_in_column) {
      throw ArgumentError(parameter, fmt::format("'{}' is no number of vehicles", word),
                          fmt::format("0 to {} for each turn, such as '0 0 4'", most_in_column));
    }
    vehicles.push_back(*number);
  }
  return vehicles;
}

}  // namespace

Procedure thunder_run() {
  const auto leaves = [](const ThunderRun& run) { return run.leaves_road.has_value(); };
  const auto under_fire = [](const ThunderRun& run) {
    return run.fire.any() && run.fire.has_triangles();
  };
  return procedure<ThunderRun>(
             "slammers.thunder-run", "Supplement 4, Thunder Run",
             "how far a column gets on a road, and what it pays in leadership points")
      .includes(&ThunderRun::leadership)
      .asks(&ThunderRun::moves, "moves", "numbers from 0 to 3 such as 3 3 0",
            "the moves paid for in each turn, for every vehicle of the column", read_moves)
      .tried_with({"3 3 0", "2 1", "1 1 1 0"})
      .asks(&ThunderRun::vehicles, "vehicles", 1, most_in_column,
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
      .asks(&ThunderRun::leaves_road, "leaves_road", 1, 8,
            "the turn in which the column leaves the road: its moves are paid for, and at the end "
            "of it the tokens go")
      .asks(&ThunderRun::off_road_speed, "off_road_speed", 1, 200,
            "the distance of a move off the road, in cm")
      .tried_with({"10", "15"})
      .only_when(leaves, "", "--leaves-road")
      .needed_when(leaves, "the column leaves the road", "the distance of a move, in cm")
      .includes(&ThunderRun::fire)
      .asks(&ThunderRun::confire, "confire", "a number of vehicles for each turn, such as '0 0 4'",
            "for how many vehicles ConFire is paid in each turn, 2 LP each: +1 QR against what is "
            "fired at them",
            read_vehicles)
      .tried_with({"0 1", "2", "0 0 4"})
      .only_when(under_fire, "it helps those who fire at what comes", "--attacks and --triangle")
      .asks(&ThunderRun::paid_first, "paid_first", one_of({"moves", "confire"}),
            "what the points go to first where they do not pay for both")
      .only_when([](const ThunderRun& run) { return run.confire.has_value(); },
                 "there is only one thing to pay for", "--confire")
      .outcome("as_planned", "every turn's points paid for its moves")
      .outcome("held_up", "in some turn there were too few points")
      .outcome("stopped", "no vehicle is left in the column")
      .event("as_planned",
             "every turn's points paid for what was planned, and some vehicle is through")
      .event("all_through", "no vehicle is destroyed or left behind")
      .measure("distance", "cm that the column covers in all turns together")
      .measure("last_turn", "cm that it covers in the last turn")
      .measure("leadership_points_spent", "leadership points spent in all turns together")
      .measure("tokens", "Thunder Run tokens at the end")
      .measure("through", "vehicles that are still in the column at the end")
      .measure("destroyed", "vehicles destroyed or blown up")
      .measure("left_behind", "vehicles that can't move on")
      .headline("as_planned", "the column gets as far as planned")
      .headline("mean distance", "{} cm on average")
      .headline("mean through", "{} vehicles come through");
}

}  // namespace combat_odds::slammers
