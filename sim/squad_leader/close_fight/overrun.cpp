#include "sim/squad_leader/close_fight/overrun.hpp"

#include <fmt/format.h>

#include "core/text/number_text.hpp"
#include "core/text/suggest.hpp"
#include "sim/squad_games/terrain.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/counters/he_columns.hpp"

namespace combat_odds::squad_leader {
namespace {

constexpr double most_main_armament = 60;
const char* const main_armament_form = "a number such as 8, or a vehicle such as 'PzKw IV F2'";

}  // namespace

MainArmament read_main_armament(std::string_view text, std::string_view parameter,
                                const Charts& charts) {
  if (const std::optional<double> number = number_in<double>(text)) {
    if (*number >= 0 && *number <= most_main_armament) return {*number, false};
    throw ArgumentError(parameter, fmt::format("{} is {}", parameter, text), "0 to 60");
  }
  const Vehicles::Vehicle* const named = vehicle_named(text, charts);
  if (named == nullptr || named->gun.empty()) {
    std::vector<std::string> armed;
    for (const Vehicles::Vehicle& known : charts.get<Vehicles>().all()) {
      if (!known.gun.empty()) armed.push_back(known.name);
    }
    throw ArgumentError(parameter, fmt::format("{} is '{}'", parameter, text),
                        did_you_mean(text, armed, main_armament_form));
  }
  const int calibre = read_gun(named->gun, parameter).calibre;
  return {static_cast<double>(charts.get<HeColumns>().firepower(calibre)), named->rate_of_fire > 1};
}

Procedure overrun() {
  return procedure<Overrun>("sl.overrun", "35, COI 72.1-72.7", "a vehicle drives over infantry")
      .asks(
          &Overrun::main_armament, "main_armament", main_armament_form,
          "the infantry firepower equivalent of the main armament (75mm: 8), or the vehicle, which "
          "brings its rate of fire",
          read_main_armament)
      .or_named(vehicles_with_guns())
      .by_default("0")
      .adjust("main_armament", [](Parameter& parameter) { parameter.most = most_main_armament; })
      .tried_with({"0", "8", "12"})
      .asks(&Overrun::multi_shot, "multi_shot", "the main armament has a multi-shot rate of fire")
      .only_when([](const Overrun& asked) { return asked.main_armament.firepower > 0; }, "",
                 "--main-armament")
      .only_when([](const Overrun& asked) { return !asked.main_armament.multi_shot; },
                 "the vehicle named in --main-armament has it anyway", "")
      .asks(&Overrun::mg, "mg", 0, 60, "the MG factors used")
      .needed_when(&Overrun::nothing_but_mgs,
                   "an Overrun needs some firepower beside the base of 4 (72.1)",
                   "the MG factors used, or --main-armament or --passengers")
      .or_named(vehicle_machine_guns(), vehicle_form)
      .asks(&Overrun::passengers, "passengers", 0, 60,
            "the firepower of the passengers of a halftrack")
      .or_of_unit(UnitFact::firepower)
      .asks(&Overrun::close_terrain, "close_terrain",
            "in woods, smoke or wheatfield: half firepower (72.4)")
      .asks(&Overrun::open_topped, "open_topped", "the vehicle is open-topped")
      .asks(&Overrun::leadership, "leadership", -3, 2,
            "the modifier of an armor leader or of a passenger")
      .or_of_unit(UnitFact::leadership)
      .asks(&Overrun::drm, "drm", -5, 10, "terrain and all other modifiers; entrenchments +4")
      .or_named(terrain_names("squad-leader/terrain-effects.csv", AttackKind::inside),
                "a terrain such as woods")
      .asks(&Overrun::target, "target", groups_form,
            "the units in the hex, all by one DR (16.5, 54.4, 92.7)",
            groups_up_to<TargetStack::most_units, TargetStack::most_units>)
      .or_named(infantry_names())
      .tried_with({"4-6-7", "2*4-4-7", "2*4-6-7 8-1", "4-6-7@4; 4-6-7 8-1"})
      .asks(
          &Overrun::immobilization_number, "immobilization_number", 2, 6,
          "the DR with which survivors who pass a Morale Check stop the vehicle (36.11, 36.12); left "
          "out: they don't try")
      .asks(
          &Overrun::exposed_passengers, "exposed_passengers", units_form,
          "the exposed passengers of a halftrack, or none: survivors fire at them, adjacent, at +2 "
          "(72.3, 72.31)",
          none_or_units_up_to<4>)
      .or_named(infantry_names())
      .by_default("none")
      .tried_with({"4-6-7", "4-6-7 8-1"})
      .asks(&Overrun::fire_group, "fire_group",
            "the survivors fire at them as one group, with one try to stop the vehicle (72.3)")
      .only_when(&Overrun::somebody_exposed, "", "--exposed-passengers")
      .outcomes(fire_outcomes())
      .events(fire_events())
      .event("vehicle_immobilized", "the overrunning vehicle is immobilized")
      .event("vehicle_destroyed", "the open-topped vehicle is destroyed with its crew")
      .event("target_all_out", "every target unit is broken or eliminated")
      .measures(fire_measures())
      .measure("passengers_eliminated", "exposed passengers eliminated")
      .measure("passengers_broken", "exposed passengers broken")
      .headlines(infantry_headline())
      .headline("vehicle_immobilized", "the vehicle is immobilized")
      .headline("vehicle_destroyed", "it is destroyed");
}

}  // namespace combat_odds::squad_leader
