#include <cstdint>

#include "sim/declare/declaration.hpp"

namespace combat_odds::slammers {
namespace {

constexpr int counter_battery_lp = 4;  // Supplement 1, "Returning Fire"

/// Counter-battery fire: a detection roll, then a results roll (Supplements 1 and 4).
struct CounterBattery {
  enum class DiceRolled : std::uint8_t { one, two };

  DiceRolled rolled = DiceRolled::two;
  int detected_at_least = 0;
  int hit_at_least = 0;
  bool master_of_artillery = false;
  int drm = 0;

  void prepare(const Charts& /*charts*/) {
    const int most = rolled == DiceRolled::one ? 6 : 12;
    for (const auto& [number, name] : {std::pair(detected_at_least, "detected_at_least"),
                                       std::pair(hit_at_least, "hit_at_least")}) {
      if (number > most + 1) {
        throw ArgumentError(name, "more than one die can show and 1 more",
                            "at most 7, or dice two");
      }
    }
  }

  Outcome resolve(Dice& dice) const {
    const int bonus = drm + (master_of_artillery ? 1 : 0);
    const auto reaches = [&](int needed) {
      if (rolled == DiceRolled::one) return dice.die([&](int dr) { return dr + bonus >= needed; });
      return dice.DR([&](TwoDice roll) { return roll.total() + bonus >= needed; });
    };
    const bool detected = reaches(detected_at_least);
    const bool hit = detected && reaches(hit_at_least);
    // Half of 4, rounded up.
    const int points = master_of_artillery ? (counter_battery_lp + 1) / 2 : counter_battery_lp;
    return Outcome(hit        ? "battery_hit"
                   : detected ? "detected"
                              : "undetected")
        .measure("leadership_points", points);
  }
};

}  // namespace

Procedure counter_battery() {
  return procedure<CounterBattery>("slammers.counter-battery",
                                   "Supplement 1, Returning Fire; Supplement 4",
                                   "is the enemy's battery detected and hit in return?")
      .asks(&CounterBattery::rolled, "dice", one_of({"one", "two"}),
            "the dice of each of the rolls")
      .by_default("two")
      .asks(&CounterBattery::detected_at_least, "detected_at_least", 1, 13,
            "the number that detects, from your Supplement 1: no source at hand gives it")
      .required()
      .asks(&CounterBattery::hit_at_least, "hit_at_least", 1, 13,
            "the number of the results roll from which on the battery is hit, from Supplement 1")
      .required()
      .asks(&CounterBattery::master_of_artillery, "master_of_artillery",
            "the skill: +1 to both rolls, and half the leadership points")
      .asks(&CounterBattery::drm, "drm", -6, 6, "all else that is added to both rolls")
      .outcome("battery_hit", "the battery is detected and hit")
      .outcome("detected", "it is detected, and no more")
      .outcome("undetected", "it is not")
      .measure("leadership_points", "LP that it costs")
      .headline("battery_hit", "the battery is hit")
      .headline("mean leadership_points", "it costs {} LP");
}

}  // namespace combat_odds::slammers
