#include "sim/declare/declaration.hpp"

namespace combat_odds::squad_leader {
namespace {

struct Watch {
  std::uint8_t turns = 0;
  std::uint8_t seen = 0;   ///< game turns in which the target is in sight
  std::uint8_t first = 0;  ///< the first of these turns
};

/// 49.1: the range of sight at night, rolled anew in each game turn.
struct Night {
  int range = 1;
  bool vehicle = false;
  int drm = 0;
  int game_turns = 1;

  Watch start() const { return {}; }
  Watch step(const Watch& before, Dice& dice) const {
    constexpr int farther = 3;  // vehicles
    Watch now = before;
    ++now.turns;
    const int needed = range - (vehicle ? farther : 0) - drm;
    const bool in_sight = dice.DR([&](TwoDice roll) { return roll.total() >= needed; });
    if (!in_sight) return now;
    ++now.seen;
    if (now.first == 0) now.first = now.turns;
    return now;
  }
  std::optional<Outcome> outcome(const Watch& now) const {
    if (now.turns < game_turns) return std::nullopt;
    return Outcome(now.seen == 0            ? "never_in_sight"
                   : now.seen == game_turns ? "always_in_sight"
                                            : "sometimes_in_sight")
        .event("in_sight", now.seen > 0)
        .measure("turns_in_sight", now.seen)
        .measure_if(now.seen > 0, "first_turn", now.first);
  }
};

}  // namespace

Procedure night() {
  return procedure<Night>("sl.night", "49.1",
                          "how far one sees at night, game turn after game turn")
      .asks(&Night::range, "range", 1, 40, "the range to the target in hexes")
      .required()
      .tried_with({"4", "7", "9", "12"})
      .asks(&Night::vehicle, "vehicle", "the target is a vehicle: 3 hexes farther")
      .asks(&Night::drm, "drm", -10, 10, "hexes that a scenario adds, such as for a full moon")
      .asks(&Night::game_turns, "game_turns", 1, 20, "for how many game turns")
      .outcome("always_in_sight", "it is in sight in every game turn")
      .outcome("sometimes_in_sight", "it is in some")
      .outcome("never_in_sight", "it is in none")
      .event("in_sight", "it is in sight in one game turn at least")
      .measure("turns_in_sight", "in how many game turns it is in sight")
      .measure("first_turn", "the first of them")
      .only_where({"in_sight"})
      .less_is_better()
      .headline("in_sight", "it comes in sight");
}

}  // namespace combat_odds::squad_leader
