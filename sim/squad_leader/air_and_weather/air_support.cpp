#include "combat_odds/sim/squad_leader/air_and_weather/air_raid.hpp"
#include "combat_odds/sim/squad_leader/air_and_weather/aircraft.hpp"
#include "combat_odds/sim/squad_leader/infantry/ift.hpp"
#include "combat_odds/sim/squad_leader/ordnance/he_columns.hpp"
#include "combat_odds/sim/units.hpp"

namespace combat_odds::squad_leader {
namespace {

std::vector<Parameter> parameters() {
  return {
      choice(
          "aircraft", aircraft_names(),
          "stuka_mg until February 1943, stuka from March 1943, with 37L from 1943; il2 of 1941, "
          "il2m of 1942, il2m3 of August 1942 with rockets or bombs, with 37L from July 1943"),
      integer("year", 1939, 1945, "the year of the scenario")
          .tried_with({"1941", "1942", "1943", "1944"}),
      integer("number", 1, most_aircraft, "how many aircraft attack (101.2)")
          .optional()
          .tried_with({"", "1", "2"}),
      flag("asl_number", "roll for the number as ASL does: half the die, fractions up"),
      integer("turns", 0, 30, "turns in which to roll for air support; 0: it is here")
          .by_default("0")
          .tried_with({"0", "1", "8"}),
      text("target", units_form, "the infantry in the target hex, or none")
          .by_default("none")
          .tried_with({"none", "4-6-7", "2*4-4-7 8-0"}),
      integer("drm", -10, 10, "the modifiers of attacks on it (terrain, movement)").by_default("0"),
      flag("entrenched", "it is in bunkers, trenches or entrenchments (101.9)"),
      flag("vehicle", "an armoured vehicle is in the target hex"),
      flag("second_vehicle", "another one stands where the second 37L shot may go (101.531)"),
      integer("cannon_kill_number", -5, 20,
              "the kill number of the first phase against the vehicle")
          .optional()
          .tried_with({"", "4", "6"}),
      integer("load_kill_number", -5, 20, "the kill number of bomb, rockets or 37L against it")
          .optional()
          .tried_with({"", "7", "10"}),
      integer("bombing_number", 0, 10,
              "the highest die that hits the hex of the first attack on the Bombing Table")
          .optional()
          .tried_with({"", "3", "4"}),
      integer("far_bombing_number", 0, 10,
              "the same after an attack on another hex; left out: it then does not bomb this one")
          .optional()
          .tried_with({"", "2"}),
      integer("nearest_friend", 0, 40,
              "hexes from the target to the nearest own unit; 0: none near")
          .by_default("0"),
      integer("nearest_other_enemy", 0, 40, "hexes to the nearest other enemy; 0: none near")
          .by_default("0"),
      integer("fire_phases", 1, 20, "Fire Phases in which it may try after finding no target")
          .by_default("2"),
      number("aa_firepower", 0, 100, "of each anti-aircraft gun, on the IFT; 0: none fires")
          .by_default("0")
          .tried_with({"0", "4", "8"}),
      integer("aa_shots", 1, 6, "how many guns fire at each aircraft")
          .by_default("1")
          .tried_with({"1", "2"}),
  };
}

}  // namespace

Procedure air_support() {
  return {
      .name = "sl.air-support",
      .rule = "COI 101, Supplement A",
      .summary = "Stukas or Sturmoviks arrive, strafe a hex, are fired at, and bomb it",
      .details =
          "A die of 1 in a turn brings the aircraft (101.1). Each rolls for a mistaken attack "
          "(101.8): with a 6 the nearest unit within the other die's hexes is attacked in the "
          "first phase, friend or foe (of equally near ones the foe); without one it waits for "
          "its next Fire Phase. In the first phase it strafes the infantry on the IFT and rolls "
          "against the vehicle, in the second it drops its bomb, fires its rockets, or shoots "
          "twice with the 37L (101.41-101.53). A 12 jams the weapon (101.6). Between the phases "
          "come the anti-aircraft guns: KIA destroys it, and by what it fails its Morale Check of "
          "8 its bomb die or 37L kill roll is worse (101.85). Stukas before 1942 make the "
          "infantry check morale first (101.9).\n"
          "A bomb that misses by one lands in the hex with half its strength, any other miss "
          "beside it (100, by the bombing die). The rockets of a Sturmovik are a barrage of 82mm "
          "on the column of that calibre, at half strength if they miss, in reach of the hex "
          "either way (Supplement A 5).\n"
          "The table of 101.2, the Bombing Table and the Cross of Iron AFV Kill Table were not "
          "found: their numbers are parameters. asl_number takes the die of ASL E7.21 for the "
          "number of aircraft; Sturmoviks come in pairs (Supplement A 6). All aircraft attack the "
          "same hex; after a mistaken attack the second phase goes on against it with "
          "far_bombing_number.",
      .parameters = parameters(),
      .outcomes =
          {
              {"target_eliminated", "all in the target hex is eliminated"},
              {"target_defeated", "all is eliminated or broken"},
              {"target_hurt", "some is"},
              {"no_effect", "nothing happened to it"},
              {"no_support", "no aircraft came"},
          },
      .events =
          {
              {"own_units_attacked", "an aircraft attacked its own side"},
              {"other_enemy_attacked", "an aircraft attacked another enemy than it was sent to"},
          },
      .measures =
          {
              {"arrival_turn", "the turn in which they came; 0: they were there, or never came"},
              {"eliminated", "infantry units eliminated"},
              {"broken", "infantry units broken"},
              {"vehicles_eliminated", "vehicles eliminated"},
              {"aircraft_shot_down", "aircraft destroyed"},
              {"aircraft_damaged", "aircraft damaged"},
          },
      .charts = {Ift::chart_name, HeColumns::chart_name},
      .rule_for = air_raid,
  };
}

}  // namespace combat_odds::squad_leader
