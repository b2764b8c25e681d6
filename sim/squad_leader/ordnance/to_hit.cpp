#include "combat_odds/sim/squad_leader/counters.hpp"
#include "combat_odds/sim/squad_leader/ordnance/gunnery.hpp"

namespace combat_odds::squad_leader {
namespace {

/// The modifiers for what firer and target did in the turn (33.31, 69.8, 70.8, 77.21).
int movement_drm(const Arguments& arguments, const ToHitDrm& drm) {
  const std::string& phase = arguments.choice("fire_phase");
  const std::string& moved = arguments.choice("firer_moved");
  const bool tank = arguments.choice("firer") == "tank";
  int sum = arguments.integer("outside_arc") * drm.at("D");
  if (arguments.integer("outside_arc") > 0 && !tank) {
    throw ArgumentError("outside_arc", "a gun without turret fires inside its Covered Arc only",
                        "--firer-moved pivoted");
  }
  if (moved == "entered_hex") {
    if (phase != "advancing") {
      throw ArgumentError("firer_moved",
                          "a firer that entered a hex fires in the Advancing Fire Phase",
                          "--fire-phase advancing");
    }
    if (!tank) {
      throw ArgumentError("firer_moved",
                          "the chart has no modifier for an SP or AT gun that entered a hex",
                          "none or pivoted");
    }
    sum += drm.at("F");
  } else if (moved == "pivoted") {
    if (phase == "prep" || (tank && phase == "defensive")) {
      throw ArgumentError("firer_moved", "no modifier for a pivot in this phase",
                          "advancing for all; defensive for an SP or AT gun");
    }
    sum += drm.at(tank ? "E" : phase == "advancing" ? "G" : "I");
  }
  const bool moving = arguments.flag("moving");
  if (moving) {
    if (phase != "defensive") {
      throw ArgumentError("moving", "only Defensive Fire meets a moving target",
                          "--fire-phase defensive");
    }
    sum += drm.at("A");
  }
  if (arguments.integer("moving_drm") != 0 && !moving) {
    throw ArgumentError("moving_drm", "cases O and P go with a moving target (69.8)", "--moving");
  }
  if (arguments.flag("intensive_fire") && phase == "advancing") {
    throw ArgumentError("intensive_fire", "no Intensive Fire in the Advancing Fire Phase (70.3)",
                        "prep or defensive");
  }
  if (arguments.flag("no_crest_counter")) sum += drm.at("77.21");
  if (arguments.flag("concealed")) sum += drm.at("H");
  return sum + arguments.integer("moving_drm");
}

class ToHit : public Rule {
 public:
  ToHit(const Arguments& arguments, const Charts& charts)
      : gunnery_(aim(arguments, charts), charts),
        drm_(movement_drm(arguments, charts.get<ToHitDrm>(ToHitDrm::chart_name)) +
             arguments.integer("acquisition")),
        smoke_(arguments.choice("ammunition") == "smoke") {}

  Outcome resolve(Dice& dice) const override {
    const Shot shot = gunnery_.fire(dice, drm_);
    // 63.22: a shot that finds the smoke gone is an ordinary round and makes no smoke.
    const bool no_smoke = smoke_ && shot.special_gone;
    Outcome outcome(no_smoke                          ? "miss"
                    : shot.hit == Shot::Hit::critical ? "critical_hit"
                    : shot.hit == Shot::Hit::hit      ? "hit"
                                                      : "miss");
    outcome.event("breakdown", shot.gun == Shot::Gun::jammed)
        .event("out_of_ammunition", shot.gun >= Shot::Gun::round_used_up)
        .event("special_ammunition_gone", shot.special_gone);
    if (gunnery_.needed()) outcome.measure("needed", *gunnery_.needed() - drm_);
    return outcome;
  }

 private:
  static Aim aim(const Arguments& arguments, const Charts& charts) {
    Aim aim = asked_aim(arguments, charts);
    const std::string& ammunition = arguments.choice("ammunition");
    const bool given = arguments.given("depletion_number");
    if (ammunition == "smoke") {
      if (aim.gun.calibre < 70) {
        throw ArgumentError("ammunition", "guns below 70mm fire no smoke (63.22)", "standard");
      }
      if (aim.target != "infantry_in_other") {
        throw ArgumentError("target", "smoke is fired on the line 'infantry in other' (63.22)",
                            "infantry_in_other");
      }
      aim.depletion_number = given ? arguments.integer("depletion_number") : 8;
    } else if (ammunition == "heat") {
      if (!given) {
        throw ArgumentError("depletion_number", "HEAT runs out on a number that is missing here",
                            "the number behind the H on the gun's counter (63.16)");
      }
      aim.depletion_number = arguments.integer("depletion_number");
    } else if (given) {
      throw ArgumentError("depletion_number", "only HEAT and smoke run out that way",
                          "--ammunition heat or smoke");
    }
    return aim;
  }

  Gunnery gunnery_;
  int drm_;
  bool smoke_;
};

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = aim_parameters();
  append(
      all,
      {
          integer("acquisition", -2, 0, "the DRM of the acquired target (69.1)")
              .by_default("0")
              .tried_with({"0", "-1", "-2"}),
          choice("firer", {"tank", "sp_gun"},
                 "tank: a turret or a 360 degree mount; sp_gun: every other gun"),
          choice("fire_phase", {"prep", "defensive", "advancing"}, "when the shot is fired"),
          choice("firer_moved", {"none", "pivoted", "entered_hex"}, "what the firer did this turn")
              .tried_with({"none", "none", "pivoted"}),
          integer(
              "outside_arc", 0, 3,
              "how often a tank fired outside its Covered Arc this phase, this shot included: +2 "
              "each (70.8)")
              .by_default("0")
              .tried_with({"0", "0", "1"}),
          flag("moving", "Defensive Fire at a moving target: +2 (case J of Cross of Iron)"),
          integer(
              "moving_drm", 0, 10,
              "the DRM of cases O and P, for a target that spent few MP in the LOS (69.8); printed "
              "on your chart, not recovered")
              .by_default("0")
              .tried_with({"0"}),
          flag("concealed", "the target is concealed: +2"),
          flag("no_crest_counter",
               "a Russian tank fires down from a crest without a Crest counter: +5 (77.21)"),
          integer("height_advantage", 0, 10, "levels that the firer is above the target")
              .by_default("0")
              .tried_with({"0", "2"}),
          choice("ammunition", {"standard", "heat", "smoke"}, "what is fired")
              .tried_with({"standard", "standard", "heat"}),
          integer(
              "depletion_number", 2, 13,
              "HEAT: the number behind the H on the counter (63.16); smoke: 8 (63.22). An Original "
              "roll of this or more finds none left")
              .optional()
              .tried_with({"", "", "6"}),
      });
  return all;
}

}  // namespace

Procedure to_hit() {
  return {
      .name = "sl.to-hit",
      .rule = "33.3, COI 63, 64, 66.2, 68.1, 69, 70, 76-78, 90, 94",
      .summary = "one shot of a gun on the To Hit chart",
      .details =
          "A DR of the To Hit number or less, all modifiers applied, hits. With a needed number "
          "below 2 an Original 2 still hits if a third die plus what is lacking stays below 6 "
          "(33.32). Against a vehicle an Original 2 is a critical hit if a third die is 1 or "
          "less than half of the number needed after modifiers (68.1); where both apply, one "
          "third die serves for both.\n"
          "The base-game To Hit chart and modifiers stand in for those of Cross of Iron, which "
          "were not recovered: its numbers for 25 hexes and more serve up to 39; at 40 and more "
          "give the number of your chart (--to-hit-number). Adjacent and same-hex targets get -2 "
          "by their range, 1 or 0.\n"
          "The roll that jams the gun is still a shot (63.18 stops the additional ones), and so "
          "is the last round of a gun of 150mm or more, on an Original 11 or 12 (64.9). A "
          "captured gun uses the red numbers at +2 and its breakdown number is lowered by 2 "
          "(90.12, 90.13).",
      .parameters = parameters(),
      .outcomes = {{"critical_hit", "an AFV is hit in a vulnerable place (68)"},
                   {"hit", "the target is hit; with Deliberate Immobilization, immobilized"},
                   {"miss", "the target is not hit"}},
      .events = {{"breakdown", "the gun is jammed after this shot"},
                 {"out_of_ammunition",
                  "that was the last round, or the last of its kind (Supplement K)"},
                 {"special_ammunition_gone",
                  "no HEAT or smoke is left; this round was another one already"}},
      .measures =
          {{"needed",
            "the number that the Original DR may not exceed, all modifiers applied; missing "
            "where the chart allows no hit"}},
      .charts = {ToHitTable::chart_name, ToHitDrm::chart_name, Vehicles::chart_name},
      .rule_for = [](const Arguments& arguments,
                     const Charts& charts) { return std::make_unique<ToHit>(arguments, charts); },
  };
}

}  // namespace combat_odds::squad_leader
