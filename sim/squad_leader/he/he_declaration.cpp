#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_leader/he/he.hpp"
#include "sim/squad_leader/to_kill/crew_survival.hpp"

namespace combat_odds::squad_leader {

Procedure high_explosive() {
  using Asked = HighExplosive;
  return procedure<Asked>("sl.he", "33.3, 34, 51.4, COI 63.14-63.24, 63.52, 63.9, 100",
                          "the fire of a gun in one phase at infantry, a gun or a soft vehicle")
      .includes(&Asked::shot, "", Aim::Use::soft_targets)
      .asks(
          &Asked::fire, "fire",
          one_of({"he", "mortar", "canister", "equivalent", "spraying", "rockets"}),
          "what is fired: shells that must hit; a mortar's; canister (34.9); or the gun's "
          "parenthesized fire value, at one hex (63.16) or sprayed at three (63.23); rockets: +2 To Hit (63.731)")
      .only_when(&Asked::may_shoot_canister, "(34.9)", "--range 3 or less")
      .only_when(&Asked::may_have_canister, "(34.9)",
                 "a gun with a C number on its counter, such as a PzKw IV F1")
      .only_when(&Asked::stands_still_to_fire,
                 "what moved fires no mortar or rockets in the Advancing Fire Phase (63.42, 63.72)",
                 "--firer-moved none")
      .only_when(&Asked::may_fire_rockets_then, "rockets make no Defensive Fire (63.732)",
                 "--fire-phase prep or advancing")
      .asks(&Asked::firepower, "firepower", 0, 200,
            "the fire value in parentheses on the counter; of shells left out: that of the "
            "calibre's HE, one column less for a mortar")
      .needed_when(&Asked::fires_value, "it stands on the counter",
                   "the value in parentheses (63.16)")
      .tried_with({"8", "12"})
      .asks(
          &Asked::rate_of_fire, "rate_of_fire", 1, 60,
          "the gun's shots in a phase (63.14), Intensive Fire not counted; of a launcher the rockets "
          "that it fires (63.71); default: as the vehicle's name says, else 1")
      .tried_with({"2", "3"})
      .asks(&Asked::depletion_number, "depletion_number", 2, 13,
            "the number behind the C on the counter: an Original roll of this or more finds no "
            "canister left and fires HE (34.9)")
      .only_when(&Asked::fires_canister, "", "--fire canister")
      .tried_with({"7", "9"})
      .asks(&Asked::target_type, "target_type",
            one_of({"infantry", "unshielded_gun", "shielded_gun", "soft_vehicle"}),
            "what is in the hex; a gun may have infantry besides, a vehicle passengers")
      .asks(&Asked::target, "target", groups_form,
            "the infantry in the hex or the passengers of the vehicle, or none",
            [](std::string_view text, std::string_view parameter) {
              constexpr std::size_t most = TargetStack::most_units;
              return text == "none" ? std::vector<UnitName>()
                                    : groups_up_to<most, most>(text, parameter);
            })
      .or_named(infantry_names())
      .by_default("none")
      .needed_when(&Asked::at_infantry, "nobody is fired at", "the infantry in the hex")
      .tried_with({"4-6-7", "2*4-4-7 8-0", "4-3-6 9-1", "4-6-7@-2; 4-6-7"})
      .asks(&Asked::status, "status", one_of({"good", "broken"}),
            "whether all units are broken already")
      .only_when(&Asked::has_units, "", "--target")
      .asks(&Asked::in_terrain, "terrain", "a terrain such as stone, or its modifier",
            "what the infantry is in or behind: its modifier, and the line of the To Hit chart")
      .or_named(terrain_names("squad-leader/terrain-effects.csv"))
      .only_when(&Asked::infantry_is_aimed_at,
                 "passengers have no terrain of their own; put a modifier into --drm", "")
      .tried_with({"stone", "woods", "open ground", "wall"})
      .asks(&Asked::target_line, "target_line",
            one_of({"infantry_in_cover", "infantry_in_woods", "infantry_in_other"}),
            "the infantry's line of the To Hit chart; default: the terrain's")
      .only_when(&Asked::infantry_line_is_free, "nothing is rolled on a line for infantry", "")
      .asks(&Asked::drm, "drm", -10, 15,
            "the other modifiers of the attack on the IFT; -2 for moving in the open is counted "
            "where the target moves, is not in two groups or more, and the terrain is open")
      .only_when(&Asked::has_units, "", "--target")
      .asks(&Asked::crew, "crew", units_form, "the crew of the gun that is fired at, or none",
            none_or_units_up_to<4>)
      .or_named(infantry_names())
      .by_default("none")
      .only_when(&Asked::at_gun, "only a gun has a crew", "--target-type shielded_gun")
      .tried_with({"2-4-7", "2-3-7"})
      .asks(&Asked::uncovered_arc, "uncovered_arc",
            "the shot comes from outside the gun's Covered Arc: its shield does not help (63.51)")
      .only_when(&Asked::at_shield, "", "--target-type shielded_gun")
      .asks(
          &Asked::gun_line, "gun_line",
          one_of({"gun", "vehicle_in_other", "vehicle_in_woods_or_building", "vehicle_hull_down"}),
          "the gun's line of the To Hit chart; a gun with a V has a vehicle's (63.17)")
      .only_when(&Asked::gun_line_is_free, "no gun is aimed at", "")
      .asks(&Asked::vehicle_line, "vehicle_line",
            one_of({"vehicle_in_other", "vehicle_in_woods_or_building", "vehicle_hull_down"}),
            "the vehicle's line of the To Hit chart")
      .only_when(&Asked::vehicle_line_is_free, "no vehicle is aimed at", "")
      .asks(&Asked::gun_to_hit_number, "gun_to_hit_number", -5, 20,
            "the To Hit number of the gun's line on your chart; default: the base-game chart's. "
            "to_hit_number is the infantry's or the vehicle's")
      .only_when(&Asked::gun_line_is_free, "no gun is aimed at", "")
      .asks(&Asked::kill_number, "kill_number", -5, 25,
            "the AFV KILL number of the gun's HE against trucks, or against the front of an AFV "
            "for a shielded gun; default: the base-game chart's")
      .only_when(&Asked::may_roll_to_kill, "nothing is rolled on the AFV Kill chart", "")
      .tried_with({"8"})
      .asks(&Asked::vehicle_drm, "vehicle_drm", -10, 10,
            "the vehicle's modifiers on the IFT: not -2 for moving (51.5)")
      .only_when(&Asked::drm_on_vehicle_matters, "no vehicle is attacked on the IFT", "")
      .asks(&Asked::survival_number, "survival_number", 1, 12,
            "33.9: passengers of a destroyed vehicle survive on a DR of this or less each; left "
            "out: they are lost with it (51.42)")
      .or_named(vehicle_survival(), vehicle_form)
      .only_when(&Asked::has_passengers, "", "--target-type soft_vehicle")
      .asks(&Asked::second_hex, "second_hex", occupied_hex_form,
            "spraying: who is in another hex of the three (63.23)", read_occupied_hex)
      .by_default("none")
      .only_when(&Asked::sprays, "", "--fire spraying")
      .tried_with({"4-4-7@1"})
      .asks(&Asked::third_hex, "third_hex", occupied_hex_form, "and in the third",
            read_occupied_hex)
      .by_default("none")
      .only_when(&Asked::sprays, "", "--fire spraying")
      .tried_with({"2*4-6-7 8-1"})
      .only_when(
          {"intensive_fire", "acquisition", "to_hit_number", "to_hit_drm", "buttoned_up",
           "bore_sighted", "armor_leader", "outside_arc", "no_crest_counter",
           "ammunition_depletion", "rate_of_fire", "moving_drm", "to_hit_numbers", "turret_turned"},
          &Asked::rolls_to_hit, "a fire value makes no To Hit roll (63.16)", "--fire he")
      .includes(&Asked::smoke)
      .only_when(
          {"acquisition"}, [](const Asked& asked) { return !asked.smoke.rolls(); },
          "no target is acquired through smoke (69.7)", "")
      .only_when(
          {"limbered"}, [](const Asked& asked) { return asked.shots() == 1; }, "(103.31)",
          "--rate-of-fire 1")
      .includes(&Asked::marsh)
      .only_when({"marsh"}, &Asked::at_infantry, "no vehicle or heavy gun enters a marsh (75.1)",
                 "--target-type infantry")
      .only_when(
          {"moving"}, [](const Asked& asked) { return !asked.marsh.is_there(); },
          "a marsh is entered and left only in the Advance Phase (75.2)", "--marsh none")
      .asks(&Asked::building, "building",
            "the infantry is in a building: a KIA makes rubble of it, and another one sets that on "
            "fire (58.1, 59.3)")
      .only_when(&Asked::may_bring_down, "", "--target and --fire he, mortar or rockets")
      .only_when([](const Asked& asked) { return !asked.in_groups(); },
                 "what a KIA does to the building goes by one modifier",
                 "the infantry without a semicolon in --target")
      .only_when(
          {"marsh"}, [](const Asked& asked) { return !asked.building; },
          "no building stands in a marsh", "")
      .includes(&Asked::mover, "", std::string("the moving target"))
      .only_when(
          {"moving_mp"},
          [](const Asked& asked) { return asked.shot.moving && asked.rolls_to_hit(); }, "(69.85)",
          "--moving")
      .includes(&Asked::foreign)
      .only_when({"foreign_units"}, &Asked::at_infantry,
                 "passengers have no leader of their own here", "--target-type infantry")
      .asks(&Asked::machine_guns, "machine_guns", "a vehicle such as T-34, or 'vehicle 4/2/4'",
            "the machine guns of the firing vehicle (bow, coaxial, AA) fire at the same hex, "
            "together and by a DR of their own (34.3, 64.46)")
      .only_when(&Asked::has_units, "machine guns are fired at the infantry in the hex", "--target")
      .tried_with({"vehicle 4/2/4", "vehicle 2/4", "T-34"})
      .asks(&Asked::hull_down, "hull_down",
            "the firer is hull down to the target: its bow machine gun does not fire (64.41)")
      .asks(&Asked::crew_exposed, "crew_exposed",
            "its crew is exposed: else its AA machine gun does not fire (64.43)")
      .only_when({"hull_down", "crew_exposed"}, &Asked::fires_machine_guns, "", "--machine-guns")
      .outcomes(fire_outcomes())
      .outcome("gun_destroyed", "the gun that was fired at is destroyed")
      .outcome("gun_intact", "it is not")
      .outcome("vehicle_burning", "the vehicle is destroyed and burns: all in it are lost (67.2)")
      .outcome("vehicle_destroyed", "the vehicle is destroyed")
      .outcome("vehicle_immobilized", "the vehicle is immobilized (51.41)")
      .outcome("vehicle_unharmed", "nothing happens to the vehicle")
      .events(fire_events())
      .events(vehicle_events())
      .event("gun_destroyed", "the gun that was fired at is destroyed")
      .event("breakdown", "the gun that fired is jammed")
      .event("out_of_ammunition", "it fired its last round, or the last of this kind")
      .event("canister_gone", "no canister is left")
      .event("rubble", "the building is rubble")
      .event("fire", "and burns")
      .measure("hits", "shots that hit something")
      .measures(fire_measures())
      .measure("others_eliminated", "units eliminated in the other hexes of sprayed fire")
      .measure("others_broken", "units broken there")
      .headline("gun_destroyed", "the gun is destroyed")
      .headline("knocked_out", "the vehicle is destroyed")
      .headlines(infantry_headline())
      .headline("breakdown", "the firer breaks down");
}

}  // namespace combat_odds::squad_leader
