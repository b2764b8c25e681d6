#include "combat_odds/sim/squad_leader/counters.hpp"
#include "combat_odds/sim/squad_leader/ordnance/engagement.hpp"

namespace combat_odds::squad_leader {
namespace {

using Fate = Engagement::Fate;

void check_line(const std::string& line, const std::string& kind, const char* parameter) {
  if (line == "gun" && !kind.ends_with("_gun")) {
    throw ArgumentError(parameter, "the To Hit line is a gun's and the target is none",
                        "a vehicle line, or target kind shielded_gun or unshielded_gun");
  }
}

class GunEngagement : public Process<Engagement::State> {
 public:
  using State = Engagement::State;

  GunEngagement(const Arguments& arguments, const Charts& charts)
      : phases_(arguments.integer("phases")), acquired_(-arguments.integer("first_acquisition")) {
    engagement_.first_is_prep = arguments.choice("first_phase") == "prep";
    engagement_.crew_morale = arguments.integer("crew_morale");
    engagement_.fighters[0] = firer(arguments, charts);
    engagement_.until_immobilized =
        arguments.choice("until") == "immobilized" || engagement_.fighters[0]->deliberate;
    if (arguments.flag("return_fire")) {
      if (arguments.flag("moving")) {
        throw ArgumentError("moving", "a target that moves does not take part in Prep Fire",
                            "either --moving or --return-fire");
      }
      engagement_.fighters[1] = target(arguments, charts);
    }
  }

  State start() const override {
    State state;
    state.sides[0].acquired = static_cast<std::uint8_t>(acquired_);
    return state;
  }

  State step(const State& before, Dice& dice) const override {
    State state = before;
    engagement_.fire_phase(state, dice);
    return state;
  }

  std::optional<Outcome> outcome(const State& state) const override {
    const auto& [firer, target] = state.sides;
    const bool over = engagement_.over(state);
    if (!over && state.phase <= phases_) return std::nullopt;
    const int phase = over ? state.phase : 0;
    const bool target_out = Engagement::out(target);
    return Outcome(outcome_label(state))
        .event("target_knocked_out", target_out)
        .event("firer_knocked_out", Engagement::out(firer))
        .event("target_immobilized_first", state.immobilized != 0)
        .event("critical_hit", state.critical != 0)
        .event("breakdown", state.breakdown != 0)
        .measure("phase", phase)
        .measure("knocked_out_in_phase", target_out ? phase : 0);
  }

 private:
  static const char* outcome_label(const State& state) {
    const auto& [firer, target] = state.sides;
    switch (target.fate) {
      case Fate::burning:
        return "target_burning";
      case Fate::eliminated:
        return "target_eliminated";
      case Fate::abandoned:
        return "target_abandoned";
      case Fate::good:
      case Fate::immobilized:
        break;
    }
    if (firer.fate == Fate::abandoned) return "firer_abandoned";
    if (firer.fate >= Fate::eliminated) return "firer_eliminated";
    if (target.fate == Fate::immobilized) return "target_immobilized";
    return firer.gun == Engagement::GunState::lost ? "gun_lost" : "undecided";
  }

  static Fighter firer(const Arguments& arguments, const Charts& charts) {
    Aim aim = asked_aim(arguments, charts);
    KillTarget target = asked_kill_target(arguments);
    check_line(aim.target, target.kind, "target");
    target.range = aim.range;
    target.hull_down = aim.target == "vehicle_hull_down";
    if (aim.deliberate_immobilization != "none" && target.kind == "unarmored") {
      throw ArgumentError("deliberate_immobilization", "the target is unarmored", "none (66.25)");
    }
    const std::string& ammunition = arguments.choice("ammunition");
    const bool other_round = arguments.choice("fallback") != "none";
    if (ammunition == "heat") {
      if (!arguments.given("depletion_number")) {
        throw ArgumentError("depletion_number", "HEAT runs out on a number that is missing here",
                            "the number behind the H on the gun's counter (63.16)");
      }
      if (!other_round) {
        throw ArgumentError("fallback", "what does the gun fire when HEAT has run out?",
                            "ap or he");
      }
      aim.depletion_number = arguments.integer("depletion_number");
    }
    std::optional<Penetration> second;
    if (other_round) second = fallback(arguments, charts, aim, target);
    const auto& drm = charts.get<ToHitDrm>(ToHitDrm::chart_name);
    const int extra = arguments.integer("moving_drm");
    if (extra != 0 && !arguments.flag("moving")) {
      throw ArgumentError("moving_drm", "cases O and P go with a moving target (69.8)", "--moving");
    }
    return {
        .gunnery = Gunnery(aim, charts),
        .penetration = penetration(aim, target, ammunition, charts),
        .fallback = second,
        .shots = arguments.integer("rate_of_fire") + (aim.intensive_fire ? 1 : 0),
        .acquisition = arguments.flag("acquisition") ? drm.at("69.1") : 0,
        .repair_number = arguments.integer("repair_number") - aim.armor_leader,
        .moving_drm = arguments.flag("moving") ? drm.at("A") + extra : 0,
        .deliberate = aim.deliberate_immobilization != "none",
        .one_breakdown = aim.captured,
    };
  }

  /// With Deliberate Immobilization no kill roll is ever made, so none of its numbers is asked for.
  static Penetration penetration(const Aim& aim, KillTarget target, const std::string& ammunition,
                                 const Charts& charts) {
    if (aim.deliberate_immobilization != "none") {
      target.kill_number = target.rear_kill_number = 0;
      target.front_armor = 0;
    }
    return {gun_weapon(aim.gun, ammunition), target, aim.at_vehicle(), charts};
  }

  static Penetration fallback(const Arguments& arguments, const Charts& charts, const Aim& aim,
                              KillTarget target) {
    target.kill_parameter = "fallback_kill_number";
    target.rear_kill_parameter = "fallback_rear_kill_number";
    target.kill_number.reset();
    target.rear_kill_number.reset();
    if (arguments.given("fallback_kill_number")) {
      target.kill_number = arguments.integer("fallback_kill_number");
    }
    if (arguments.given("fallback_rear_kill_number")) {
      target.rear_kill_number = arguments.integer("fallback_rear_kill_number");
    }
    return penetration(aim, target, arguments.choice("fallback"), charts);
  }

  static Fighter target(const Arguments& arguments, const Charts& charts) {
    if (!arguments.given("return_gun")) {
      throw ArgumentError("return_gun", "return_gun is missing: what fires back?", gun_form);
    }
    const auto given = [&](const char* name) -> std::optional<int> {
      if (!arguments.given(name)) return std::nullopt;
      return arguments.integer(name);
    };
    Aim aim;
    const MountedGun gun = read_mounted_gun(arguments.text("return_gun"), "return_gun", charts);
    aim.gun = gun.gun;
    aim.range = arguments.integer("range");
    aim.target = arguments.choice("return_target");
    aim.red = gun.russian || arguments.choice("return_to_hit_numbers") == "red";
    aim.number = given("return_to_hit_number");
    aim.number_parameter = "return_to_hit_number";
    aim.intensive_fire = arguments.flag("return_intensive_fire");
    aim.breakdown_number = arguments.integer("return_breakdown_number");
    aim.drm = arguments.integer("return_to_hit_drm");
    KillTarget firer;
    firer.kind = arguments.choice("return_target_kind");
    firer.facing = arguments.choice("return_facing");
    firer.front_armor = given("return_armor");
    firer.side_armor = given("return_side_armor");
    firer.armor_parameter = "return_armor";
    firer.kill_number = given("return_kill_number");
    firer.rear_kill_number = given("return_rear_kill_number");
    firer.kill_parameter = "return_kill_number";
    firer.rear_kill_parameter = "return_rear_kill_number";
    firer.drm = arguments.integer("return_kill_drm");
    firer.range = aim.range;
    firer.hull_down = aim.target == "vehicle_hull_down";
    check_line(aim.target, firer.kind, "return_target");
    const auto& drm = charts.get<ToHitDrm>(ToHitDrm::chart_name);
    return {
        .gunnery = Gunnery(aim, charts),
        .penetration = Penetration(gun_weapon(aim.gun, arguments.choice("return_ammunition")),
                                   firer, aim.at_vehicle(), charts),
        .fallback = std::nullopt,
        .shots = arguments.integer("return_rate_of_fire") + (aim.intensive_fire ? 1 : 0),
        .acquisition = drm.at("69.1"),
        .repair_number = arguments.integer("repair_number"),
        .moving_drm = 0,
        .deliberate = false,
        .one_breakdown = false,
    };
  }

  Engagement engagement_;
  int phases_;
  int acquired_;
};

/// The lines of the To Hit chart but infantry's.
std::vector<std::string> target_lines() {
  std::vector<std::string> lines = ToHitTable::targets();
  std::erase_if(lines, [](const std::string& line) { return line.starts_with("infantry"); });
  return lines;
}

std::vector<Parameter> engagement_parameters() {
  return {
      integer(
          "phases", 1, 20,
          "how many fire phases the gun has; one in each player turn, Prep and Defensive Fire in "
          "turns, so 6 are three game turns")
          .by_default("6")
          .tried_with({"1", "2", "4"}),
      choice("first_phase", {"prep", "defensive"}, "the gun's first fire phase"),
      integer("rate_of_fire", 1, 6,
              "the gun's shots in a phase (63.14), Intensive Fire not counted")
          .by_default("1")
          .tried_with({"1", "2"}),
      flag("acquisition", "whether the target is acquired phase by phase (69)").by_default("true"),
      integer("first_acquisition", -2, 0, "the DRM of a target that is acquired already")
          .by_default("0")
          .tried_with({"0", "-1"}),
      choice("until", {"knocked_out", "immobilized"}, "when the gun has done its work"),
      choice("ammunition", {"ap", "he", "heat"}, "what the gun fires").tried_with({"ap", "he"}),
      integer("depletion_number", 2, 13, "HEAT: the number behind the H on the counter (63.16)")
          .optional()
          .tried_with({""}),
      choice(
          "fallback", {"none", "ap", "he"},
          "what the gun goes on with when HEAT (63.16) or its ammunition (Supplement K) is gone"),
      integer("fallback_kill_number", -5, 25, "the kill number of that round")
          .optional()
          .tried_with({""}),
      integer("fallback_rear_kill_number", -5, 25, "the same for the rear facing")
          .optional()
          .tried_with({""}),
      flag("moving",
           "the target moves in its own turns: +2 in Defensive Fire until it is immobilized")
          .tried_with({"false", "false", "true"}),
      integer("moving_drm", 0, 10,
              "the DRM of cases O and P beside it (69.8), printed on your chart, not recovered")
          .by_default("0")
          .tried_with({"0"}),
      integer("repair_number", 1, 5,
              "the die, or less, that repairs a gun in a Rally Phase; 6 loses it (18.2)")
          .by_default("1"),
      integer(
          "crew_morale", 2, 11,
          "the morale of the crews, when an immobilized AFV is hit again (39.3); 7 is a 2-4-7's")
          .or_of_unit(UnitFact::morale)
          .by_default("7"),
      flag("return_fire", "the target shoots back"),
      text("return_gun", gun_form, "the gun that fires back")
          .or_named(vehicles_with_guns())
          .optional()
          .tried_with({"75", "76", "50"}),
      choice("return_ammunition", {"ap", "he"}, "what it fires"),
      choice("return_target", target_lines(), "the target line that the firer stands on")
          .tried_with({"vehicle_in_other", "vehicle_hull_down", "gun"}),
      choice("return_to_hit_numbers", {"black", "red"}, "red: a Russian gun fires back"),
      integer("return_to_hit_number", -5, 20, "the To Hit number printed on your chart")
          .optional()
          .tried_with({""}),
      integer("return_rate_of_fire", 1, 6, "its shots in a phase")
          .by_default("1")
          .tried_with({"1"}),
      flag("return_intensive_fire", "it uses Intensive Fire"),
      integer("return_breakdown_number", 7, 13, "its breakdown number").by_default("12"),
      integer("return_to_hit_drm", -10, 15, "its To Hit modifiers but acquisition")
          .by_default("0")
          .tried_with({"0", "1"}),
      choice("return_target_kind", kill_targets(), "what the firer is")
          .tried_with({"closed_topped", "closed_topped", "shielded_gun"}),
      choice("return_facing", {"front", "side", "rear"}, "the facing that the firer shows"),
      integer("return_armor", -9, 9, "the upper armor modifier on the firer's counter")
          .optional()
          .tried_with({"0", "2"}),
      integer("return_side_armor", -9, 9, "the lower one; left out: the upper one")
          .optional()
          .tried_with({""}),
      integer("return_kill_number", -5, 25, "the kill number of the gun that fires back")
          .optional()
          .tried_with({""}),
      integer("return_rear_kill_number", -5, 25, "the same for the rear facing")
          .optional()
          .tried_with({""}),
      integer("return_kill_drm", -10, 10, "its other kill modifiers: height, range (65.2)")
          .by_default("0")
          .tried_with({"0"}),
  };
}

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = aim_parameters();
  append(all, kill_target_parameters());
  append(all, engagement_parameters());
  for (Parameter& parameter : all) {
    if (parameter.name != "target") continue;
    parameter = choice("target", target_lines(), parameter.meaning);
  }
  return all;
}

}  // namespace

Procedure engagement() {
  return {
      .name = "sl.engagement",
      .rule = "33.3, 33.4, COI 63-70, 76-78, 90",
      .summary = "a gun against a vehicle over several fire phases, with return fire",
      .details =
          "The gun fires in one phase of every player turn: in Prep Fire in its own, in "
          "Defensive Fire in the enemy's. It acquires the target phase by phase, -1 and then -2, "
          "and loses that when it breaks down (69). Within a phase it fires all shots that its "
          "rate of fire and Intensive Fire allow, until the target is out or the gun jams "
          "(70.6). At the start of every player turn, in the Rally Phase, a jammed gun is "
          "repaired on a die of 1 and lost on a 6 (18.2, as 88.6 states it); an armor leader "
          "helps, but never against the 6 (76.6). A captured gun that breaks down is lost "
          "(90.12).\n"
          "Hits, critical hits, immobilization and burning are those of sl.to-hit and "
          "sl.to-kill, whose remarks on charts apply. When an immobilized AFV is hit again and "
          "the weapon could have killed it, its crew checks morale and abandons it on failure "
          "(39.3, 66.4). With Deliberate Immobilization the engagement ends with the first hit.\n"
          "A target that shoots back does so from where it stands, with the rules of "
          "acquisition, breakdown and repair; in its own player turn its Prep Fire comes before "
          "the gun's Defensive Fire. It always acquires. The crew of an AT gun is not followed: "
          "only hits that destroy the gun count.\n"
          "A gun that runs out of HEAT, or by Supplement K of its ammunition, goes on with the "
          "other kind of round that --fallback names; without one Supplement K silences it. "
          "Stunned crews, smoke and the limits of 69.85 on second shots at a moving target are "
          "left to the player.",
      .parameters = parameters(),
      .outcomes = {{"target_burning", "the target was eliminated and burns"},
                   {"target_eliminated", "the target was eliminated and does not burn"},
                   {"target_abandoned", "the crew of the immobilized target abandoned it"},
                   {"target_immobilized",
                    "the target is immobilized at the end and may still fire"},
                   {"firer_eliminated", "the target destroyed the firer first"},
                   {"firer_abandoned", "the firer was immobilized and its crew abandoned it"},
                   {"gun_lost", "the gun broke down for good or is out of ammunition"},
                   {"undecided", "nothing of that within the time"}},
      .events = {{"target_knocked_out", "the target was eliminated or abandoned"},
                 {"firer_knocked_out", "the firer was eliminated or abandoned"},
                 {"target_immobilized_first", "the target was immobilized at some time"},
                 {"critical_hit", "the gun scored a critical hit"},
                 {"breakdown", "the gun broke down or ran out of ammunition at least once"}},
      .measures = {{"phase", "the fire phase in which it was decided; 0: not within the time"},
                   {"knocked_out_in_phase",
                    "the fire phase in which the target was knocked out; 0: it was not"}},
      .charts = {ToHitTable::chart_name, ToHitDrm::chart_name, AfvKillTable::chart_name,
                 Vehicles::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<GunEngagement>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::squad_leader
