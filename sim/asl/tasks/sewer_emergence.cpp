#include "combat_odds/sim/declaration.hpp"

namespace combat_odds::asl {
namespace {

struct InTheSewer {
  std::uint8_t turn = 0;
  std::uint8_t emerged = 0;
  std::uint8_t discovered = 0;
};

struct SewerEmergence {
  bool friendly_manhole = false;
  bool unobserved = false;
  bool lost = false;
  int enemy_mmc = 0;
  bool enemy_in_sewer = false;
  int turns = 1;

  InTheSewer start() const { return {}; }

  InTheSewer step(const InTheSewer& before, Dice& dice) const {
    enum class Result : std::uint8_t { emerges, waits, discovered };
    const int drm = (friendly_manhole ? -1 : 0) + (unobserved ? -1 : 0) + (lost ? 1 : 0) +
                    enemy_mmc + (enemy_in_sewer ? 1 : 0);
    InTheSewer units = before;
    ++units.turn;
    const Result result = dice.dr([&](int roll) {
      const int final_dr = roll + drm;
      return final_dr <= 4 ? Result::emerges : final_dr <= 6 ? Result::waits : Result::discovered;
    });
    if (result == Result::emerges) units.emerged = 1;
    if (result == Result::discovered) units.discovered = 1;
    return units;
  }

  std::optional<Outcome> outcome(const InTheSewer& units) const {
    if (units.emerged == 0 && units.turn < turns) return std::nullopt;
    return Outcome(units.emerged != 0 ? "emerges" : "still_below")
        .event("discovered", units.discovered != 0)
        .measure("turn", units.emerged != 0 ? units.turn : 0);
  }
};

}  // namespace

Procedure sewer_emergence() {
  return procedure<SewerEmergence>("asl.sewer-emergence", "B8.4",
                                   "when do units get out of a manhole?")
      .asks(&SewerEmergence::friendly_manhole, "friendly_manhole",
            "other friendly units are in the Manhole Location: -1")
      .asks(
          &SewerEmergence::unobserved, "unobserved",
          "the manhole is in a building without enemies, or out of their LOS or behind Hindrance of 2 or more: -1")
      .asks(&SewerEmergence::lost, "lost", "the units are lost: +1")
      .asks(&SewerEmergence::enemy_mmc, "enemy_mmc", 0, 6,
            "enemy Good Order MMC in the Manhole Location: +1 each")
      .asks(&SewerEmergence::enemy_in_sewer, "enemy_in_sewer",
            "enemy units in an adjacent Sewer Location: +1")
      .asks(&SewerEmergence::turns, "turns", 1, 20, "how many turns they try at most")
      .tried_with({"1", "2", "4"})
      .outcome("emerges", "they may emerge")
      .outcome("still_below", "they are still in the sewer")
      .event("discovered", "they were discovered at least once")
      .measure("turn", "the turn in which they emerge; 0: they do not")
      .headline("emerges", "they emerge")
      .headline("discovered", "they are discovered");
}

}  // namespace combat_odds::asl
