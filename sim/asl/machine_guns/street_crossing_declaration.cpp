#include <fmt/format.h>

#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/asl/machine_guns/smoke_grenades.hpp"
#include "sim/asl/machine_guns/street_crossing.hpp"
#include "sim/asl/units/named_numbers.hpp"
#include "sim/declare/names.hpp"
#include "sim/declare/summary.hpp"
#include "sim/squad_games/fire_group.hpp"

// The parameters of a street crossing, and its report.

namespace combat_odds::asl {
namespace {

constexpr const char* terrain_chart = "asl/terrain.csv";
constexpr const char* residual_chart = "asl/residual-firepower.csv";

}  // namespace

void StreetCrossing::prepare_ground(const Charts& charts) {
  ift_ = &charts.get<Ift>();
  const TerrainChart& terrain = charts.get<TerrainChart>(terrain_chart);
  street_ = terrain.read(street_terrain, "street_terrain");
  goal_ = terrain.read(goal, "goal");
  const NamedNumbers& residual = charts.get<NamedNumbers>(residual_chart);
  for (int column = 0; column < ift_->columns(); ++column) {
    residual_of_.push_back(residual.at(std::to_string(ift_->heading(column)), "residual"));
  }
  if (moves == Moves::assault && street > 0) {
    throw ArgumentError("moves",
                        "Assault Movement is into one Location (A4.61): nobody crosses a street by "
                        "it in one MPh",
                        "--moves non_assault,dash compares what crosses it; --street 0 --moves "
                        "non_assault,assault what enters a goal without a street before it");
  }
  if (moves == Moves::dash && street != 1) {
    throw ArgumentError("moves", "a Dash is across one Location (A4.63)",
                        "--street 1, or --moves non_assault");
  }
}

void StreetCrossing::prepare(const Charts& charts) {
  prepare_ground(charts);
  target.prepare(charts);
  if (lays_smoke > 0) {
    SmokeGrenades::check(target, together == Together::stack ? target.units.size() : 1);
    check_smoke(conditions, is_indoors(street_.name));
  }
}

Working StreetCrossing::working() const {
  Working working;
  const std::string units = units_text(target.units);
  if (has_street()) {
    working.situation = fmt::format("{} cross to {}", units, goal);
  } else {
    working.situation = fmt::format("{} straight into {}, no street", units, goal);
    working.notes.emplace_back(
        "note: --street 0 is one Location, the goal; its chances are not those of a way across a "
        "street");
  }
  working.sums.push_back(first.text());
  if (second.given()) working.sums.push_back(second.text());
  tell_sums(working, start(), lays_smoke > 0);
  return working;
}

void StreetCrossing::tell_sums(Working& working, State state, bool in_smoke) const {
  const auto tell = [&](const char* where) {
    ModifierSum sum;
    const Terrain& there = terrain(state);
    sum.add(there.name, there.modifier);
    sum.add("SMOKE", smoke_in(state));
    sum.add("Hindrance", hindrance);
    const bool open = there.open && hindrance == 0;
    sum.add(moves == Moves::assault ? "FFMO"
            : open                  ? "FFNAM and FFMO"
                                    : "FFNAM",
            movement_modifier(state, open));
    sum.add("given", drm);
    working.sums.push_back(
        fmt::format("{}: {}", where, sum.text().empty() ? "no modifier" : sum.text()));
  };
  if (street > 0) tell("in the street");
  if (in_smoke) {
    state.laid_smoke = 1;
    tell("in the SMOKE of grenades");
  }
  state.location = small(street);
  state.laid_smoke = 0;
  tell("at the goal");
}

std::optional<Outcome> StreetCrossing::outcome(const State& state) const {
  if (state.stage != State::over) return std::nullopt;
  const State::Tally& tally = state.tally;
  const int all = static_cast<int>(target.units.size());
  std::string label;
  if (all == 1) {
    label = tally.stays > 0     ? "stays"
            : tally.across > 0  ? "across"
            : tally.pinned > 0  ? "pinned"
            : tally.berserk > 0 ? "berserk"
            : tally.broken > 0  ? "broken"
                                : "eliminated";
  } else {
    add_to_summary(label, tally.stays, "stays");
    add_to_summary(label, tally.across, "across");
    add_to_summary(label, tally.pinned, "pinned");
    add_to_summary(label, tally.broken, "broken");
    add_to_summary(label, tally.eliminated, "eliminated");
    add_to_summary(label, tally.berserk, "berserk");
  }
  Outcome outcome(label);
  outcome.event("all_across", tally.across == all)
      .event("malfunction", state.malfunction != 0)
      .event("heat_of_battle", tally.heat != 0)
      .measure("across", tally.across)
      .measure("pinned", tally.pinned)
      .measure("broken", tally.broken)
      .measure("eliminated", tally.eliminated)
      .measure_if(target.casualty_vp, "casualty_vp", tally.casualty_vp);
  InfantryFate fate;
  fate.units = all;
  fate.unharmed = tally.unharmed;
  fate.not_in_good_order = tally.unharmed_berserk;
  fate.eliminated_or_reduced = tally.casualties;
  fate.broken_or_worse = all - tally.whole;
  fate.leader_lost = tally.leader_lost != 0;
  return tell(outcome, fate, Pins::yes);
}

Procedure street_crossing() {
  std::vector<Term> measures = {
      {"across", "units that reach the goal unbroken, pinned there or not"},
      {"pinned", "units pinned in the street"},
      {"broken", "units broken, in the street or at the goal"},
      {"eliminated", "units eliminated"},
      FireTarget::casualty_measure(),
  };
  for (Term& term : infantry_measures()) measures.push_back(std::move(term));
  using Crossing = StreetCrossing;
  return procedure<Crossing>("asl.street-crossing", "A8.1-.3, A8.2, A9.2-.3, A9.22, A24.1",
                             "infantry crosses a street under First Fire")
      .includes(&Crossing::target,
                [](Declaration<FireTarget>& target) {
                  target
                      .asks(&FireTarget::units, "target", units_form, "the units that cross",
                            units_up_to<TargetStack::most_units>)
                      .or_named(names_in(Infantry::chart_name, "unit"))
                      .tried_with({"4-6-7", "4-2-6", "8-1", "2*4-6-7", "4-4-7 8-0", "8-3-8"});
                  FireTarget::describe_quality(target);
                })
      .asks(&Crossing::together, "together", one_of({"stack", "one_by_one"}),
            "as one stack, or one after the other, as they are named")
      .only_when(&Crossing::several, "one unit crosses by itself",
                 "several units, or a squad with a leader")
      .asks(&Crossing::moves, "moves", one_of({"non_assault", "dash", "assault"}),
            "how they move: a Dash across one Location halves fire at it there, Assault Movement "
            "is straight into the goal")
      .asks(&Crossing::street, "street", 0, 4,
            "how many Locations of the street lie before the goal, 1 MF each")
      .asks(&Crossing::street_terrain, "street_terrain",
            "a terrain such as open ground, or its TEM", "what they are in there")
      .or_named(terrain_names(terrain_chart))
      .tried_with({"open ground", "woods", "debris"})
      .only_when(&Crossing::has_street, "", "--street 1 or more")
      .asks(&Crossing::goal, "goal", "a terrain such as stone, or its TEM", "where they want to be")
      .or_named(terrain_names(terrain_chart))
      .tried_with({"woods", "open ground"})
      .asks(&Crossing::goal_mf, "goal_mf", 1, 4,
            "the MF of the goal: so often a MG that keeps its rate may fire there (A9.2)")
      .asks(&Crossing::smoke, "smoke", 0, 3, "the DRM of SMOKE in the street")
      .only_when(&Crossing::has_street, "", "--street 1 or more")
      .asks(&Crossing::hindrance, "hindrance", 0, 5,
            "the LOS Hindrances between the firers and each Location, SMOKE left out")
      .asks(&Crossing::drm, "drm", -5, 5, "all other modifiers of every attack")
      .includes(&Crossing::first, "", "who fires at them")
      .adjust("firers", [](Parameter& parameter) { parameter.default_value.reset(); })
      .includes(&Crossing::second, "second_", "a second group that fires after the first")
      .asks(&Crossing::sees_goal, "sees_goal", "the firers see the goal, too")
      .asks(&Crossing::open_fire_at, "open_fire_at", 1, 5,
            "the Location from which on they fire: 1 is the first that is entered")
      .only_when(&Crossing::fires_in_time, "they see no more Locations than that",
                 "--street as many Locations")
      .asks(&Crossing::subsequent_fire, "subsequent_fire",
            "they use Subsequent First Fire, all of a group or none (A8.3)")
      .asks(&Crossing::protective_fire, "protective_fire",
            "they use Final Protective Fire ADJACENT, whatever it costs them (A8.31)")
      .only_when(&Crossing::fires_adjacent, "Protective Fire is for ADJACENT units",
                 "--range 0 or 1")
      .asks(
          &Crossing::lays_smoke, "lays_smoke", 0, SmokeGrenades::most_exponent,
          "the Smoke Placement Exponent of a squad among them, which first tries for SMOKE grenades "
          "in the first Location of the street (A24.1); 0: nobody tries")
      .or_named(SmokeGrenades::squads(), SmokeGrenades::squads_form)
      .only_when(&Crossing::has_street, "", "--street 1 or more")
      .only_when(&Crossing::no_smoke_yet, "there is SMOKE already", "--smoke 0")
      .asks(&Crossing::conditions, "conditions", smoke_conditions(),
            "weather and ground: but for fair ones nobody places SMOKE grenades outside a building "
            "(A24.11)")
      .tried_with({"fair", "mud"})
      .only_when(&Crossing::tries_smoke, "", "--lays-smoke")
      .includes(&Crossing::target, FireTarget::describe_heat)
      .only_when({"heat_of_battle"}, &Crossing::single, "Heat of Battle is played for one unit",
                 "one unit as --target")
      .outcome("stays", "a 6 for SMOKE grenades ends its MPh before the street")
      .outcome("across", "the unit reaches the goal unbroken")
      .outcome("pinned", "it is pinned in the street")
      .outcome("broken", "it is broken")
      .outcome("eliminated", "it is eliminated")
      .outcome("berserk", "it goes berserk and charges instead")
      .event("all_across", "every unit reaches the goal unbroken")
      .event("malfunction", "a MG malfunctions")
      .events({FireTarget::heat_event()})
      .events(infantry_events(Pins::yes))
      .measures(std::move(measures))
      .headline("all_across", "all get across", "it gets across")
      .headline("broken_or_worse", "at least one breaks or worse", "it breaks or worse")
      .headline("eliminated_or_reduced", "somebody is eliminated or reduced",
                "it is reduced or worse");
}

}  // namespace combat_odds::asl
