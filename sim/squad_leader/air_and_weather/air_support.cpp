#include "combat_odds/sim/squad_leader/air_and_weather/air_support.hpp"
#include "combat_odds/sim/common_words.hpp"

#include <fmt/format.h>

#include "combat_odds/sim/declaration.hpp"
#include "combat_odds/sim/squad_leader/ordnance/he_columns.hpp"

namespace combat_odds::squad_leader {
namespace {

constexpr int rocket_calibre = 82;  // Supplement A 2
constexpr int most_aircraft = 3;    // that attack together

void need(const std::optional<int>& number, const char* parameter, const char* what) {
  if (!number) throw ArgumentError(parameter, std::string(parameter) + " is needed", what);
}

/// How many attack, where that is known.
int number_of(const AirSupport& asked) {
  const bool stuka = asked.type->stuka;
  if (stuka && !asked.number && !asked.asl_number) {
    throw ArgumentError("number", "the table of 101.2 was not found",
                        "the number of aircraft on your table, or asl_number for that of ASL");
  }
  const int pair = asked.asl_number ? 0 : 2;  // Supplement A 6
  const int number = asked.number.value_or(pair);
  if (stuka && asked.type->load == Aircraft::Load::antitank_gun && number != 1) {
    throw ArgumentError("number", "only one Stuka may carry the 37L (101.5)", "1");
  }
  return number;
}

}  // namespace

void AirSupport::prepare(const Charts& charts) {
  type = &aircraft_named(aircraft);
  if (year < type->from_year || year > type->to_year) {
    throw ArgumentError(
        "year", fmt::format("a {} flies from {} to {}", type->name, type->from_year, type->to_year),
        "a year out of those, or another aircraft");
  }
  flying = number_of(*this);
  if (target.empty() && !vehicle) {
    throw ArgumentError("target", "nobody is attacked", "the infantry in the hex, or vehicle");
  }
  const bool gun = type->load == Aircraft::Load::antitank_gun;
  if (second_vehicle && !(gun && vehicle)) {
    throw ArgumentError("second_vehicle", "only a 37L may go on to a second vehicle (101.531)",
                        "an aircraft with the 37L and a vehicle");
  }
  if (vehicle) {
    need(cannon_kill_number, "cannon_kill_number",
         "the kill number of its cannon or machine guns against the rear on your AFV Kill Table, "
         "with armor and height modifiers");
    need(load_kill_number, "load_kill_number",
         "the kill number of its bomb (150+ HE), rockets (80+ HE) or 37L against the rear on your "
         "AFV Kill Table, with its modifiers");
  }
  if (!gun) {
    need(bombing_number, "bombing_number",
         "the highest die that hits the hex of the first attack on your Bombing Table (101.421)");
  }
  hex = target_hex(target, HexUnit::Status::good);
  ift = &charts.get<Ift>();
  const int load = type->load == Aircraft::Load::rockets
                       ? charts.get<HeColumns>().firepower(rocket_calibre)
                       : type->bomb_firepower;
  strafing_column = ift->column(type->strafing_firepower);
  load_column = ift->column(load);
  half_load_column = ift->column(load / 2.0);
  aa_column = ift->column(aa_firepower);
}

Procedure air_support() {
  using Asked = AirSupport;
  return procedure<Asked>("sl.air-support", "COI 101, Supplement A",
                          "Stukas or Sturmoviks arrive, strafe a hex, are fired at, and bomb it")
      .asks(&Asked::aircraft, "aircraft", one_of(aircraft_names()),
            "stuka_mg until February 1943, stuka from March 1943, with 37L from 1943; il2 of 1941, "
            "il2m of 1942, il2m3 of August 1942 with rockets or bombs, with 37L from July 1943")
      .asks(&Asked::year, "year", 1939, 1945, "the year of the scenario")
      .required()
      .tried_with({"1941", "1942", "1943", "1944"})
      .asks(&Asked::number, "number", 1, most_aircraft, "how many aircraft attack (101.2)")
      .tried_with({"", "1", "2"})
      .asks(&Asked::asl_number, "asl_number",
            "roll for the number as ASL does: half the die, fractions up")
      .only_when([](const Asked& asked) { return !asked.number; },
                 "the number of aircraft is given already", "either number or asl_number")
      .asks(&Asked::turns, "turns", 0, 30, "turns in which to roll for air support; 0: it is here")
      .tried_with({"0", "1", "8"})
      .asks(&Asked::target, "target", units_form, "the infantry in the target hex, or none",
            none_or_units_up_to<TargetHex::most_units>)
      .by_default("none")
      .tried_with({"none", "4-6-7", "2*4-4-7 8-0"})
      .asks(&Asked::drm, "drm", -10, 10, "the modifiers of attacks on it (terrain, movement)")
      .only_when(&Asked::at_infantry, "no infantry is attacked", "0, or infantry in the target hex")
      .asks(&Asked::entrenched, "entrenched", "it is in bunkers, trenches or entrenchments (101.9)")
      .only_when(
          [](const Asked& asked) {
            return asked.at_infantry() && asked.year < 1942 && aircraft_named(asked.aircraft).stuka;
          },
          "it helps infantry against the screaming of Stukas before 1942 only (101.9); cover from "
          "fire is in drm",
          "false, or infantry under Stukas of 1939 to 1941")
      .asks(&Asked::vehicle, "vehicle", "an armoured vehicle is in the target hex")
      .asks(&Asked::second_vehicle, "second_vehicle",
            "another one stands where the second 37L shot may go (101.531)")
      .asks(&Asked::cannon_kill_number, "cannon_kill_number", -5, 20,
            "the kill number of the first phase against the vehicle")
      .only_when(&Asked::vehicle, "no vehicle is attacked", "a number with vehicle only")
      .tried_with({"", "4", "6"})
      .asks(&Asked::load_kill_number, "load_kill_number", -5, 20,
            "the kill number of bomb, rockets or 37L against it")
      .only_when(&Asked::vehicle, "no vehicle is attacked", "a number with vehicle only")
      .tried_with({"", "7", "10"})
      .asks(&Asked::bombing_number, "bombing_number", 0, 10,
            "the highest die that hits the hex of the first attack on the Bombing Table")
      .only_when(&Asked::bombs, "a 37L drops nothing", "left out")
      .tried_with({"", "3", "4"})
      .asks(&Asked::far_bombing_number, "far_bombing_number", 0, 10,
            "the same after an attack on another hex; left out: it then does not bomb this one")
      .tried_with({"", "2"})
      .only_when(&Asked::bombs, "a 37L drops nothing", "left out")
      .only_when(
          [](const Asked& asked) {
            return asked.nearest_friend > 0 || asked.nearest_other_enemy > 0;
          },
          "no other unit is near that it could attack first (101.82)",
          "nearest_friend or nearest_other_enemy")
      .asks(&Asked::nearest_friend, "nearest_friend", 0, 40,
            "hexes from the target to the nearest own unit, which counts up to 6; 0: none near")
      .asks(&Asked::nearest_other_enemy, "nearest_other_enemy", 0, 40,
            "hexes to the nearest other enemy, which counts up to 6; 0: none near")
      .asks(&Asked::fire_phases, "fire_phases", 1, 20,
            "Fire Phases in which it may try after finding no target")
      .asks(&Asked::aa_firepower, "aa_firepower", 0, 100,
            "of each anti-aircraft gun, on the IFT; 0: none fires")
      .tried_with({"0", "4", "8"})
      .asks(&Asked::aa_shots, "aa_shots", 1, 6,
            "how many guns there are; each fires once in the player turn (101.852)")
      .tried_with({"1", "2"})
      .only_when([](const Asked& asked) { return asked.aa_firepower >= 1; },
                 "no anti-aircraft gun fires", "an aa_firepower of 1 or more")
      .outcome("target_eliminated", "all in the target hex is eliminated")
      .outcome("target_defeated", "all is eliminated or broken")
      .outcome("target_hurt", "some is")
      .outcome("no_effect", "nothing happened to it")
      .outcome("no_support", "no aircraft came")
      .events(infantry_events(Pins::no))
      .events(vehicle_events())
      .event("own_units_attacked", "an aircraft attacked its own side")
      .event("other_enemy_attacked", "an aircraft attacked another enemy than it was sent to")
      .measure("arrival_turn", "the turn in which they came; 0: they were there, or never came")
      .measure("eliminated", "infantry units eliminated")
      .measure("broken", "infantry units broken")
      .measure("vehicles_eliminated", "vehicles eliminated")
      .measure("aircraft_shot_down", "aircraft destroyed")
      .measure("aircraft_damaged", "aircraft damaged")
      .measures(infantry_measures())
      .headline("broken_or_worse", "at least one breaks or worse", "the unit breaks or worse")
      .headline("knocked_out", "the vehicle is knocked out")
      .headline("no_effect", "nothing happens")
      .headline("no_support", "no aircraft comes");
}

}  // namespace combat_odds::squad_leader
