#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/dice/small.hpp"
#include "sim/asl/morale/rally.hpp"
#include "sim/declare/names.hpp"
#include "sim/declare/summary.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_games/terrain.hpp"

// The parameters of a Rally, and its report.

namespace combat_odds::asl {
namespace {

constexpr const char* terrain_chart = "asl/rally-terrain.csv";

/// How many of the 36 throws of two dice come to that total or less.
int throws_at_most(int total) {
  constexpr int throws[] = {0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36};  // of 1 or less to 12
  return throws[std::clamp(total, 1, 12) - 1];
}

std::vector<UnitName> none_or_leaders(std::string_view text, std::string_view parameter) {
  std::vector<UnitName> units = none_or_units_up_to<Rally::most_leaders>(text, parameter);
  for (const UnitName& unit : units) {
    if (!unit.leader) {
      throw ArgumentError(parameter, fmt::format("{} is no leader", unit.text),
                          "leaders such as 9-1, or none");
    }
  }
  return units;
}

}  // namespace

void Rally::set_up(const Infantry& infantry, const UnitName& name, bool is_broken,
                   std::vector<RallyUnit>& people) {
  int type = infantry.enlist(name, roster_);
  if (is_broken && roster_[static_cast<std::size_t>(type)].is_hero()) {
    throw ArgumentError("unit", name.text + " is a hero, who never breaks (A15.2)",
                        "units that can break");
  }
  Variants variants(infantry, heat.hardening(), nation_text(heat.nation), roster_);
  Traits traits = state.traits;
  if (!is_broken) traits.wounded = false;
  traits = variants.allowed(type, traits);
  if (heat.played() || traits != Traits()) type = variants.of(type, traits);
  RallyUnit unit{small(type), 0};
  if (is_broken) unit.set(RallyUnit::broken);
  if (is_broken && state.disrupted) unit.set(RallyUnit::disrupted);
  people.push_back(unit);
}

void Rally::prepare(const Charts& charts) {
  const Infantry& infantry = charts.get<Infantry>();
  std::vector<RallyUnit> people;
  for (const UnitName& unit : units) set_up(infantry, unit, true, people);
  for (const UnitName& leader : leaders) set_up(infantry, leader, false, people);
  // Leaders first, by morale (A10.2) and then by modifier, the best before the others.
  std::vector<std::size_t> places(people.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  const auto rank = [&](std::size_t i) {
    const UnitType& kind = type(people[i]);
    return kind.is_leader() ? std::pair(kind.name.morale, -kind.name.modifier) : std::pair(0, 0);
  };
  std::stable_sort(places.begin(), places.end(),
                   [&](std::size_t a, std::size_t b) { return rank(a) > rank(b); });
  by_turn_.resize(people.size());
  for (std::size_t place = 0; place < places.size(); ++place) {
    start_.units[start_.count++] = people[places[place]];
    named_.push_back(places[place] < units.size());
    by_turn_[order == Order::as_named ? places[place] : place] = place;
    const RallyUnit& unit = people[places[place]];
    if (type(unit).is_leader()) {
      ++leader_places_;
    } else {
      settled_type_ = unit.type;
    }
  }
  terrain_ = charts.get<TerrainChart>(terrain_chart).read(in_terrain, "terrain").modifier;
  if (!heat.played()) return;
  creation_.prepare(charts, heat.nation);
  Variants variants(infantry, heat.hardening(), nation_text(heat.nation), roster_);
  for (std::size_t fanatic = 0; fanatic < created_.size(); ++fanatic) {
    for (std::size_t kind = 0; kind < LeaderCreation::kinds; ++kind) {
      const std::string& leader = creation_.leaders()[kind];
      if (leader.empty()) continue;
      Traits traits;
      traits.encircled = state.traits.encircled;
      traits.fanatic = fanatic == 1;
      const int type = variants.of(infantry.enlist(read_unit(leader, "unit"), roster_), traits);
      created_[fanatic][kind] = small(type);
    }
  }
}

Working Rally::working() const {
  Working working;
  working.situation = "broken " + units_text(units);
  if (!leaders.empty()) working.situation += " under " + units_text(leaders);
  std::vector<std::string> told;
  for (const std::size_t i : by_turn_) {
    if (!may_try(start_, i)) continue;
    const UnitType& kind = type(start_.units[i]);
    const Help help = help_for(start_, i);
    ModifierSum sum;
    sum.add("leader", help.led ? help.modifier : 0);
    sum.add("Self-Rally", help.led ? 0 : 1);
    sum.add(in_terrain, terrain_);
    sum.add("DM", dm_phases > 0 && !help.commissar ? 4 : 0);
    sum.add("given", drm);
    const int level = morale(start_, i);
    const std::string with = sum.text().empty() ? "no modifier: 0" : sum.text();
    std::string line =
        fmt::format("{} at first: Morale Level {}, {}: {} or less, {} in 36", kind.name.text, level,
                    with, level - sum.total(), throws_at_most(level - sum.total()));
    if (std::find(told.begin(), told.end(), line) == told.end()) told.push_back(line);
  }
  working.sums = told;
  if (told.empty()) working.notes.emplace_back("nobody may try in the first Rally Phase (A10.6)");
  return working;
}

std::optional<Outcome> Rally::outcome(const RallyHex& hex) const {
  if (hex.open != 0) return std::nullopt;
  int rallied = 0;
  int broken = 0;
  int gone = 0;
  bool leader_lost = false;
  for (std::size_t i = 0; i < named_.size(); ++i) {
    const RallyUnit& unit = hex.units[i];
    const bool is_gone = unit.is(RallyUnit::gone);
    const bool is_broken = unit.is(RallyUnit::broken);
    if (!named_[i]) {
      leader_lost |= is_gone || is_broken;
      continue;
    }
    ++(is_gone ? gone : is_broken ? broken : rallied);
  }
  if (hex.phases < rally_phases && broken > 0) return std::nullopt;
  const bool all = rallied == static_cast<int>(units.size());
  const auto happened = [&](RallyHex::Event event) { return (hex.events & event) != 0; };
  return Outcome(summary_of_rally(units.size(), rallied, broken, gone))
      .event("all_rallied", all)
      .event("fate", happened(RallyHex::fate))
      .event("replaced", happened(RallyHex::replaced))
      .event("leader_created", hex.count > named_.size())
      .event("heat_of_battle", happened(RallyHex::heat_of_battle))
      .event("berserk", happened(RallyHex::berserk))
      .event("leader_lost", leader_lost)
      .measure_if(all, "rally_phase", hex.rallied)
      .measure("rallied", rallied)
      .measure("eliminated", gone)
      .measure_if(casualty_vp, "casualty_vp", hex.casualty_vp);
}

Procedure rally() {
  return procedure<Rally>("asl.rally", "A10.6, A18.11, A25.22",
                          "broken units rally over several Rally Phases")
      .asks(&Rally::units, "unit", units_form, "the broken units in one Location, at most six",
            units_up_to<Rally::most_broken>)
      .or_named(names_in(Infantry::chart_name, "unit"))
      .tried_with({"4-6-7", "4-2-6", "8-1", "2*4-4-7", "4-6-7 8-0", "2*4-4-7 6+1", "8-3-8 9-1",
                   "9-0 4-4-7", "2-2-8 2-2-6", "8-0 7-0"})
      .asks(&Rally::leaders, "leader", "leaders such as 9-1, or none",
            "the Good Order leaders with them, at most two; 9-0 and 10-0 are commissars",
            none_or_leaders)
      .or_named(names_in(Infantry::chart_name, "unit"))
      .by_default("none")
      .tried_with({"8-1", "9-0", "10-2", "6+1"})
      .asks(&Rally::rally_phases, "rally_phases", 1, 20,
            "how many Rally Phases they have: one in every Player Turn, the enemy's, too")
      .asks(&Rally::first_phase, "first_phase", one_of({"own", "enemy"}),
            "in whose Player Turn the first one is: an MMC may try alone in its own only (A18.11)")
      .asks(&Rally::dm_phases, "dm_phases", 0, 20,
            "in how many of them, from the first on, they are under Desperation Morale: +4")
      .only_when([](const Rally& rally) { return rally.dm_phases <= rally.rally_phases; }, "",
                 "as many --rally-phases")
      .asks(&Rally::in_terrain, "terrain", "a terrain such as stone, or its DRM",
            "where they are: -1 in a building, woods, a pillbox or a trench (A10.61)")
      .or_named(terrain_names(terrain_chart))
      .tried_with({"stone", "woods"})
      .asks(&Rally::self_rally, "self_rally", one_of({"first_mmc", "all", "none"}),
            "which MMC may try without a leader: the first in its own Rally Phase (A18.11), all of "
            "them (a boxed morale, Finns), or none (it is another one's turn); leaders and crews "
            "always may")
      .asks(&Rally::order, "order", one_of({"leaders", "as_named"}),
            "who tries first: leaders, who help the others then, or whom you name first")
      .decides()
      .asks(&Rally::state, "state", "words such as 'encircled fanatic'",
            "what they are besides: encircled and fanatic with their leaders, wounded (the SMC "
            "among them), disrupted",
            [](std::string_view text, std::string_view parameter) {
              return MoraleState::read(text, parameter,
                                       {"encircled", "fanatic", "wounded", "disrupted"});
            })
      .by_default("")
      .tried_with({"encircled", "fanatic", "wounded", "disrupted"})
      .asks(&Rally::elr, "elr", 0, 5, "their ELR, for an LLMC; none counts in a Rally attempt")
      .asks(&Rally::drm, "drm", -6, 6, "all other modifiers of the Rally DR")
      .includes(&Rally::heat, "",
                "whose Heat of Battle (A15) and Leader Creation (A18) follow an Original 2; none "
                "leaves both out")
      .asks(&Rally::casualty_vp, "casualty_vp",
            "tells the Casualty VP that are lost (A26.22), leaders who were in Good Order among "
            "them")
      .outcome("rallied", "the unit is unbroken")
      .outcome("broken", "it is still broken after the last Rally Phase")
      .outcome("eliminated", "it was eliminated by Fate, a commissar, or an LLMC")
      .event("all_rallied", "every unit is unbroken")
      .event("fate", "an Original 12 reduced a unit (A10.64)")
      .event("replaced", "a unit was Replaced by a poorer one")
      .event("leader_created", "an MMC brought forth a leader")
      .event("heat_of_battle",
             "a unit had its Heat of Battle (what comes of it: asl.heat-of-battle)")
      .event("berserk", "a unit went berserk")
      .event("leader_lost", "a leader who was in Good Order at first broke or was eliminated")
      .measure("rally_phase", "the Rally Phase in which the last unit rallied")
      .only_where({"all_rallied"})
      .less_is_better()
      .measure("rallied", "units that are unbroken")
      .measure("eliminated", "units eliminated")
      .measure("casualty_vp", "with --casualty-vp: the Casualty VP of who is lost")
      .headline("all_rallied", "all rally", "it rallies")
      .headline("mean eliminated", "{} are eliminated on average", "it is eliminated");
}

}  // namespace combat_odds::asl
