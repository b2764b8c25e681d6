#include <fmt/format.h>

#include "combat_odds/sim/squad_leader/infantry/firefight_model.hpp"
#include "combat_odds/sim/squad_leader/points/points.hpp"

namespace combat_odds::squad_leader {
namespace {

constexpr int most_squads = 12;

/// The price that the user gives, or else the printed one.
int points_of(const Arguments& arguments, const InfantryPoints& prices, const std::string& side,
              const UnitName& unit) {
  const std::string parameter = side + (unit.leader ? "_leader_points" : "_squad_points");
  if (arguments.given(parameter)) return arguments.integer(parameter);
  const std::string& nationality = arguments.choice(side + "_nationality");
  if (const ListedPoints* listed = find_points(prices.entries(), nationality, unit.text)) {
    return listed->points;
  }
  throw ArgumentError(parameter, fmt::format("no {} {} on the point list", nationality, unit.text),
                      fmt::format("{}: the points of a {} on your list", parameter, unit.text));
}

Force read_force(const Arguments& arguments, const Charts& charts, const std::string& side) {
  const InfantryPoints& prices = charts.get<InfantryPoints>(InfantryPoints::chart_name);
  const std::string units = side + "_units";
  Force force;
  force.squads = 0;
  for (const UnitName& unit : read_units(arguments.text(units), units, most_squads + 1)) {
    if (unit.leader) {
      if (force.leader) {
        throw ArgumentError(units, fmt::format("{} names two leaders", units), "one at most");
      }
      force.leader = unit;
      force.leader_points = points_of(arguments, prices, side, unit);
    } else if (force.squads > 0 && unit != force.squad) {
      throw ArgumentError(units, fmt::format("{} names two kinds of squads", units),
                          "one kind for each side, such as 3*4-6-7 8-1");
    } else {
      force.squad = unit;
      ++force.squads;
    }
  }
  if (force.squads == 0 || force.squads > most_squads) {
    throw ArgumentError(units, fmt::format("{} names {} squads", units, force.squads),
                        fmt::format("1 to {}", most_squads));
  }
  force.squad_points = points_of(arguments, prices, side, force.squad);
  force.machine_guns = arguments.integer(side + "_machine_guns");
  const std::string firepower = side + "_machine_gun_firepower";
  const std::string range = side + "_machine_gun_range";
  for (const std::string& number : {firepower, range}) {
    if (force.machine_guns > 0 && !arguments.given(number)) {
      throw ArgumentError(number,
                          fmt::format("{} machine guns need {}", force.machine_guns, number),
                          "the number on the counter, such as 2 and 8 for a German LMG");
    }
    if (force.machine_guns == 0 && arguments.given(number)) {
      throw ArgumentError(number, fmt::format("{} without machine guns", number),
                          side + "_machine_guns 1 or more");
    }
  }
  if (force.machine_guns > force.squads) {
    throw ArgumentError(side + "_machine_guns", "more machine guns than squads to fire them",
                        fmt::format("at most {}", force.squads));
  }
  if (force.machine_guns > 0) {
    force.machine_gun_firepower = arguments.integer(firepower);
    force.machine_gun_range = arguments.integer(range);
  }
  force.breakdown_number = arguments.integer(side + "_breakdown_number");
  force.drm = arguments.integer(side + "_drm");
  force.group = arguments.integer(side + "_group");
  force.self_rally = arguments.flag(side + "_self_rally");
  force.ss = arguments.flag(side + "_ss");
  return force;
}

FirefightRules read_rules(const Arguments& arguments) {
  FirefightRules rules;
  rules.range = arguments.integer("range");
  rules.turns = arguments.integer("turns");
  rules.stacking = arguments.integer("stacking");
  const std::string& first = arguments.choice("first");
  rules.first = first == "a"   ? FirefightRules::First::a
                : first == "b" ? FirefightRules::First::b
                               : FirefightRules::First::die;
  rules.battlefield_integrity = arguments.flag("battlefield_integrity");
  rules.shelter = arguments.flag("shelter");
  return rules;
}

void add_side(std::vector<Parameter>& parameters, const std::string& side) {
  const std::string of = side == "a" ? " of side A" : " of side B";
  const auto add = [&](Parameter parameter) { parameters.push_back(std::move(parameter)); };
  add(text(side + "_units", "squads of one kind and perhaps a leader, such as 3*4-6-7 8-1",
           "the stack" + of)
          .tried_with({"4-6-7", "2*4-4-7", "4-6-7 8-1", "2*6-2-8", "3-4-7 8-0"}));
  add(choice(side + "_nationality", {"german", "russian", "rumanian"},
             "whose point list the units" + of + " stand on"));
  add(integer(side + "_squad_points", 1, 1000, "the points of a squad, if not those of the list")
          .optional()
          .tried_with({"20"}));
  add(integer(side + "_leader_points", 1, 1000,
              "the points of the leader, if not those of the list")
          .optional()
          .tried_with({"40"}));
  add(integer(side + "_drm", -10, 15,
              "to the fire" + of + ": cover of its target and the like, without the leader")
          .by_default("0"));
  add(integer(side + "_group", 1, most_squads,
              "the most squads" + of + " that fire as one Fire Group; 1: each fires by itself")
          .by_default("12")
          .tried_with({"1", "12"}));
  add(integer(side + "_machine_guns", 0, most_squads, "machine guns" + of + ", one squad to each")
          .by_default("0")
          .tried_with({"0", "0", "1"}));
  add(integer(side + "_machine_gun_firepower", 1, 30, "of each machine gun, from its counter")
          .optional()
          .tried_with({"", "", "2", "4"}));
  add(integer(side + "_machine_gun_range", 1, 40, "normal range of the machine guns")
          .optional()
          .tried_with({"", "", "8"}));
  add(integer(side + "_breakdown_number", 2, 13,
              "a machine gun breaks down on an Original DR of this or more; 13: never")
          .by_default("12")
          .tried_with({"10", "12"}));
  add(flag(side + "_self_rally", "squads" + of + " may try to rally without an unbroken leader")
          .by_default("true"));
  add(flag(side + "_ss", "the units" + of + " are SS (83)"));
}

std::vector<Parameter> parameters() {
  std::vector<Parameter> all;
  add_side(all, "a");
  add_side(all, "b");
  all.push_back(
      integer("range", 1, 40, "between the stacks, in hexes").tried_with({"1", "4", "6"}));
  all.push_back(integer("turns", 1, 40, "how many player turns it may take")
                    .by_default("12")
                    .tried_with({"1", "2", "3"}));
  all.push_back(choice("first", {"die", "a", "b"}, "whose the first player turn is"));
  all.push_back(integer("stacking", 1, most_squads, "the most squads that one attack can hit")
                    .by_default("3")
                    .tried_with({"1", "3"}));
  all.push_back(flag("battlefield_integrity", "losses lower the morale of a side (93)"));
  all.push_back(flag("shelter", "broken units are out of the enemy's sight"));
  return all;
}

}  // namespace

Procedure firefight() {
  return {
      .name = "sl.firefight",
      .rule = "COI 4, 8 to 10, 12, 14, 18, 83, 93",
      .summary = "two stacks that shoot it out without moving, turn after turn",
      .details =
          "In every player turn both sides try to rally and to repair machine guns, side A before "
          "side B; then the player whose turn it is fires (Prep Fire), then the other (Defensive "
          "Fire). Player turns alternate. It is over as soon as a side has no unbroken unit, or "
          "after the last turn. As one side always fires after the other, there is no fire in "
          "which both lose their last unbroken unit.\n"
          "Fire: at a range of 1 firepower is doubled, beyond normal range halved, beyond twice "
          "that nothing (9). The leader directs the first attack of his side with his modifier. "
          "Each squad may fire one machine gun beside its own firepower. On an Original DR of "
          "the breakdown number one machine gun of the group breaks down (18.1); a die of 1 "
          "repairs it, a 6 removes it (18.2, 88.6), if an unbroken squad is there. The fire falls "
          "on the "
          "leader's hex with at most as many squads as can stack, unbroken ones first; "
          "where there are more, the others stand in neighbouring hexes.\n"
          "Rally: a unit rallies on a DR of its morale or less, the leader first, and then with "
          "his modifier for the others if he is unbroken. A side that was fired upon since it last "
          "tried is in desperation: 4 less (14.6), SS 2 less but always 1 more (83.2, 83.3). The "
          "base game's paragraph on rallying was not found: whether squads may try without a "
          "leader is a parameter.\n"
          "Battlefield Integrity (93): each unit of a side has one morale less when 40 % of its "
          "points in squads "
          "and leaders are eliminated, one less again for every 20 % more; machine guns do not "
          "count. Points lost are those of the eliminated squads and leaders.\n"
          "Left out: movement and what it would find (cover, other ranges), routs, smoke, "
          "close combat, prisoners, fate, sustained fire, penetration by machine guns.",
      .parameters = parameters(),
      .outcomes = {{"a_holds", "side B has no unbroken unit left"},
                   {"b_holds", "side A has no unbroken unit left"},
                   {"both", "after the last turn both sides have unbroken units"}},
      .events = {},
      .measures = {{"points_lost_a", "points of the infantry of side A that is eliminated"},
                   {"points_lost_b", "points of the infantry of side B that is eliminated"},
                   {"turns", "player turns taken"}},
      .charts = {Ift::chart_name, InfantryPoints::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<FirefightProcess>(
                Firefight(charts.get<Ift>(Ift::chart_name), read_force(arguments, charts, "a"),
                          read_force(arguments, charts, "b"), read_rules(arguments)));
          },
  };
}

}  // namespace combat_odds::squad_leader
