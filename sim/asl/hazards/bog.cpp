#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/declare/units.hpp"

namespace combat_odds::asl {
namespace {

constexpr int bogs = 12;  // D8.2

/// A vehicle, moving and then bogged.
struct Bogging {
  enum class State : std::uint8_t { moves, bogged, mired, immobile, cellar, freed };
  std::uint8_t entered = 0;
  State state = State::moves;
  std::uint8_t attempts = 0;
  std::uint8_t mp_left = 0;
};

/// D8.2-.3, B23.41, RB debris and factories.
struct Bog {
  enum class Terrain {
    other,
    woods,
    graveyard,
    wooden_building,
    stone_building,
    wooden_rubble,
    stone_rubble,
    factory,
    debris,
    factory_debris,
    wire,
  };
  enum class GroundPressure { low, normal, high };
  enum class Begins { moving, bogged, mired };

  Terrain terrain = Terrain::other;
  GroundPressure ground_pressure = GroundPressure::normal;
  bool soft_ground = false;
  bool deep_snow = false;
  bool not_fully_tracked = false;
  bool truck = false;
  bool towing = false;
  bool abrupt_elevation = false;
  bool uphill_woods = false;
  int drm = 0;
  int checks = 1;
  int attempts = 0;
  Begins begins = Begins::moving;
  bool helped = false;
  int armor_leader = 0;
  std::optional<int> mp;

  bool tries() const { return attempts > 0; }
  bool outdoors() const {
    return terrain != Terrain::wooden_building && terrain != Terrain::stone_building &&
           terrain != Terrain::factory && terrain != Terrain::factory_debris;
  }
  bool truck_fits() const { return not_fully_tracked; }
  bool enters() const { return begins == Begins::moving; }

  Bogging start() const {
    Bogging now;
    if (begins == Begins::bogged) now.state = Bogging::State::bogged;
    if (begins == Begins::mired) now.state = Bogging::State::mired;
    return now;
  }

  Bogging step(const Bogging& before, Dice& dice) const {
    Bogging now = before;
    if (now.state == Bogging::State::moves) {
      now.state = dice.DR([&](TwoDice roll) { return check(roll); });
      if (now.state == Bogging::State::moves) ++now.entered;
      return now;
    }
    ++now.attempts;
    return dice.DR([&](TwoDice roll) {
      Bogging after = now;
      after.state = attempt(roll, before.state);
      if (after.state == Bogging::State::freed) after.mp_left = mp_left(roll);
      return after;
    });
  }

  std::optional<Outcome> outcome(const Bogging& now) const {
    using State = Bogging::State;
    const bool passed = now.state == State::moves && now.entered == checks;
    const bool stuck = now.state == State::bogged || now.state == State::mired;
    const bool over = passed || (stuck && now.attempts == attempts) || now.state > State::mired;
    if (!over) return std::nullopt;
    static constexpr const char* names[] = {"passes",   "bogged",          "mired",
                                            "immobile", "falls_in_cellar", "freed"};
    return Outcome(names[static_cast<std::size_t>(now.state)])
        .event("bogs", now.state != State::moves && now.state != State::cellar)
        .measure("entered", now.entered)
        .measure("attempts", now.attempts)
        .measure("mp_left", now.mp_left);
  }

 private:
  int terrain_drm() const {
    switch (terrain) {
      case Terrain::other:
        return 0;
      case Terrain::woods:
      case Terrain::graveyard:
      case Terrain::wooden_building:
      case Terrain::wooden_rubble:
      case Terrain::stone_rubble:  // B24.4
        return 3;
      case Terrain::stone_building:
        return 4;
      case Terrain::factory:
      case Terrain::debris:
        return 1;
      case Terrain::factory_debris:
      case Terrain::wire:
        return 2;
    }
    return 0;
  }

  Bogging::State check(TwoDice roll) const {
    const bool may_fall = terrain == Terrain::wooden_building || terrain == Terrain::stone_building;
    if (may_fall && roll.coloured == 6) return Bogging::State::cellar;
    const int final_dr = roll.total() + drm + terrain_drm() + static_cast<int>(ground_pressure) +
                         (soft_ground ? 1 : 0) + (deep_snow ? 1 : 0) + (not_fully_tracked ? 1 : 0) +
                         (truck ? 1 : 0) + (towing ? 1 : 0) + (abrupt_elevation ? 1 : 0) +
                         (uphill_woods ? 1 : 0);
    return final_dr >= bogs ? Bogging::State::bogged : Bogging::State::moves;
  }

  /// D8.3: the coloured die decides whether it comes free, even without enough MP for that.
  Bogging::State attempt(TwoDice roll, Bogging::State state) const {
    const int coloured =
        roll.coloured + (state == Bogging::State::mired ? 1 : 0) - (helped ? 1 : 0) + armor_leader;
    if (coloured >= 6) return Bogging::State::immobile;
    return coloured == 5 ? Bogging::State::mired : Bogging::State::freed;
  }

  /// D8.3: starting costs the product of the dice, twice that for vehicles that are not fully
  /// tracked.
  std::uint8_t mp_left(TwoDice roll) const {
    const int cost = roll.coloured * roll.white * (not_fully_tracked ? 2 : 1);
    return small(std::max(0, mp.value_or(0) - cost));
  }
};

}  // namespace

Procedure bog() {
  return procedure<Bog>("asl.bog", "D8.2-.3, B23.41, O3, O5",
                        "a vehicle takes Bog Checks and frees itself from a bog")
      .asks(
          &Bog::terrain, "terrain",
          one_of({"other", "woods", "graveyard", "wooden_building", "stone_building",
                  "wooden_rubble", "stone_rubble", "factory", "debris", "factory_debris", "wire"}),
          "what it enters: +3 woods, graveyard, wood and rubble (at half its MP), +4 stone, +2 Wire, and "
          "in Red Barricades +1 a factory, +1 debris, +2 debris in a factory")
      .asks(&Bog::ground_pressure, "ground_pressure", one_of({"low", "normal", "high"}),
            "of its counter: 0, +1 or +2")
      .asks(&Bog::soft_ground, "soft_ground", "soft ground, mud or snow: +1")
      .asks(&Bog::deep_snow, "deep_snow", "Deep Snow: +1")
      .only_when({"soft_ground", "deep_snow"}, &Bog::outdoors,
                 "inside a building the ground does not matter (D8.21)", "")
      .asks(&Bog::not_fully_tracked, "not_fully_tracked",
            "not fully tracked: +1, and twice the MP to get free")
      .asks(&Bog::truck, "truck", "it has truck-type MP: +1")
      .only_when(&Bog::truck_fits, "", "--not-fully-tracked")
      .asks(&Bog::towing, "towing", "it tows: +1")
      .asks(&Bog::abrupt_elevation, "abrupt_elevation", "over an Abrupt Elevation Change: +1")
      .asks(&Bog::uphill_woods, "uphill_woods", "up a level into woods: +1")
      .asks(&Bog::drm, "drm", -10, 10, "the sum of any other modifiers")
      .asks(&Bog::checks, "checks", 1, 12, "how many such hexes it enters")
      .asks(&Bog::attempts, "attempts", 0, 20, "how often it tries to get free of a bog")
      .asks(&Bog::begins, "begins", one_of({"moving", "bogged", "mired"}),
            "how it begins: moving, or already bogged or mired, to get free")
      .only_when(&Bog::tries, "", "--attempts")
      .only_when({"terrain", "ground_pressure", "soft_ground", "deep_snow", "truck", "towing",
                  "abrupt_elevation", "uphill_woods", "drm", "checks"},
                 &Bog::enters, "it is bogged already, and only tries to get free", "")
      .asks(&Bog::helped, "helped", "an AFV helps: -1 to the coloured die")
      .only_when(&Bog::tries, "", "--attempts")
      .asks(&Bog::armor_leader, "armor_leader", -3, 2,
            "the modifier of an armor leader in either vehicle, on the coloured die")
      .or_of_unit(UnitFact::leadership)
      .only_when(&Bog::tries, "", "--attempts")
      .asks(&Bog::mp, "mp", 1, 40, "its MP, for mp_left: what getting free leaves of them")
      .only_when(&Bog::tries, "", "--attempts")
      .tried_with({"6", "13"})
      .outcome("passes", "it enters all the hexes")
      .outcome("freed", "it bogs and gets free")
      .outcome("bogged", "it is still bogged in the end")
      .outcome("mired", "it is mired in the end")
      .outcome("immobile", "it is immobile for good")
      .outcome("falls_in_cellar", "it falls into the cellar")
      .event("bogs", "it bogs")
      .measure("entered", "hexes entered without harm")
      .measure("attempts", "attempts to get free")
      .measure("mp_left", "MP left to move with in the turn in which it gets free, of those given")
      .headline("passes", "it comes through")
      .headline("bogs", "it bogs")
      .headline("freed", "it gets free again")
      .headline("immobile", "it is immobile for good")
      .headline("falls_in_cellar", "it falls into the cellar");
}

}  // namespace combat_odds::asl
