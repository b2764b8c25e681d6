#include "sim/declare/declaration.hpp"
#include "sim/squad_leader/artillery/counter_battery.hpp"

namespace combat_odds::squad_leader {
namespace {

/// 45.4: a fire mission against the enemy's battery in place of a hex.
struct CounterBatteryFire {
  static constexpr int most_turns = 10;

  int turn_in_a_row = 1;

  Outcome resolve(Dice& dice) const {
    const CounterBattery result = counter_battery_fire(dice, turn_in_a_row - 1);
    const bool disrupted = result == CounterBattery::disrupted;
    Outcome outcome(result == CounterBattery::destroyed ? "destroyed"
                    : disrupted                         ? "disrupted"
                                                        : "no_effect");
    outcome.event("silenced", result != CounterBattery::no_effect);
    if (disrupted) outcome.measure("game_turns_silent", dice.die());
    return outcome;
  }
};

}  // namespace

Procedure counter_battery() {
  using Asked = CounterBatteryFire;
  return procedure<Asked>("sl.counter-battery", "45.4",
                          "a fire mission of counter-battery fire against the enemy's artillery")
      .asks(&Asked::turn_in_a_row, "turn_in_a_row", 1, Asked::most_turns,
            "the how manieth turn in a row in which the same leader does it: -1 for each before")
      .tried_with({"1", "2", "3"})
      .outcome("destroyed", "the enemy's battery is out of the game")
      .outcome("disrupted", "it is out for some game turns, and its contact is lost")
      .outcome("no_effect", "it fires on")
      .event("silenced", "it is destroyed or disrupted")
      .measure("game_turns_silent", "for how many game turns a disrupted battery is out")
      .only_where({"disrupted"})
      .headline("destroyed", "the enemy's battery is destroyed")
      .headline("disrupted", "it is disrupted");
}

}  // namespace combat_odds::squad_leader
