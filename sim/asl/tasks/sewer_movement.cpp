#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/asl/tasks/manhole.hpp"
#include "sim/squad_games/numbers_needed.hpp"

namespace combat_odds::asl {
namespace {

/// Units on their way through the sewers.
struct InTheSewers {
  std::uint8_t turn = 0;
  std::uint8_t inside = 0;
  std::uint8_t to_go = 0;  ///< MPh still needed; 0: at a manhole where they want to be
  std::uint8_t lost = 0;
  std::uint8_t ever_lost = 0;
  std::uint8_t discovered = 0;
  std::uint8_t emerged = 0;
};

/// B8.4, RB2: in, through and out.
struct SewerMovement {
  enum class WhenLost { farther, no_headway };

  std::optional<int> morale;
  int moves = 1;
  int turns = 0;
  bool other_manhole = true;
  WhenLost when_lost = WhenLost::farther;
  Manhole manhole;

  InTheSewers start() const {
    InTheSewers units;
    units.inside = morale ? 0 : 1;
    units.to_go = small(moves);
    return units;
  }

  InTheSewers step(const InTheSewers& before, Dice& dice) const {
    InTheSewers now = before;
    ++now.turn;
    if (now.inside == 0) {
      const bool passed = DR_at_most(dice, *morale - task_check);
      if (!passed) return now;
      now.inside = 1;
    }
    now.lost = dice.die([&](int roll) { return roll + before.lost >= 6; }) ? 1 : 0;
    if (now.lost != 0) {  // B8.41: the DEFENDER decides where they come out
      now.ever_lost = 1;
      // From the wanted manhole, a move leads at most three hexes away, which is one MPh.
      const bool farther = when_lost == WhenLost::farther && now.to_go > 0;
      const int away = std::max<int>(now.to_go, 1) + (farther ? 1 : 0);
      now.to_go = small(std::min(away, moves + turns));
      return now;
    }
    if (now.to_go == 0 && !other_manhole) {
      now.to_go = 1;  // they must move away and come back
      return now;
    }
    if (now.to_go > 0) --now.to_go;
    if (now.to_go > 0) return now;
    const Manhole::Emergence result = manhole.emerge(dice, false);
    if (result == Manhole::Emergence::emerges) now.emerged = 1;
    if (result == Manhole::Emergence::discovered) now.discovered = 1;
    return now;
  }

  std::optional<Outcome> outcome(const InTheSewers& now) const {
    if (now.emerged == 0 && now.turn < turns) return std::nullopt;
    return Outcome(now.emerged != 0  ? "emerges"
                   : now.inside != 0 ? "still_below"
                                     : "stays_out")
        .event("lost", now.ever_lost != 0)
        .event("discovered", now.discovered != 0)
        .measure_if(now.emerged != 0, "turn", now.turn);
  }

 private:
  static constexpr int task_check = 4;  // RB2
};

}  // namespace

Procedure sewer_movement() {
  return procedure<SewerMovement>("asl.sewer-movement", "B8.4, RB2",
                                  "into the sewers, through them and out of a manhole")
      .asks(
          &SewerMovement::morale, "morale", 2, 10,
          "the morale of the leader whose 4TC Germans need; default: Russians, who enter freely (RB2)")
      .or_of_unit(UnitFact::morale)
      .tried_with({"7", "8", "9"})
      .asks(&SewerMovement::moves, "moves", 1, 6, "MPh on the way, one for each three hexes begun")
      .asks(&SewerMovement::turns, "turns", 1, 20, "the Game Turns in which it is tried")
      .required()
      .asks(&SewerMovement::other_manhole, "other_manhole",
            "within three hexes of the wanted manhole there is another that will do as well: units "
            "that cannot emerge, and have to move on, try there; false: they come back two turns "
            "later")
      .by_default("true")
      .asks(&SewerMovement::when_lost, "when_lost", one_of({"farther", "no_headway"}),
            "where the DEFENDER leads units that are lost: one MPh farther away, or they only make "
            "no headway")
      .includes(&SewerMovement::manhole, "", Manhole::Lost::played)
      .outcome("emerges", "they may emerge where they want")
      .outcome("still_below", "they are still in the sewer")
      .outcome("stays_out", "they never get in")
      .event("lost", "they are lost at some time")
      .event("discovered", "they are discovered at the manhole")
      .measure("turn", "the turn in which they emerge")
      .only_where({"emerges"})
      .less_is_better()
      .headline("emerges", "they emerge")
      .headline("stays_out", "they never get in")
      .headline("lost", "they get lost")
      .headline("discovered", "they are discovered");
}

}  // namespace combat_odds::asl
