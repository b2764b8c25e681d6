#include <cstdint>

#include "sim/slammers/command/quality.hpp"

namespace combat_odds::slammers {
namespace {

/// Fire at a building of several storeys, each a target of its own (Supplement 4, Multi-story
/// buildings).
struct Building {
  enum class Fire : std::uint8_t { direct, artillery };

  Troops firers;
  Fire fire = Fire::direct;
  int floors = 2;
  int occupied = 1;
  int shots = 0;
  int firepower = 0;
  int dv = 0;
  int destroyed_at_least = 0;
  int qr_modifier = 0;

  void prepare(const Charts& charts) {
    if (occupied > floors) {
      throw ArgumentError("occupied", "no such floor", "at most the number of floors");
    }
    roll = firers.roll(charts, qr_modifier);
    goal = fire == Fire::direct ? 1 : floors - occupied + 1;
  }

  Outcome resolve(Dice& dice) const {
    struct State {
      std::uint8_t shot = 0;
      std::uint8_t destroyed = 0;
    };
    State state;
    const int within_reach = fire == Fire::direct ? 1 : floors;
    for (; state.shot < shots && roll.possible() && state.destroyed < within_reach; ++state.shot) {
      dice.at(state);
      if (!roll.made(dice)) continue;
      if (!dice.die([this](int dr) { return dr + firepower >= dv; })) continue;
      if (dice.die([this](int dr) { return dr >= destroyed_at_least; })) ++state.destroyed;
    }
    return Outcome(state.destroyed >= goal ? "occupied_floor_destroyed"
                   : state.destroyed > 0   ? "other_floors_destroyed"
                                           : "stands")
        .measure("floors_destroyed", state.destroyed);
  }

  QualityRoll roll;
  int goal = 1;  ///< floors that must go before the occupied one is destroyed
};

}  // namespace

Procedure building() {
  return procedure<Building>("slammers.building", "Supplement 4, Multi-story buildings",
                             "is the floor destroyed on which somebody hides?")
      .includes(&Building::firers, "", "those who fire")
      .asks(
          &Building::fire, "fire", one_of({"direct", "artillery"}),
          "direct fire at the occupied floor, or artillery, which works its way down from the top")
      .asks(&Building::floors, "floors", 1, 12, "storeys of the building")
      .asks(&Building::occupied, "occupied", 1, 12,
            "the occupied floor, counted from the ground as 1")
      .asks(&Building::shots, "shots", 1, 12, "shots or rounds, one Quality Roll each")
      .required()
      .asks(&Building::firepower, "firepower", 0, 20, "the FP of each, as printed on the card")
      .required()
      .asks(&Building::dv, "dv", 1, 30, "the DV of a floor: that of the building, from your rules")
      .required()
      .tried_with({"6", "8"})
      .asks(&Building::destroyed_at_least, "destroyed_at_least", 1, 6,
            "the die on your damage chart for buildings from which on a floor is destroyed; 1: a "
            "reached DV is enough")
      .required()
      .asks(&Building::qr_modifier, "qr_modifier", -4, 4, "the sum of the QR modifiers")
      .outcome("occupied_floor_destroyed", "the floor that is occupied is destroyed")
      .outcome("other_floors_destroyed", "only floors above it are")
      .outcome("stands", "no floor is")
      .measure("floors_destroyed", "floors destroyed")
      .headline("occupied_floor_destroyed", "the floor is destroyed")
      .headline("mean floors_destroyed", "{} floors are destroyed on average");
}

}  // namespace combat_odds::slammers
