#include <algorithm>
#include <array>
#include <cstdint>

#include "core/dice/small.hpp"
#include "core/text/number_text.hpp"
#include "core/text/words.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds::slammers {
namespace {

constexpr std::size_t most_leaders = 6;

/// Reads leader values, separated by spaces, in the order of succession.
std::vector<int> read_values(std::string_view text, std::string_view parameter) {
  std::vector<int> values;
  for (const std::string_view word : words_of(text)) {
    const std::optional<int> value = number_in<int>(word);
    constexpr int most = 20;
    if (!value || *value < 0 || *value > most) {
      throw ArgumentError(parameter, "'" + std::string(word) + "' is no leader value",
                          "numbers from 0 to 20 in the order of succession, such as 6 2 2");
    }
    values.push_back(*value);
  }
  if (values.empty() || values.size() > most_leaders) {
    throw ArgumentError(parameter, "too few or too many leaders", "1 to 6 leader values");
  }
  return values;
}

/// Leadership points turn by turn while TUs are lost, and leaders with them.
struct CommandSuccession {
  struct State {
    std::uint8_t turn = 1;
    std::uint8_t drawn = 0;    ///< TUs lost in this turn so far
    std::uint8_t lost = 0;     ///< TUs lost in all
    std::uint8_t leaders = 0;  ///< a bit for each leader who is alive
    std::uint8_t rolled = 0;   ///< this turn's points are rolled
    std::uint8_t points = 0;   ///< of this turn
    std::uint8_t paid = 0;     ///< turns whose points paid for the plan
  };

  int tus = 0;
  int turns = 6;
  int losses_per_turn = 0;
  int first_loss = 1;
  std::vector<int> leaders;
  bool sergeant_aboard = false;
  int cost = 0;

  void prepare(const Charts& /*charts*/) {
    vehicles = static_cast<int>(leaders.size()) - (sergeant_aboard ? 1 : 0);
    if (sergeant_aboard && leaders.size() < 2) {
      throw ArgumentError("sergeant_aboard", "there is no second leader", "false");
    }
    if (vehicles > tus) {
      throw ArgumentError("tus", "fewer TUs than leaders' vehicles",
                          "at least " + std::to_string(vehicles));
    }
  }

  State start() const {
    State state;
    state.leaders = small((1U << leaders.size()) - 1);
    return state;
  }

  State step(const State& before, Dice& dice) const {
    State state = before;
    if (state.rolled == 0) {
      const int bonus = value_of(state) - state.lost;
      struct Points {
        std::uint8_t points;
        std::uint8_t paid;
      };
      const int needed = cost;
      const bool last = state.turn == turns;
      const Points rolled = dice.DR([&](TwoDice roll) {
        const int points = std::max(roll.total() + bonus, 0);
        // Only the last turn's points are reported.
        return Points{small(last ? points : 0), small(points >= needed ? 1 : 0)};
      });
      state.points = rolled.points;
      state.paid = small(state.paid + rolled.paid);
      state.rolled = 1;
      state.drawn = 0;
      return state;
    }
    const bool comes = state.turn >= first_loss && state.turn < turns;
    const int losses = comes ? losses_per_turn : 0;
    if (state.drawn < losses && state.lost < tus) {
      lose(dice, state);
      ++state.drawn;
      return state;
    }
    ++state.turn;
    state.rolled = 0;
    state.drawn = 0;
    return state;
  }

  std::optional<Outcome> outcome(const State& state) const {
    if (state.turn < turns || state.rolled == 0) return std::nullopt;
    return Outcome(state.leaders == 0          ? "nobody_leads"
                   : (state.leaders & 1U) != 0 ? "first_leads"
                                               : "successor_leads")
        .event("first_leader_lost", (state.leaders & 1U) == 0)
        .event("all_leaders_lost", state.leaders == 0)
        .measure("leadership_points", state.points)
        .measure("turns_paid", state.paid)
        .measure("tus_lost", state.lost);
  }

 private:
  /// The value of the first leader who is alive, 0 if there is none (Supplement 4, FAQ).
  int value_of(const State& state) const {
    for (std::size_t i = 0; i < leaders.size(); ++i) {
      if ((state.leaders >> i & 1U) != 0) return leaders[i];
    }
    return 0;
  }

  /// Loses one of the remaining TUs, all equally likely, with the leaders in it.
  void lose(Dice& dice, State& state) const {
    const int left = tus - state.lost;
    const std::uint8_t alive = state.leaders;
    const std::uint8_t gone = dice.chit(left, [&](int chit) {
      int vehicle = 0;
      for (std::size_t i = 0; i < leaders.size(); ++i) {
        if (sergeant_aboard && i == 1) continue;  // he is in the first leader's vehicle
        if ((alive >> i & 1U) == 0) continue;
        if (vehicle++ == chit) {
          const unsigned both = sergeant_aboard && i == 0 ? 3U : 1U << i;
          return small(both);
        }
      }
      return std::uint8_t{0};
    });
    state.leaders = static_cast<std::uint8_t>(state.leaders & ~gone);
    ++state.lost;
  }

  int vehicles = 1;  ///< with leaders in them
};

}  // namespace

Procedure command_succession() {
  return procedure<CommandSuccession>(
             "slammers.command-succession", "Supplement 4, FAQ; Insurance, Mounting Chaos",
             "who leads a detachment after so many turns of losses, and with how many points?")
      .asks(&CommandSuccession::tus, "tus", 1, 30, "TUs of the detachment or troop")
      .required()
      .tried_with({"4", "8"})
      .asks(&CommandSuccession::leaders, "leaders",
            "leader values in the order of succession: 6 2 2",
            "the leader value of each leader, the first to lead first; each in a TU of his own",
            read_values)
      .tried_with({"6 2 2", "4", "2 1"})
      .asks(&CommandSuccession::sergeant_aboard, "sergeant_aboard",
            "the second leader rides in the first one's vehicle, as Sgt Deseau in Huber's")
      .only_when([](const CommandSuccession& asked) { return asked.leaders.size() > 1; }, "",
                 "a second leader in --leaders")
      .asks(&CommandSuccession::turns, "turns", 1, 12, "turns of the game")
      .tried_with({"1", "3"})
      .asks(&CommandSuccession::losses_per_turn, "losses_per_turn", 0, 8,
            "TUs that are lost in each turn, any of them as likely as any other")
      .required()
      .asks(&CommandSuccession::first_loss, "first_loss", 1, 12, "the first turn with losses")
      .asks(&CommandSuccession::cost, "cost", 0, 60, "LP that the plan of a turn costs")
      .tried_with({"0", "9"})
      .outcome("first_leads", "the first leader is still in command in the last turn")
      .outcome("successor_leads", "another leader is")
      .outcome("nobody_leads", "all leaders are lost: 2D6 less the losses")
      .event("first_leader_lost", "the first leader is lost before the last turn")
      .event("all_leaders_lost", "all leaders are")
      .measure("leadership_points", "leadership points of the last turn")
      .measure("turns_paid", "turns in which the points pay for the plan")
      .measure("tus_lost", "TUs lost before the last turn")
      .headline("first_leads", "the first leader still leads")
      .headline("mean leadership_points", "{} points in the last turn on average")
      .headline("mean turns_paid", "the plan is paid for in {} turns");
}

}  // namespace combat_odds::slammers
