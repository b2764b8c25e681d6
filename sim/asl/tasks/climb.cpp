#include "combat_odds/sim/procedure.hpp"

namespace combat_odds::asl {
namespace {

struct Climber {
  std::uint8_t turn = 0;
  std::uint8_t levels = 0;  ///< that it has climbed
  std::uint8_t fallen = 0;
};

class Climb : public Process<Climber> {
 public:
  explicit Climb(const Arguments& arguments)
      : levels_(arguments.integer("levels")),
        turns_(arguments.integer("turns")),
        drm_(arguments.integer("drm")),
        commando_(arguments.flag("commando")) {}

  Climber start() const override { return {}; }

  /// 11.41: 9 or less climbs a level, 12 or more falls; 11.433: commandos 11 or less, and 13 or
  /// more.
  Climber step(const Climber& before, Dice& dice) const override {
    enum class Result : std::uint8_t { climbs, stays, falls };
    const int most_to_climb = commando_ ? 11 : 9;
    const int least_to_fall = commando_ ? 13 : 12;
    Climber climber = before;
    ++climber.turn;
    const Result result = dice.DR([&](TwoDice roll) {
      const int final_dr = roll.total() + drm_;
      return final_dr <= most_to_climb   ? Result::climbs
             : final_dr >= least_to_fall ? Result::falls
                                         : Result::stays;
    });
    if (result == Result::climbs) ++climber.levels;
    if (result == Result::falls) climber.fallen = 1;
    return climber;
  }

  std::optional<Outcome> outcome(const Climber& climber) const override {
    const bool arrived = climber.levels == levels_;
    if (!arrived && climber.fallen == 0 && climber.turn < turns_) return std::nullopt;
    return Outcome(arrived               ? "arrives"
                   : climber.fallen != 0 ? "falls"
                                         : "still_climbing")
        .measure("levels", climber.levels)
        .measure("turn", arrived ? climber.turn : 0);
  }

 private:
  int levels_;
  int turns_;
  int drm_;
  bool commando_;
};

}  // namespace

Procedure climb() {
  return {
      .name = "asl.climb",
      .rule = "B11.4",
      .summary = "climbing a cliff or a building, level by level and turn by turn",
      .details =
          "A Falling DR in each Movement Phase: 9 or less climbs (or descends) one level, 10 and "
          "11 "
          "stay, 12 or more eliminates the unit with its equipment. A unit that reaches the height "
          "of its destination advances onto it in the same turn.\n"
          "Commandos are kept back by a Final 12 only and eliminated on 13 or more: the text "
          "prints "
          "13 or less, which would kill nearly always. Fire at the climbers, which eliminates "
          "whoever breaks, is not part of this.",
      .parameters =
          {
              integer("levels", 1, 10, "how many levels are to be climbed").by_default("1"),
              integer("turns", 1, 40, "how many turns there are")
                  .by_default("10")
                  .tried_with({"1", "3", "6", "10"}),
              integer("drm", 0, 5, "+1 each for rain, snow and heavy winds").by_default("0"),
              flag("commando", "Gurkhas and others equipped for climbing"),
          },
      .outcomes = {{"arrives", "it gets to its destination"},
                   {"falls", "it falls and is eliminated"},
                   {"still_climbing", "it is on the way when the turns are over"}},
      .events = {},
      .measures = {{"levels", "levels climbed"},
                   {"turn", "the turn in which it arrives; 0: it does not"}},
      .charts = {},
      .rule_for = [](const Arguments& arguments,
                     const Charts&) { return std::make_unique<Climb>(arguments); },
  };
}

}  // namespace combat_odds::asl
