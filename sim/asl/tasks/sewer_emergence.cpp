#include "sim/asl/tasks/manhole.hpp"

namespace combat_odds::asl {
namespace {

struct InTheSewer {
  std::uint8_t turn = 0;
  std::uint8_t emerged = 0;
  std::uint8_t discovered = 0;
};

struct SewerEmergence {
  Manhole manhole;
  int turns = 1;

  InTheSewer start() const { return {}; }

  InTheSewer step(const InTheSewer& before, Dice& dice) const {
    InTheSewer units = before;
    ++units.turn;
    const Manhole::Emergence result = manhole.emerge(dice, manhole.lost);
    if (result == Manhole::Emergence::emerges) units.emerged = 1;
    if (result == Manhole::Emergence::discovered) units.discovered = 1;
    return units;
  }

  std::optional<Outcome> outcome(const InTheSewer& units) const {
    if (units.emerged == 0 && units.turn < turns) return std::nullopt;
    return Outcome(units.emerged != 0 ? "emerges" : "still_below")
        .event("discovered", units.discovered != 0)
        .measure_if(units.emerged != 0, "turn", units.turn);
  }
};

}  // namespace

Procedure sewer_emergence() {
  return procedure<SewerEmergence>("asl.sewer-emergence", "B8.4",
                                   "when do units get out of a manhole?")
      .includes(&SewerEmergence::manhole)
      .asks(&SewerEmergence::turns, "turns", 1, 20, "how many turns they try at most")
      .outcome("emerges", "they may emerge")
      .outcome("still_below", "they are still in the sewer")
      .event("discovered", "they were discovered at least once")
      .measure("turn", "the turn in which they emerge")
      .only_where({"emerges"})
      .less_is_better()
      .headline("emerges", "they emerge")
      .headline("discovered", "they are discovered");
}

}  // namespace combat_odds::asl
