#include "sim/squad_leader/air_and_weather/air_support.hpp"
#include "core/dice/small.hpp"
#include "sim/squad_games/infantry_fate.hpp"

#include <fmt/format.h>

#include "sim/declare/declaration.hpp"
#include "sim/squad_leader/counters/he_columns.hpp"

namespace combat_odds::squad_leader {
namespace {

constexpr int rocket_calibre = 82;  // Supplement A 2
constexpr int most_aircraft = 3;    // attacking together

void need(const std::optional<int>& number, const char* parameter, const char* what) {
  if (!number) throw ArgumentError(parameter, std::string(parameter) + " is needed", what);
}

/// The number of attacking aircraft, if it is known.
int number_of(const AirSupport& asked) {
  const bool stuka = asked.is_stuka();
  if (stuka && !asked.number && !asked.asl_number) {
    throw ArgumentError("number", "the table of 101.2 was not found",
                        "the number of aircraft on your table, or asl_number for that of ASL");
  }
  const int pair = asked.asl_number ? 0 : 2;  // Supplement A 6
  const int number = asked.number.value_or(pair);
  if (stuka && !asked.bombs() && number != 1) {
    throw ArgumentError("number", "only one Stuka may carry the 37L (101.5)",
                        "1, or --aircraft stuka --with-37l");
  }
  if (asked.with_37l && number == 1) {
    throw ArgumentError("with_37l", "the only Stuka has the 37L then (101.5)",
                        "--aircraft stuka_37l");
  }
  return number;
}

}  // namespace

bool AirSupport::may_have_37l() const {
  return with_37l || !bombs() || (is_by_version() && latest == Latest::cannon_37l);
}

AirSupport::Armament AirSupport::armament(const Aircraft& type, std::optional<int> cannon,
                                          std::optional<int> load, const Charts& charts) const {
  const double firepower =
      (type.load == Aircraft::Load::rockets ? charts.get<HeColumns>().firepower(rocket_calibre)
                                            : type.bomb_firepower) *
      marsh.of_high_explosive();
  return {&type,
          ift->column(type.strafing_firepower),
          ift->column(firepower),
          ift->column(firepower / 2),
          cannon,
          load};
}

void AirSupport::need_kill_numbers(const Armament& of, const char* cannon, const char* load) const {
  if (!vehicle) return;
  need(
      of.cannon_kill_number, cannon,
      "the kill number of its cannon or machine guns against the rear on your AFV Kill Table, with "
      "armor and height modifiers");
  need(
      of.load_kill_number, load,
      "the kill number of its bomb (150+ HE), rockets (80+ HE) or 37L against the rear on your AFV "
      "Kill Table, with its modifiers");
}

void AirSupport::arm(const Charts& charts) {
  if (!is_by_version()) {
    const Aircraft& type = aircraft_named(aircraft);
    if (year < type.from_year || year > type.to_year) {
      throw ArgumentError(
          "year", fmt::format("a {} flies from {} to {}", type.name, type.from_year, type.to_year),
          "one of these years, or another aircraft");
    }
    armaments = {armament(type, cannon_kill_number, load_kill_number, charts)};
    need_kill_numbers(armaments.front(), "cannon_kill_number", "load_kill_number");
    if (!with_37l) return;
    armament_37l =
        armament(aircraft_named("stuka_37l"), cannon_kill_number, kill_number_37l, charts);
    need_kill_numbers(armament_37l, "cannon_kill_number", "kill_number_37l");
    return;
  }
  constexpr int first_37l_month = 12 * 1943 + 7;
  if (year < 1941 || (year == 1941 && *month < 3)) {
    throw ArgumentError("year", "no Sturmovik flies before the spring of 1941", "a later one");
  }
  if (latest == Latest::cannon_37l && 12 * year + *month < first_37l_month) {
    throw ArgumentError("latest", "the 37L comes in July 1943 (Supplement A 4)",
                        "rockets or bombs, or a later month");
  }
  static constexpr const char* latest_names[] = {"il2m3", "il2m3_bombs", "il2m3_37l"};
  const std::vector<std::string> names =
      sturmoviks_of(year, *month, latest_names[static_cast<std::size_t>(latest)]);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool last = i + 1 == names.size();
    const bool mid = i == 1 && !last;
    armaments.push_back(armament(aircraft_named(names[i]),
                                 last  ? cannon_kill_number
                                 : mid ? mid_cannon_kill_number
                                       : early_cannon_kill_number,
                                 last  ? load_kill_number
                                 : mid ? mid_load_kill_number
                                       : early_load_kill_number,
                                 charts));
    need_kill_numbers(armaments.back(),
                      last  ? "cannon_kill_number"
                      : mid ? "mid_cannon_kill_number"
                            : "early_cannon_kill_number",
                      last  ? "load_kill_number"
                      : mid ? "mid_load_kill_number"
                            : "early_load_kill_number");
  }
  // Supplement A 7: 1 and 2 bring the latest version, 6 the earliest.
  const std::size_t newest = names.size() - 1;
  const std::size_t mid = names.size() == 3 ? 1 : mid_of_two == MidOfTwo::newer ? newest : 0;
  for (std::size_t die = 1; die <= 6; ++die) {
    version_of_die[die - 1] = small(die <= 2 ? newest : die <= 5 ? mid : 0);
  }
}

void AirSupport::prepare(const Charts& charts) {
  ift = &charts.get<Ift>();
  arm(charts);
  flying = number_of(*this);
  if (target.empty() && !vehicle) {
    throw ArgumentError("target", "nobody is attacked", "the infantry in the hex, or vehicle");
  }
  if (second_vehicle && !(may_have_37l() && vehicle)) {
    throw ArgumentError("second_vehicle", "only a 37L may go on to a second vehicle (101.531)",
                        "an aircraft with the 37L and a vehicle");
  }
  if (bombs()) {
    need(bombing_number, "bombing_number",
         "the highest die that hits the hex of the first attack on your Bombing Table (101.421)");
  }
  stack = target_stack(target, TargetUnit::Status::good);
  marsh.lower_morale(stack);
  adjacent_stack = target_stack(adjacent, TargetUnit::Status::good);
  aa_column = ift->column(aa_firepower);
}

Procedure air_support() {
  using Asked = AirSupport;
  std::vector<std::string> all_names = aircraft_names();
  all_names.emplace_back(Asked::by_version);
  return procedure<Asked>("sl.air-support", "COI 101, Supplement A",
                          "Stukas or Sturmoviks arrive, strafe a hex, are fired at, and bomb it")
      .asks(&Asked::aircraft, "aircraft", one_of(all_names),
            "stuka_mg until February 1943, stuka from March 1943, with 37L from 1943; il2 of 1941, "
            "il2m of 1942, il2m3 of August 1942 with rockets or bombs, with 37L from July 1943; "
            "sturmovik: the version by the die")
      .asks(&Asked::year, "year", 1939, 1945, "the year of the scenario")
      .required()
      .asks(&Asked::number, "number", 1, most_aircraft, "how many aircraft attack (101.2)")
      .asks(&Asked::asl_number, "asl_number",
            "roll for the number as ASL does: half the die, fractions up")
      .only_when([](const Asked& asked) { return !asked.number; },
                 "--number gives the number of aircraft already", "")
      .asks(&Asked::turns, "turns", 0, 30, "turns in which to roll for air support; 0: it is here")
      .tried_with({"0", "1", "8"})
      .asks(&Asked::target, "target", units_form, "the infantry in the target hex, or none",
            none_or_units_up_to<TargetStack::most_units>)
      .by_default("none")
      .tried_with({"4-6-7", "2*4-4-7 8-0"})
      .asks(&Asked::drm, "drm", -10, 10, "the modifiers of attacks on it (terrain, movement)")
      .only_when(&Asked::at_infantry, "", "infantry as --target")
      .asks(&Asked::entrenched, "entrenched", "it is in bunkers, trenches or entrenchments (101.9)")
      .only_when([](const Asked& asked) { return asked.at_infantry() && asked.screams(); },
                 "it helps against their screaming only (101.9); cover from fire is part of --drm",
                 "infantry as --target under Stukas of 1939 to 1941")
      .asks(&Asked::vehicle, "vehicle", "an armoured vehicle is in the target hex")
      .asks(&Asked::second_vehicle, "second_vehicle",
            "another one stands where the second 37L shot may go (101.531)")
      .asks(&Asked::cannon_kill_number, "cannon_kill_number", -5, 20,
            "the kill number of the first phase against the vehicle")
      .only_when(&Asked::vehicle, "", "--vehicle")
      .asks(&Asked::load_kill_number, "load_kill_number", -5, 20,
            "the kill number of bomb, rockets or 37L against it")
      .only_when(&Asked::vehicle, "", "--vehicle")
      .tried_with({"7", "10"})
      .asks(&Asked::bombing_number, "bombing_number", 0, 10,
            "the highest die that hits the hex of the first attack on the Bombing Table")
      .only_when(&Asked::bombs, "a 37L drops nothing", "")
      .asks(
          &Asked::far_bombing_number, "far_bombing_number", 0, 10,
          "the same after a mistaken attack on another hex, up to four hexes away (101.42); default: it "
          "then does not bomb this one")
      .only_when(&Asked::bombs, "a 37L drops nothing", "")
      .only_when(
          [](const Asked& asked) {
            const auto near = [](int hexes) { return hexes > 0 && hexes <= 4; };
            return near(asked.nearest_friend) || near(asked.nearest_other_enemy);
          },
          "no other unit is within four hexes that it could attack first (101.42, 101.82)",
          "--nearest-friend or --nearest-other-enemy of 1 to 4")
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
      .only_when([](const Asked& asked) { return asked.aa_firepower >= 1; }, "",
                 "--aa-firepower 1 or more")
      .asks(&Asked::month, "month", 1, 12, "the month of the scenario, for the versions to be had")
      .tried_with({"2", "5", "10"})
      .needed_when(&Asked::is_by_version, "the versions go by the date (Supplement A 7)", "1 to 12")
      .asks(&Asked::latest, "latest", one_of({"rockets", "bombs", "37l"}),
            "with what the IL-2M3 comes: chosen before play, 37L from July 1943 (Supplement A 8, "
            "9)")
      .asks(&Asked::mid_of_two, "mid_of_two", one_of({"older", "newer"}),
            "what the mid-version is while there are only two, March to July 1942")
      .only_when(AllFrom{"month"}, &Asked::is_by_version, "a named version needs no date",
                 "--aircraft sturmovik")
      .asks(&Asked::mid_cannon_kill_number, "mid_cannon_kill_number", -5, 20,
            "cannon_kill_number of the IL-2M, where there is a later one")
      .asks(&Asked::mid_load_kill_number, "mid_load_kill_number", -5, 20,
            "load_kill_number of that")
      .tried_with({"7"})
      .asks(&Asked::early_cannon_kill_number, "early_cannon_kill_number", -5, 20,
            "cannon_kill_number of the IL-2, where there is a later one")
      .asks(&Asked::early_load_kill_number, "early_load_kill_number", -5, 20,
            "load_kill_number of that")
      .tried_with({"9"})
      .only_when(
          AllFrom{"mid_cannon_kill_number"},
          [](const Asked& asked) { return asked.is_by_version() && asked.vehicle; }, "",
          "--aircraft sturmovik and --vehicle")
      .asks(&Asked::with_37l, "with_37l",
            "one of the Stukas carries the 37L in place of a bomb (101.5)")
      .only_when([](const Asked& asked) { return asked.aircraft == "stuka"; },
                 "only one of several Stukas, from March 1943 on, may have the 37L",
                 "--aircraft stuka")
      .asks(&Asked::first_37l, "first_37l", "it attacks first; otherwise last")
      .only_when(&Asked::with_37l, "", "--with-37l")
      .asks(&Asked::kill_number_37l, "kill_number_37l", -5, 20,
            "the kill number of its 37L against the rear of the vehicle")
      .tried_with({"7"})
      .only_when([](const Asked& asked) { return asked.with_37l && asked.vehicle; }, "",
                 "--with-37l and --vehicle")
      .asks(&Asked::adjacent, "adjacent", units_form,
            "infantry in an adjacent hex, which the screams of Stukas before 1942 reach, too "
            "(101.9), or none",
            none_or_units_up_to<TargetStack::most_units>)
      .by_default("none")
      .tried_with({"4-4-7", "4-4-7 8-0"})
      .only_when(&Asked::screams, "only those Stukas scream (101.9)",
                 "--aircraft stuka and --year 1939 to 1941")
      .asks(&Asked::adjacent_entrenched, "adjacent_entrenched",
            "it is in bunkers, trenches or entrenchments")
      .only_when([](const Asked& asked) { return !asked.adjacent.empty(); }, "", "--adjacent")
      .asks(&Asked::building, "building",
            "the infantry is in a building: a KIA of bomb or rockets makes rubble of it, and "
            "another one sets that on fire (58.1, 59.3, 101.7)")
      .only_when(&Asked::at_infantry, "", "infantry as --target")
      .includes(&Asked::marsh)
      .only_when(
          {"marsh"},
          [](const Asked& asked) {
            return asked.at_infantry() && !asked.vehicle && !asked.building;
          },
          "no vehicle enters a marsh (75.1)", "infantry as --target, alone and in no building")
      .outcome("target_eliminated", "all in the target hex is eliminated")
      .outcome("target_defeated", "all is eliminated or broken")
      .outcome("target_hurt", "some is")
      .outcome("no_effect", "nothing happened to it")
      .outcome("no_support", "no aircraft came")
      .events(infantry_events(Pins::no))
      .events(vehicle_events())
      .event("own_units_attacked", "an aircraft attacked its own side")
      .event("other_enemy_attacked", "an aircraft attacked another enemy than it was sent to")
      .event("rubble", "the building is rubble")
      .event("fire", "and burns")
      .event("arrived", "with turns: they arrive in one of them")
      .measure("arrival_turn", "the turn in which they arrive")
      .only_where({"arrived"})
      .less_is_better()
      .measure("eliminated", "infantry units eliminated")
      .measure("broken", "infantry units broken")
      .measure("adjacent_broken", "units in the adjacent hex broken by the screams")
      .measure("adjacent_eliminated", "those of them eliminated")
      .measure("vehicles_eliminated", "vehicles eliminated")
      .measure("aircraft_shot_down", "aircraft destroyed")
      .measure("aircraft_damaged", "aircraft damaged")
      .measures(infantry_measures())
      .headline("broken_or_worse", "at least one breaks or worse", "it breaks or worse")
      .headline("knocked_out", "the vehicle is knocked out")
      .headline("no_effect", "nothing happens")
      .headline("no_support", "no aircraft comes");
}

}  // namespace combat_odds::squad_leader
