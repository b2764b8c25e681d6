#include "combat_odds/sim/procedure.hpp"

namespace combat_odds::asl {
namespace {

struct InTheSewer {
  std::uint8_t turn = 0;
  std::uint8_t emerged = 0;
  std::uint8_t discovered = 0;
};

class SewerEmergence : public Process<InTheSewer> {
 public:
  explicit SewerEmergence(const Arguments& arguments)
      : turns_(arguments.integer("turns")),
        drm_((arguments.flag("friendly_manhole") ? -1 : 0) +
             (arguments.flag("unobserved") ? -1 : 0) + (arguments.flag("lost") ? 1 : 0) +
             arguments.integer("enemy_mmc") + (arguments.flag("enemy_in_sewer") ? 1 : 0)) {}

  InTheSewer start() const override { return {}; }

  InTheSewer step(const InTheSewer& before, Dice& dice) const override {
    enum class Result : std::uint8_t { emerges, waits, discovered };
    InTheSewer units = before;
    ++units.turn;
    const Result result = dice.dr([&](int roll) {
      const int final_dr = roll + drm_;
      return final_dr <= 4 ? Result::emerges : final_dr <= 6 ? Result::waits : Result::discovered;
    });
    if (result == Result::emerges) units.emerged = 1;
    if (result == Result::discovered) units.discovered = 1;
    return units;
  }

  std::optional<Outcome> outcome(const InTheSewer& units) const override {
    if (units.emerged == 0 && units.turn < turns_) return std::nullopt;
    return Outcome(units.emerged != 0 ? "emerges" : "still_below")
        .event("discovered", units.discovered != 0)
        .measure("turn", units.emerged != 0 ? units.turn : 0);
  }

 private:
  int turns_;
  int drm_;
};

}  // namespace

Procedure sewer_emergence() {
  return {
      .name = "asl.sewer-emergence",
      .rule = "B8.4",
      .summary = "when do units get out of a manhole?",
      .details =
          "A dr a turn: Final 4 or less and they may emerge concealed in the Advance Phase, 5 or 6 "
          "and they cannot this turn, 7 or more and they are discovered, cannot emerge this turn "
          "and may be fired at by infantry in the Manhole Location. They try again in the next "
          "turn with the same modifiers; what the fire at discovered units does is not part of "
          "this.",
      .parameters =
          {
              flag("friendly_manhole", "other friendly units are in the Manhole Location: -1"),
              flag("unobserved",
                   "the manhole is in a building without enemies, or out of their LOS or behind "
                   "Hindrance of 2 or more: -1"),
              flag("lost", "the units are lost: +1"),
              integer("enemy_mmc", 0, 6, "enemy Good Order MMC in the Manhole Location: +1 each")
                  .by_default("0"),
              flag("enemy_in_sewer", "enemy units in an adjacent Sewer Location: +1"),
              integer("turns", 1, 20, "how many turns they try at most")
                  .by_default("1")
                  .tried_with({"1", "2", "4"}),
          },
      .outcomes = {{"emerges", "they may emerge"}, {"still_below", "they are still in the sewer"}},
      .events = {{"discovered", "they were discovered at least once"}},
      .measures = {{"turn", "the turn in which they emerge; 0: they do not"}},
      .charts = {},
      .rule_for = [](const Arguments& arguments,
                     const Charts&) { return std::make_unique<SewerEmergence>(arguments); },
  };
}

}  // namespace combat_odds::asl
