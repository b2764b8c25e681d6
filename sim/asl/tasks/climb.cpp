#include "sim/declare/declaration.hpp"

namespace combat_odds::asl {
namespace {

struct Climber {
  std::uint8_t turn = 0;
  std::uint8_t levels = 0;  ///< climbed so far
  std::uint8_t fallen = 0;
};

struct Climb {
  int levels = 1;
  int turns = 10;
  int drm = 0;
  bool commando = false;

  Climber start() const { return {}; }

  /// 11.41: 9 or less climbs a level, 12 or more falls. 11.433: for commandos, 11 or less and 13 or
  /// more.
  Climber step(const Climber& before, Dice& dice) const {
    enum class Result : std::uint8_t { climbs, stays, falls };
    const int most_to_climb = commando ? 11 : 9;
    const int least_to_fall = commando ? 13 : 12;
    Climber climber = before;
    ++climber.turn;
    const Result result = dice.DR([&](TwoDice roll) {
      const int final_dr = roll.total() + drm;
      return final_dr <= most_to_climb   ? Result::climbs
             : final_dr >= least_to_fall ? Result::falls
                                         : Result::stays;
    });
    if (result == Result::climbs) ++climber.levels;
    if (result == Result::falls) climber.fallen = 1;
    return climber;
  }

  std::optional<Outcome> outcome(const Climber& climber) const {
    const bool arrived = climber.levels == levels;
    if (!arrived && climber.fallen == 0 && climber.turn < turns) return std::nullopt;
    return Outcome(arrived               ? "arrives"
                   : climber.fallen != 0 ? "falls"
                                         : "still_climbing")
        .measure("levels", climber.levels)
        .measure_if(arrived, "turn", climber.turn);
  }
};

}  // namespace

Procedure climb() {
  return procedure<Climb>("asl.climb", "B11.4",
                          "climbing a cliff or a building, level by level and turn by turn")
      .asks(&Climb::levels, "levels", 1, 10, "how many levels are to be climbed")
      .asks(&Climb::turns, "turns", 1, 40, "how many turns there are")
      .asks(&Climb::drm, "drm", 0, 5, "+1 each for rain, snow and heavy winds")
      .asks(&Climb::commando, "commando", "Gurkhas and others equipped for climbing")
      .outcome("arrives", "it gets to its destination")
      .outcome("falls", "it falls and is eliminated")
      .outcome("still_climbing", "it is on the way when the turns are over")
      .measure("levels", "levels climbed")
      .measure("turn", "the turn in which it arrives")
      .only_where({"arrives"})
      .less_is_better()
      .headline("arrives", "it arrives")
      .headline("falls", "it falls")
      .headline("still_climbing", "it is still on the way");
}

}  // namespace combat_odds::asl
