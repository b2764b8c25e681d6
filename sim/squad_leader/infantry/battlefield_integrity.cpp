#include <map>

#include "combat_odds/sim/procedure.hpp"
#include "combat_odds/sim/squad_leader/counters.hpp"
#include "combat_odds/sim/units.hpp"

namespace combat_odds::squad_leader {
namespace {

/// The Revised Point Values of infantry, chart squad-leader/infantry-points.csv.
class InfantryPoints {
 public:
  static constexpr const char* chart_name = "squad-leader/infantry-points.csv";

  explicit InfantryPoints(const CsvTable& chart) {
    const auto nationality = chart_column(chart, "nationality");
    const auto unit = chart_column(chart, "unit");
    const auto points = chart_column(chart, "points");
    for (const auto& row : chart.rows) {
      points_[{row[nationality].text, row[unit].text}] = chart_integer(chart, row[points]);
    }
  }

  /// The points of all units together.
  int sum(const std::string& nationality, const Arguments& arguments, const char* parameter) const {
    if (arguments.text(parameter) == "none") return 0;
    int sum = 0;
    for (const UnitName& name : read_units(arguments.text(parameter), parameter, most_units)) {
      const auto known = points_.find({nationality, name.text});
      if (known == points_.end()) {
        throw ArgumentError(parameter,
                            "the list of point values has no " + nationality + " " + name.text,
                            "units of that side, or your own chart with --charts");
      }
      sum += known->second;
    }
    return sum;
  }

 private:
  static constexpr std::size_t most_units = 200;
  std::map<std::pair<std::string, std::string>, int> points_;
};

/// How much sooner or later than at 40 % a side loses heart (93.5, 93.6).
int shift_by_armour(int own_afvs, int enemy_afvs, bool at_guns) {
  if (own_afvs > 0) return enemy_afvs <= 2 * own_afvs ? 10 : 0;
  return enemy_afvs > 0 && !at_guns ? -10 : 0;
}

/// 93.2, 93.3: one level at 40 % and one for every further 20 %.
int levels_lost(int lost, int force, int shift) {
  int levels = 0;
  for (int percent = 40 + shift; percent <= 100; percent += 20) {
    levels += lost * 100 >= percent * force ? 1 : 0;
  }
  return levels;
}

/// 93: what a side's losses do to the morale of those who are left.
class BattlefieldIntegrity : public Rule {
 public:
  BattlefieldIntegrity(const Arguments& arguments, const Charts& charts)
      : unit_(read_unit(arguments.text("unit"), "unit")), number_(arguments.integer("check")) {
    const auto& points = charts.get<InfantryPoints>(InfantryPoints::chart_name);
    const std::string& side = arguments.choice("nationality");
    force_ = points.sum(side, arguments, "force") + points.sum(side, arguments, "reinforcements");
    lost_ = points.sum(side, arguments, "losses");
    if (force_ == 0) {
      throw ArgumentError("force", "the side has no infantry", "the units it started with");
    }
    if (lost_ > force_) {
      throw ArgumentError("losses", "more is lost than the side had",
                          "units out of force and reinforcements");
    }
    levels_ =
        levels_lost(lost_, force_,
                    shift_by_armour(arguments.integer("own_afvs"), arguments.integer("enemy_afvs"),
                                    arguments.flag("at_guns")));
  }

  Outcome resolve(Dice& dice) const override {
    const int needed = unit_.morale - levels_ - number_;
    const bool passed = dice.DR([&](TwoDice roll) { return roll.total() <= needed; });
    return Outcome(passed ? "passed" : "failed")
        .measure("loss_percent", lost_ * 100 / force_)
        .measure("levels_lost", levels_)
        .measure("morale", unit_.morale - levels_);
  }

 private:
  UnitName unit_;
  int number_;
  int force_ = 0;
  int lost_ = 0;
  int levels_ = 0;
};

}  // namespace

Procedure battlefield_integrity() {
  return {
      .name = "sl.battlefield-integrity",
      .rule = "COI 93",
      .summary = "a side's losses lower its morale: a Morale Check of one of its units",
      .details =
          "All units of a side lose a level of morale when it has lost 40 % of the points of its "
          "infantry, and another for every 20 % more (93.2, 93.3). With armour of its own, unless "
          "that is outnumbered by more than two to one, 10 % later (93.5); against armour without "
          "any, and without a functioning antitank gun, 10 % sooner (93.6). Reinforcements add to "
          "the points that the losses are measured by (93.4). Support weapons, vehicles and their "
          "crews don't count (93.1, 93.8).\n"
          "What the losses do is no matter of dice; the dice roll is the Morale Check of a unit "
          "that is left. Rally attempts suffer as much: give sl.rally the lower morale.",
      .parameters =
          {
              choice("nationality", {"german", "russian", "rumanian"}, "the side, for its points"),
              text("force", units_form, "the infantry that it started with")
                  .tried_with({"6*4-4-7 8-1 9-1", "3*4-4-7 3*6-2-8 8-0"}),
              text("losses", units_form, "those eliminated or taken prisoner, or none")
                  .by_default("none")
                  .tried_with({"none", "4-4-7", "3*4-4-7 8-1", "6-2-8"}),
              text("reinforcements", units_form, "those that have arrived since, or none")
                  .by_default("none")
                  .tried_with({"none", "2*4-4-7"}),
              integer("own_afvs", 0, 100, "its armoured vehicles").by_default("0"),
              integer("enemy_afvs", 0, 100, "the armoured vehicles of the enemy").by_default("0"),
              flag("at_guns", "it has a functioning antitank gun"),
              text("unit", "one unit such as 4-6-7 or 8-1", "the unit that checks its morale")
                  .or_named(infantry_names())
                  .tried_with({"4-4-7", "8-1", "6-2-8"}),
              integer("check", 0, 4, "the number of the Morale Check: 0 is a normal one")
                  .by_default("0"),
          },
      .outcomes = {{"passed", "the unit passed its Morale Check"}, {"failed", "it failed"}},
      .events = {},
      .measures =
          {
              {"loss_percent", "the points lost, in per cent of the force"},
              {"levels_lost", "levels of morale that the side has lost"},
              {"morale", "the morale of the unit after that"},
          },
      .charts = {InfantryPoints::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<BattlefieldIntegrity>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::squad_leader
