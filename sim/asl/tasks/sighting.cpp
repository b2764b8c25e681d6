#include "combat_odds/sim/procedure.hpp"

namespace combat_odds::asl {
namespace {

int terrain_drm(const std::string& terrain) {
  if (terrain == "building" || terrain == "woods" || terrain == "rubble" ||
      terrain == "orchard_in_season" || terrain == "gutted_building") {
    return 3;
  }
  if (terrain == "roofless_gutted_building") return 2;
  return terrain == "open_ground" ? 0 : 1;
}

class Sighting : public Rule {
 public:
  explicit Sighting(const Arguments& arguments) : number_(arguments.integer("number")) {
    const auto if_so = [&](const char* flag, int drm) { return arguments.flag(flag) ? drm : 0; };
    drm_ = arguments.integer("smoke") + terrain_drm(arguments.choice("terrain")) +
           if_so("friends_near", 1) + if_so("mist", 1) + if_so("vehicle", -1) + if_so("moved", -1) +
           if_so("column", -1) + if_so("attacked_before", -1) + if_so("unconcealed", -2) +
           arguments.integer("drm");
  }

  Outcome resolve(Dice& dice) const override {
    enum class Result : std::uint8_t { sighted, not_sighted, mistaken };
    struct Check {
      Result result;
      bool recall;
    };
    const Check check = dice.DR([&](TwoDice roll) {
      const int final_dr = roll.total() + drm_;
      return Check{final_dr >= 12        ? Result::mistaken
                   : final_dr <= number_ ? Result::sighted
                                         : Result::not_sighted,
                   roll.total() == 12};
    });
    return Outcome(check.result == Result::sighted    ? "sighted"
                   : check.result == Result::mistaken ? "mistaken_attack"
                                                      : "not_sighted")
        .event("recall", check.recall);
  }

 private:
  int number_;
  int drm_ = 0;
};

}  // namespace

Procedure sighting() {
  return {
      .name = "asl.sighting",
      .rule = "E7.3-.32",
      .summary = "does an aircraft see its target, attack its own side, or fly home?",
      .details =
          "A Sighting Task Check: passed on a Final DR of the number on the counter or less (8 on "
          "the Stuka's). An Original 12 is a Recall at the end of the phase, after any attack of "
          "this turn; a Final 12 or more is a Mistaken Attack on the unit of its own side nearest "
          "to the target, and no sighting.\n"
          "The terrain of several conditions counts once, the highest. Units in a Gutted Building "
          "count +2 in a roofless Location, +3 elsewhere (Red Barricades, Gutted Buildings 7.6).",
      .parameters =
          {
              integer("number", 2, 12, "the sighting number on the counter (8 on the Stuka's)")
                  .by_default("8"),
              integer("smoke", 0, 12, "the DRM of SMOKE Hindrances").by_default("0"),
              choice("terrain",
                     {"open_ground", "building", "woods", "rubble", "orchard_in_season", "brush",
                      "grain", "marsh", "crag", "graveyard", "gutted_building",
                      "roofless_gutted_building"},
                     "where the target is"),
              flag("friends_near",
                   "within four hexes of a vehicle or MMC of the aircraft's side in its LOS: +1"),
              flag("mist", "mist, dust or heat haze: +1"),
              flag("vehicle", "the target is a vehicle, or a boat in water: -1"),
              flag("moved",
                   "it has entered a hex, used VBM or been in Motion this Player Turn: -1"),
              flag("column", "it is part of a Convoy or Column: -1"),
              flag("attacked_before", "a friendly plane has attacked it this Player Turn: -1"),
              flag("unconcealed", "not entirely concealed or hidden: -2"),
              integer("drm", -10, 10, "the sum of any other modifiers").by_default("0"),
          },
      .outcomes = {{"sighted", "the target is sighted"},
                   {"not_sighted", "no attack"},
                   {"mistaken_attack", "it attacks its own side"}},
      .events = {{"recall", "the aircraft is Recalled"}},
      .measures = {},
      .charts = {},
      .rule_for = [](const Arguments& arguments,
                     const Charts&) { return std::make_unique<Sighting>(arguments); },
  };
}

}  // namespace combat_odds::asl
