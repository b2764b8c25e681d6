#include "sim/declare/declaration.hpp"

namespace combat_odds::squad_leader {
namespace {

struct Entered {
  std::uint8_t hexes = 0;
  std::uint8_t stuck = 0;
};

/// 39.1: a die for each hex of woods or wooden building that a vehicle enters.
struct WoodsBreakdown {
  enum class Nationality { german, russian, american };

  Nationality nationality = Nationality::german;
  int hexes = 1;

  Entered start() const { return {}; }
  Entered step(const Entered& before, Dice& dice) const {
    Entered now = before;
    ++now.hexes;
    const int from = nationality == Nationality::german ? 5 : 6;
    now.stuck = dice.die([&](int roll) { return roll >= from; }) ? 1 : 0;
    return now;
  }
  std::optional<Outcome> outcome(const Entered& now) const {
    if (now.stuck == 0 && now.hexes < hexes) return std::nullopt;
    return Outcome(now.stuck != 0 ? "immobilized" : "passes")
        .measure("hexes_entered", now.hexes)
        .measure_if(now.stuck != 0, "immobilized_in", now.hexes);
  }
};

}  // namespace

Procedure woods_breakdown() {
  return procedure<WoodsBreakdown>("sl.woods-breakdown", "39.1",
                                   "a vehicle drives through woods or wooden buildings")
      .asks(&WoodsBreakdown::nationality, "nationality", one_of({"german", "russian", "american"}),
            "whose vehicle: a German one is immobilized on a die of 5 or 6, others on a 6")
      .asks(&WoodsBreakdown::hexes, "hexes", 1, 12, "how many such hexes it enters")
      .outcome("passes", "it enters all of them and moves on")
      .outcome("immobilized", "it is immobilized in one of them")
      .measure("hexes_entered", "how many it enters, the one included in which it is immobilized")
      .measure("immobilized_in", "the hex in which it is immobilized")
      .only_where({"immobilized"})
      .headline("passes", "it passes")
      .headline("immobilized", "it is immobilized");
}

}  // namespace combat_odds::squad_leader
