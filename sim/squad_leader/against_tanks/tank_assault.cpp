#include "sim/squad_leader/against_tanks/tank_assault.hpp"

#include "core/text/parts.hpp"
#include "core/text/suggest.hpp"
#include "sim/squad_games/terrain.hpp"

namespace combat_odds::squad_leader {
namespace {

const char* const tank_steps_form =
    "steps such as 'panzerfaust; immobilize; overrun; close-combat', one after the other";
const char* const tank_form = "a vehicle such as 'PzKw IV F2'";

/// Throws ArgumentError for an unknown step and for an order that the rules do not allow.
std::vector<TankStep> read_tank_steps(std::string_view text, std::string_view parameter) {
  constexpr std::size_t most = 8;
  std::vector<TankStep> steps;
  const auto refuse = [&](const std::string& wrong, const std::string& right) {
    throw ArgumentError(std::string(parameter), wrong, right);
  };
  const auto has = [&](TankStep step) {
    return std::find(steps.begin(), steps.end(), step) != steps.end();
  };
  for (const std::string_view written : parts_of(text, ';')) {
    const std::optional<std::size_t> found = find_name(written, tank_step_names());
    if (!found) {
      refuse(fmt::format("'{}' is no step", written),
             did_you_mean(written, tank_step_names(), tank_steps_form));
    }
    const auto step = static_cast<TankStep>(*found);
    if (has(TankStep::close_combat) && step != TankStep::close_combat) {
      refuse(fmt::format("'{}': the Close Combat Phase ends the Player Turn, 4.8", written),
             fmt::format("'{}' in front of close-combat", written));
    }
    if (step == TankStep::overrun && has(step)) {
      refuse("'overrun': the tank is in their hex already", "one overrun");
    }
    if (step == TankStep::immobilize && has(step)) {
      refuse("'immobilize': each squad tries once, 36.3", "one immobilize");
    }
    if (step == TankStep::panzerfaust && has(TankStep::overrun)) {
      refuse("'panzerfaust': there is no To Hit number for the own hex, 37.31",
             "panzerfaust in front of overrun");
    }
    steps.push_back(step);
  }
  if (steps.empty() || steps.size() > most) {
    refuse(fmt::format("{} steps", steps.size()), fmt::format("1 to {}", most));
  }
  return steps;
}

}  // namespace

std::optional<Vehicles::Vehicle> read_tank(std::string_view text, std::string_view parameter,
                                           const Charts& charts) {
  if (text.empty()) return std::nullopt;
  const Vehicles::Vehicle* const named = vehicle_named(text, charts);
  if (named == nullptr || named->kind == "unarmored") {
    std::vector<std::string> known;
    for (const Vehicles::Vehicle& one : charts.get<Vehicles>().all()) {
      if (one.kind != "unarmored") known.push_back(one.name);
    }
    throw ArgumentError(std::string(parameter), fmt::format("{} is '{}'", parameter, text),
                        did_you_mean(text, known, tank_form));
  }
  return *named;
}

const std::vector<std::string>& tank_step_names() {
  static const std::vector<std::string> names = {"panzerfaust", "molotov", "immobilize", "overrun",
                                                 "close-combat"};
  return names;
}

void TankAssault::describe(Declaration<TankAssault>& tank) {
  using Asked = TankAssault;
  tank.asks(
          &Asked::steps, "steps", tank_steps_form,
          "what happens, one step after the other: 'panzerfaust' and 'molotov' at the tank, "
          "'immobilize' (36.12), 'overrun', 'close-combat', several times in further Player Turns",
          read_tank_steps)
      .required()
      .tried_with({"panzerfaust; overrun; close-combat", "immobilize; overrun; close-combat",
                   "overrun; immobilize; close-combat; close-combat", "close-combat",
                   "panzerfaust; close-combat"})
      .asks(&Asked::defender, "defender", units_form, "the infantry that it goes for",
            units_up_to<Asked::most_units>)
      .or_named(infantry_names())
      .required()
      .tried_with({"4-4-7", "4-6-7 8-1", "2*4-6-7", "2*4-6-7 9-1 8-0"})
      .asks(&Asked::tank, "tank", tank_form,
            "the tank: its gun and rate of fire, MG factors, top and armor. Left out: those below",
            read_tank)
      .by_default("")
      .or_named(vehicles_with_guns())
      .tried_with({"PzKw IV F2", "T-34", "M10"})
      .asks(&Asked::main_armament, "main_armament", "a number such as 8",
            "the infantry firepower equivalent of the main armament (75mm: 8)", read_main_armament)
      .by_default("0")
      .tried_with({"0", "8"})
      .asks(&Asked::mg, "mg", 0, 60, "its MG factors")
      .needed_when(&Asked::needs_armament, "with what does it overrun them?",
                   "--tank, or its MG factors or --main-armament")
      .tried_with({"4", "6"})
      .asks(&Asked::open_topped, "open_topped", "it is open-topped")
      .only_when({"main_armament", "mg", "open_topped"}, &Asked::has_no_tank,
                 "the tank that is named has its own", "no --tank")
      .asks(&Asked::armor, "armor", -9, 9,
            "its armor modifier, for all facings (64.31); default: that of the tank that is named")
      .only_when(&Asked::fires_panzerfausts, "", "panzerfaust as one of the --steps")
      .tried_with({"0", "1"})
      .asks(&Asked::buttoned_up, "buttoned_up", "it is buttoned up: no -1 in Close Combat (72.81)")
      .only_when(&Asked::in_close_combat, "", "close-combat as one of the --steps")
      .asks(&Asked::panzerfausts, "panzerfausts", 1, 6,
            "how many the squads have for a step: each unbroken squad or crew fires one")
      .asks(&Asked::range, "range", 1, 3, "from which they are fired, in hexes")
      .asks(&Asked::to_hit_number, "to_hit_number", -5, 12,
            "the number on the back of the counter; default: the base-game chart's")
      .asks(&Asked::moving, "moving", "the tank is moving: +2")
      .asks(&Asked::to_hit_drm, "to_hit_drm", -5, 10,
            "all other To Hit modifiers of the panzerfaust")
      .asks(&Asked::facing, "facing", facing_words(), "the facing that is hit")
      .asks(&Asked::kill_number, "kill_number", -5, 25,
            "the AFV KILL number of your panzerfaust for that facing; default: the base-game "
            "chart's")
      .tried_with({"8", "6"})
      .asks(&Asked::rear_kill_number, "rear_kill_number", -5, 25,
            "the same for the rear, for critical hits (68.2); needed with a kill number")
      .only_when([](const Asked& asked) { return asked.facing != KillTarget::Facing::rear; },
                 "the kill number is that of the rear already", "")
      .tried_with({"10", "12"})
      .asks(&Asked::kill_drm, "kill_drm", -10, 10,
            "all modifiers of the panzerfaust's kill roll but armor")
      .only_when({"panzerfausts", "range", "to_hit_number", "moving", "to_hit_drm", "kill_number",
                  "rear_kill_number", "kill_drm"},
                 &Asked::fires_panzerfausts, "", "panzerfaust as one of the --steps")
      .only_when(
          {"facing"},
          [](const Asked& asked) { return asked.fires_panzerfausts() || asked.throws_molotovs(); },
          "", "panzerfaust or molotov as one of the --steps")
      .asks(&Asked::crew_morale, "crew_morale", 2, 12,
            "the morale of its crew, when an immobilized tank is hit and not killed (39.3, 66.4)")
      .only_when(
          [](const Asked& asked) { return asked.fires_panzerfausts() || asked.throws_molotovs(); },
          "", "panzerfaust or molotov as one of the --steps")
      .tried_with({"7", "6", "9"})
      .asks(&Asked::molotovs, "molotovs", 1, 6,
            "how many the squads have for a step: each unbroken squad or crew throws one")
      .asks(&Asked::molotov_to_hit, "molotov_to_hit", 2, 12,
            "the number on your Molotov Cocktail To Hit chart (97.4)")
      .needed_when(&Asked::throws_molotovs, "it was not recovered",
                   "the number printed on your Molotov Cocktail To Hit chart (97.4)")
      .asks(&Asked::molotov_kill, "molotov_kill", -5, 25,
            "the Molotov Cocktail number on your AFV KILL chart for that facing")
      .needed_when(&Asked::throws_molotovs, "it was not recovered",
                   "the Molotov Cocktail number printed on your AFV KILL chart for that facing")
      .asks(&Asked::molotov_rear_kill, "molotov_rear_kill", -5, 25,
            "the same for the rear facing: a critical hit (68.2), or a tank in their hex (97.51)")
      .needed_when(&Asked::throws_molotovs, "it was not recovered",
                   "the Molotov Cocktail number printed on your AFV KILL chart for the rear")
      .only_when({"molotovs", "molotov_to_hit", "molotov_kill", "molotov_rear_kill"},
                 &Asked::throws_molotovs, "", "molotov as one of the --steps")
      .asks(&Asked::immobilization_number, "immobilization_number", 2, 6,
            "the DR with which a squad stops it (36.12): 2 in a wheatfield, 3 in a small building, "
            "shellhole or entrenchment, 4 in woods or a large building")
      .needed_when(&Asked::tries_to_stop, "it depends on the terrain",
                   "3 in a small building, 4 in woods or a large building (36.12)")
      .only_when(&Asked::tries_to_stop, "", "immobilize as one of the --steps")
      .tried_with({"3", "4"})
      .asks(&Asked::drm, "drm", -5, 10,
            "terrain and all other modifiers of the Overrun; entrenchments +4")
      .or_named(terrain_names("squad-leader/terrain-effects.csv", AttackKind::inside),
                "a terrain such as woods")
      .asks(&Asked::close_terrain, "close_terrain",
            "in woods, smoke or wheatfield: half firepower (72.4)")
      .asks(&Asked::armor_leader, "armor_leader", -3, 2, "the modifier of an armor leader")
      .or_of_unit(UnitFact::leadership)
      .only_when({"drm", "close_terrain", "armor_leader"}, &Asked::overruns, "",
                 "overrun as one of the --steps");
}

Procedure tank_assault() {
  Declaration<TankAssault> declared = procedure<TankAssault>(
      "sl.tank-assault", "35, 36, 37.3, COI 66, 72, 85, 97",
      "a tank goes for infantry: Panzerfausts, tries to stop it, an Overrun and "
      "Close Combat, each with what the last one left");
  TankAssault::describe(declared);
  return declared.outcomes(damage_outcomes())
      .outcome("abandoned", "it is hit while immobilized, and its crew leaves it (66.4)")
      .events(vehicle_events())
      .event("tank_in_hex", "it overruns them, and is in their hex")
      .event("close_combat", "somebody attacks it in Close Combat")
      .events(infantry_events(Pins::no))
      .measure("defenders_eliminated", "defenders eliminated")
      .measure("defenders_broken", "defenders broken")
      .measure("defenders_unharmed", "defenders in good order")
      .measures(infantry_measures())
      .headlines(vehicle_headline())
      .headline("broken_or_worse", "a defender breaks or worse", "the defender breaks or worse");
}

}  // namespace combat_odds::squad_leader
