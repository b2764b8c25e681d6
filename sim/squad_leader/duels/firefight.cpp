#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/declare/declaration.hpp"
#include "sim/squad_games/terrain.hpp"
#include "sim/squad_leader/counters/unit_points.hpp"
#include "sim/squad_leader/duels/firefight_rounds.hpp"

namespace combat_odds::squad_leader {
namespace {

constexpr int most_squads = 12;

/// The parameters of a side, from which its Force is made.
struct Side : Force {
  std::vector<UnitName> units;
  std::string nationality;
  std::optional<int> asked_squad_points;
  std::optional<int> asked_leader_points;
  std::optional<int> asked_firepower;
  std::optional<int> asked_range;
  BerserkChecks asked_berserk = BerserkChecks::none;
  HexAimedAt asked_target = HexAimedAt::first;
  Marsh asked_marsh;

  static void describe(Declaration<Side>& asked, const std::string& of, int number) {
    asked
        .asks(&Side::units, "units", "squads of one kind and perhaps a leader, such as 3*4-6-7 8-1",
              "the stack" + of, units_up_to<most_squads + 1>)
        .tried_with({"4-6-7", "2*4-4-7", "4-6-7 8-1", "2*6-2-8", "3-4-7 8-0"})
        .asks(&Side::nationality, "nationality", one_of({"german", "russian", "rumanian"}),
              "whose point list the units" + of + " stand on")
        .asks(&Side::asked_squad_points, "squad_points", 1, 1000,
              "the points of a squad, if not those of the list")
        .tried_with({"20"})
        .asks(&Side::asked_leader_points, "leader_points", 1, 1000,
              "the points of the leader, if not those of the list")
        .tried_with({"40"})
        .only_when(
            [](const Side& side) {
              return std::any_of(side.units.begin(), side.units.end(),
                                 [](const UnitName& unit) { return unit.leader; });
            },
            "", "a leader among --units")
        .asks(&Side::drm, "drm", -10, 15,
              "to the fire" + of + ": cover of its target and the like, without the leader")
        .or_named(terrain_names("squad-leader/terrain-effects.csv"), "a terrain such as stone")
        .asks(&Side::group, "group", 1, most_squads,
              "the most squads" + of + " that fire as one Fire Group; 1: each fires by itself")
        .decides(number)
        .asks(&Side::machine_guns, "machine_guns", 0, most_squads,
              "machine guns" + of + ", one squad to each")
        .asks(&Side::asked_firepower, "machine_gun_firepower", 1, 30,
              "of each machine gun, from its counter")
        .asks(&Side::asked_range, "machine_gun_range", 1, 40, "normal range of the machine guns")
        .tried_with({"8"})
        .asks(&Side::breakdown_number, "breakdown_number", 2, 13,
              "a machine gun breaks down on an Original DR of this or more; 13: never")
        .tried_with({"12", "10"})
        .only_when([](const Side& side) { return side.machine_guns > 0; }, "",
                   "--machine-guns 1 or more")
        .asks(
            &Side::self_rally, "self_rally",
            "squads" + of + " may try to rally without an unbroken leader, as 14.3 allows leaders")
        .asks(&Side::ss, "ss", "the units" + of + " are SS (83)")
        .asks(&Side::broken_morale, "broken_morale", 2, 12,
              "the morale on the broken side of the squads" + of +
                  ", where it is not that of the front (13.6); a 4-3-6 has 5 there (94.5)")
        .asks(
            &Side::asked_berserk, "berserk", one_of({"none", "of_fire", "all"}),
            "which Morale Checks send the units" + of +
                " berserk on an Original 2 (18.4, 83.6): those that fire demands, or those for the "
                "loss of a leader too; they leave for their charge, which is not followed")
        .includes(&Side::asked_marsh, [of](Declaration<Marsh>& marsh) {
          marsh.asks(&Marsh::units, "marsh", one_of({"none", "russians", "others"}),
                     "the stack" + of +
                         " is in a marsh, and who they are: their fire is halved (75.4), and the "
                         "morale of others than Russians is one less (75.6)");
        });
  }

  static void describe_target(Declaration<Side>& asked, const std::string& name,
                              const std::string& of, int number) {
    asked
        .asks(&Side::asked_target, name, one_of({"first_hex", "next_hex", "broken_squads"}),
              "where the enemy has more squads than can stack, at which hex the squads" + of +
                  " fire: the first, with the leader and unbroken squads; the next one, without "
                  "him; or one of nobody but broken squads, each where there is such a hex, else "
                  "the first")
        .decides(number);
  }

  void prepare(const Charts& charts) {
    berserk = asked_berserk;
    target = asked_target;
    marsh = asked_marsh;
    squads = 0;
    for (const UnitName& unit : units) {
      if (unit.leader) {
        if (leader) throw ArgumentError("units", "names two leaders", "one at most");
        leader = unit;
      } else if (squads > 0 && unit != squad) {
        throw ArgumentError("units", "names two kinds of squads",
                            "one kind for each side, such as 3*4-6-7 8-1");
      } else {
        squad = unit;
        ++squads;
      }
    }
    if (squads == 0 || squads > most_squads) {
      throw ArgumentError("units", fmt::format("names {} squads", squads),
                          fmt::format("1 to {}", most_squads));
    }
    squad_points = points(charts, "squad_points", asked_squad_points, squad);
    if (leader) leader_points = points(charts, "leader_points", asked_leader_points, *leader);
    machine_gun_firepower = of_machine_guns("machine_gun_firepower", asked_firepower);
    machine_gun_range = of_machine_guns("machine_gun_range", asked_range);
    if (machine_guns > squads) {
      throw ArgumentError("machine_guns", "more machine guns than squads to fire them",
                          fmt::format("at most {}", squads));
    }
  }

 private:
  /// The price that was given, or otherwise the printed one.
  int points(const Charts& charts, const char* parameter, std::optional<int> given,
             const UnitName& unit) const {
    if (given) return *given;
    const auto& prices = charts.get<InfantryPoints>().entries();
    if (const ListedPoints* listed = find_points(prices, nationality, unit.text)) {
      return listed->points;
    }
    std::vector<std::string> others;
    for (const ListedPoints& price : prices) {
      if (price.name == unit.text) others.push_back("--nationality " + price.nationality);
    }
    others.push_back(option_of(parameter) + " with its price");
    throw ArgumentError("nationality",
                        fmt::format("the point list has no {} {}", nationality, unit.text),
                        fmt::format("{}", fmt::join(others, ", or ")));
  }

  /// A number of the machine guns: required if there are any, and only then.
  int of_machine_guns(const char* parameter, std::optional<int> number) const {
    if (machine_guns > 0 && !number) {
      throw ArgumentError(
          parameter, fmt::format("{} is missing: {} machine guns need it", parameter, machine_guns),
          "the number on the counter, such as 2 and 8 for a German LMG");
    }
    if (machine_guns == 0 && number) {
      throw ArgumentError(parameter, fmt::format("{} needs --machine-guns 1 or more", parameter));
    }
    return number.value_or(0);
  }
};

void describe_rules(Declaration<FirefightRules>& asked) {
  using Rules = FirefightRules;
  asked.asks(&Rules::range, "range", 1, 40, "between the stacks, in hexes")
      .required()
      .asks(&Rules::turns, "turns", 1, 40, "how many player turns it may take")
      .tried_with({"1", "2", "3"})
      .asks(&Rules::first, "first", one_of({"die", "a", "b"}), "whose the first player turn is")
      .asks(&Rules::stacking, "stacking", 1, most_squads, "the most squads that one attack can hit")
      .asks(&Rules::battlefield_integrity, "battlefield_integrity",
            "losses lower the morale of a side (93)")
      .asks(&Rules::shelter, "shelter", "broken units are out of the enemy's sight");
}

struct AskedFirefight {
  Side a;
  Side b;
  FirefightRules rules;

  std::unique_ptr<Rule> rule(const Charts& charts) const {
    return std::make_unique<FirefightRounds>(Firefight(charts.get<Ift>(), a, b, rules));
  }
};

}  // namespace

Procedure firefight() {
  return procedure<AskedFirefight>("sl.firefight", "COI 4, 8 to 10, 12, 14, 18, 83, 93",
                                   "two stacks that shoot it out without moving, turn after turn")
      .includes(&AskedFirefight::a, "a_", " of side A", 0)
      .includes(&AskedFirefight::b, "b_", " of side B", 1)
      .includes(&AskedFirefight::rules, describe_rules)
      .includes(&AskedFirefight::a,
                [](Declaration<Side>& asked) {
                  Side::describe_target(asked, "a_target", " of side A", 0);
                })
      .includes(&AskedFirefight::b,
                [](Declaration<Side>& asked) {
                  Side::describe_target(asked, "b_target", " of side B", 1);
                })
      .outcome("a_holds", "side B has no unbroken unit left")
      .outcome("b_holds", "side A has no unbroken unit left")
      .outcome("both", "after the last turn both sides have unbroken units")
      .outcome("neither", "both lost their last unbroken units in one Rally Phase (18.3)")
      .measure("points_lost_a", "points of the infantry of side A that is eliminated")
      .measure("points_lost_b", "points of the infantry of side B that is eliminated")
      .measure("turns", "player turns taken")
      .measure("berserk_a", "units of side A that went berserk and charged")
      .measure("berserk_b", "units of side B that did")
      .headline("a_holds", "A holds")
      .headline("b_holds", "B holds")
      .headline("both", "both have unbroken units")
      .plays_infantry_lists();
}

}  // namespace combat_odds::squad_leader
