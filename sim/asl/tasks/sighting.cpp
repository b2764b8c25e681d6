#include "sim/declare/declaration.hpp"

namespace combat_odds::asl {
namespace {

struct Sighting {
  enum class Terrain {
    open_ground,
    building,
    woods,
    rubble,
    orchard_in_season,
    brush,
    grain,
    marsh,
    crag,
    graveyard,
    gutted_building,
    roofless_gutted_building,
    light_woods,
    rail_car,
    debris,
  };

  int number = 8;
  int smoke = 0;
  Terrain terrain = Terrain::open_ground;
  bool friends_near = false;
  bool mist = false;
  bool vehicle = false;
  bool moved = false;
  bool column = false;
  bool attacked_before = false;
  bool unconcealed = false;
  int drm = 0;

  Outcome resolve(Dice& dice) const {
    enum class Result : std::uint8_t { sighted, not_sighted, mistaken };
    struct Check {
      Result result;
      bool recall;
    };
    const int modifier = drm + smoke + terrain_drm() + (friends_near ? 1 : 0) + (mist ? 1 : 0) -
                         (vehicle ? 1 : 0) - (moved ? 1 : 0) - (column ? 1 : 0) -
                         (attacked_before ? 1 : 0) - (unconcealed ? 2 : 0);
    const Check check = dice.DR([&](TwoDice roll) {
      const int final_dr = roll.total() + modifier;
      return Check{final_dr >= 12       ? Result::mistaken
                   : final_dr <= number ? Result::sighted
                                        : Result::not_sighted,
                   roll.total() == 12};
    });
    return Outcome(check.result == Result::sighted    ? "sighted"
                   : check.result == Result::mistaken ? "mistaken_attack"
                                                      : "not_sighted")
        .event("recall", check.recall);
  }

 private:
  int terrain_drm() const {
    switch (terrain) {
      case Terrain::open_ground:
        return 0;
      case Terrain::building:
      case Terrain::woods:
      case Terrain::rubble:
      case Terrain::orchard_in_season:
      case Terrain::gutted_building:
        return 3;
      case Terrain::roofless_gutted_building:
      case Terrain::light_woods:
      case Terrain::rail_car:
        return 2;
      default:
        return 1;
    }
  }
};

}  // namespace

Procedure sighting() {
  return procedure<Sighting>("asl.sighting", "E7.3-.32",
                             "does an aircraft see its target, attack its own side, or fly home?")
      .asks(&Sighting::number, "number", 2, 12,
            "the sighting number on the counter (8 on the Stuka's)")
      .asks(&Sighting::smoke, "smoke", 0, 12, "the DRM of SMOKE Hindrances")
      .asks(&Sighting::terrain, "terrain",
            one_of({"open_ground", "building", "woods", "rubble", "orchard_in_season", "brush",
                    "grain", "marsh", "crag", "graveyard", "gutted_building",
                    "roofless_gutted_building", "light_woods", "rail_car", "debris"}),
            "where the target is")
      .asks(&Sighting::friends_near, "friends_near",
            "within four hexes of a vehicle or MMC of the aircraft's side in its LOS: +1")
      .asks(&Sighting::mist, "mist", "mist, dust or heat haze: +1")
      .asks(&Sighting::vehicle, "vehicle", "the target is a vehicle, or a boat in water: -1")
      .asks(&Sighting::moved, "moved",
            "it has entered a hex, used VBM or been in Motion this Player Turn: -1")
      .asks(&Sighting::column, "column", "it is part of a Convoy or Column: -1")
      .asks(&Sighting::attacked_before, "attacked_before",
            "a friendly plane has attacked it this Player Turn: -1")
      .asks(&Sighting::unconcealed, "unconcealed", "not entirely concealed or hidden: -2")
      .asks(&Sighting::drm, "drm", -10, 10, "the sum of any other modifiers")
      .outcome("sighted", "the target is sighted")
      .outcome("not_sighted", "no attack")
      .outcome("mistaken_attack", "it attacks its own side")
      .event("recall", "the aircraft is Recalled")
      .headline("sighted", "the target is sighted")
      .headline("mistaken_attack", "the aircraft attacks its own side")
      .headline("recall", "it is Recalled");
}

}  // namespace combat_odds::asl
