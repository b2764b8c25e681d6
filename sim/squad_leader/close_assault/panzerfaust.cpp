#include <fmt/format.h>

#include <unordered_map>

#include "combat_odds/sim/squad_leader/ordnance/penetration.hpp"

namespace combat_odds::squad_leader {
namespace {

/// The To Hit chart of panzerfaust and bazooka (37.31, 37.41).
class RocketTable {
 public:
  static constexpr const char* chart_name = "squad-leader/panzerfaust-to-hit.csv";

  explicit RocketTable(const CsvTable& chart) {
    const auto weapon = chart_column(chart, "weapon");
    const auto phase = chart_column(chart, "phase");
    for (const auto& row : chart.rows) {
      for (int range = 1; range <= 4; ++range) {
        const auto column = chart_column(chart, fmt::format("range_{}", range));
        if (row[column].text.empty()) continue;
        numbers_[fmt::format("{}/{}/{}", row[weapon].text, row[phase].text, range)] =
            chart_integer(chart, row[column]);
      }
    }
  }

  std::optional<int> number(const std::string& weapon, bool after_movement, int range) const {
    const char* const phase = after_movement ? "advancing_after_movement" : "prep_or_defensive";
    const auto found = numbers_.find(fmt::format("{}/{}/{}", weapon, phase, range));
    if (found == numbers_.end()) return std::nullopt;
    return found->second;
  }

 private:
  std::unordered_map<std::string, int> numbers_;
};

class Panzerfaust : public Rule {
 public:
  Panzerfaust(const Arguments& arguments, const Charts& charts)
      : shots_(arguments.integer("shots")),
        already_immobilized_(arguments.flag("already_immobilized")),
        deliberate_(arguments.choice("deliberate_immobilization") != "none"),
        breakdown_number_(arguments.integer("breakdown_number")),
        needed_(to_hit(arguments, charts)),
        penetration_(penetration(arguments, charts)) {
    if (arguments.flag("captured")) breakdown_number_ -= 2;       // 90.12
    if (arguments.flag("inexperienced")) breakdown_number_ -= 1;  // 94.3
    if (arguments.integer("breakdown_number") > 12) breakdown_number_ = 13;
  }

  Outcome resolve(Dice& dice) const override {
    struct State {
      std::uint8_t left;
      Damage afv;
      bool hit;
      bool broken;
    };
    State state{static_cast<std::uint8_t>(shots_), Damage::none, false, false};
    for (; state.left > 0 && state.afv < Damage::eliminated && !state.broken &&
           !(deliberate_ && state.afv == Damage::immobilized);
         --state.left) {
      dice.at(state);
      fire(dice, state);
    }
    return Outcome(label(state.afv)).event("hit", state.hit).event("breakdown", state.broken);
  }

 private:
  template <class State>
  void fire(Dice& dice, State& state) const {
    struct Rolled {
      bool two;
      bool hit;
      bool broken;
    };
    const Rolled rolled = dice.DR([&](TwoDice roll) -> Rolled {
      return {roll.total() == 2 && needed_ >= 2, roll.total() <= needed_,
              roll.total() >= breakdown_number_};
    });
    if (rolled.broken) state.broken = true;
    if (!rolled.hit) return;
    state.hit = true;
    bool critical = false;
    if (rolled.two) {  // 68.1
      critical = dice.dr([&](int third) { return third == 1 || 2 * third < needed_; });
    }
    if (deliberate_) {
      state.afv = Damage::immobilized;
      return;
    }
    const bool immobilized = already_immobilized_ || state.afv == Damage::immobilized;
    const Damage damage = penetration_.roll(dice, critical, immobilized);
    if (damage != Damage::none) state.afv = damage;
  }

  static int to_hit(const Arguments& arguments, const Charts& charts) {
    const std::string& weapon = arguments.choice("weapon");
    const int range = arguments.integer("range");
    int drm = arguments.integer("leadership") + arguments.integer("to_hit_drm");
    if (arguments.flag("hull_down")) drm += 2;
    if (arguments.flag("moving")) drm += 2;
    if (arguments.flag("captured")) drm += 2;  // 90.13
    const std::string& tracks = arguments.choice("deliberate_immobilization");
    if (tracks != "none") {
      if (arguments.flag("hull_down")) {
        throw ArgumentError("deliberate_immobilization", "the target is hull down", "none (66.23)");
      }
      if (arguments.integer("height_advantage") >= 2) {
        throw ArgumentError("deliberate_immobilization", "the firer is two levels or more above",
                            "none (66.23)");
      }
      if (arguments.choice("target_kind") == "unarmored") {
        throw ArgumentError("deliberate_immobilization", "the target is unarmored", "none (66.25)");
      }
      drm += tracks == "side" ? 3 : 5;
    }
    if (arguments.given("to_hit_number")) return arguments.integer("to_hit_number") - drm;
    const auto& table = charts.get<RocketTable>(RocketTable::chart_name);
    const auto number = table.number(weapon, arguments.flag("after_movement"), range);
    if (!number && table.number(weapon, false, 1)) {
      throw ArgumentError("range", fmt::format("{} hexes are out of range for a {}", range, weapon),
                          "1 to 3 hexes for a panzerfaust, 1 to 4 for a bazooka");
    }
    if (!number) {
      throw ArgumentError("to_hit_number",
                          fmt::format("to_hit_number is missing: that of {} at range {} was not "
                                      "recovered",
                                      weapon, range),
                          "the number printed on the back of the weapon's counter");
    }
    return *number - drm;
  }

  static Penetration penetration(const Arguments& arguments, const Charts& charts) {
    const std::string& weapon = arguments.choice("weapon");
    KillTarget target = asked_kill_target(arguments);
    if (target.kind.ends_with("_gun")) {
      throw ArgumentError("target_kind", "the targets here are vehicles",
                          "closed_topped, open_topped or unarmored");
    }
    target.range = arguments.integer("range");
    target.hull_down = arguments.flag("hull_down");
    if (weapon == "panzerfaust_42b") target.drm += 2;  // 85.52
    if (arguments.choice("deliberate_immobilization") != "none") target.front_armor = 0;
    const char* const column = weapon == "bazooka" ? "bazooka" : "panzerfaust";  // 85.4
    return {{weapon, column, false, true, true}, target, true, charts};
  }

  int shots_;
  bool already_immobilized_;
  bool deliberate_;
  int breakdown_number_;
  int needed_;
  Penetration penetration_;
};

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = {
      choice("weapon",
             {"panzerfaust", "panzerfaust_42b", "panzerfaust_43a", "panzerfaust_43b",
              "panzerfaust_44a", "panzerschreck", "bazooka"},
             "panzerfaust is the base game's, an average of the four versions")
          .tried_with({"panzerfaust", "bazooka", "panzerfaust"}),
      integer("range", 1, 12, "the range in hexes").by_default("1").tried_with({"1", "2", "3"}),
      integer("to_hit_number", -5, 12,
              "the number on the back of the counter; left out: the base-game chart's")
          .optional()
          .tried_with({"", "6"}),
      flag("after_movement", "fired in the Advancing Fire Phase after moving"),
      integer("shots", 1, 6, "how many are fired, one after the other")
          .by_default("1")
          .tried_with({"1", "2", "3"}),
      integer("leadership", -3, 2, "the modifier of the leader, for the To Hit roll only")
          .or_of_unit(UnitFact::leadership)
          .by_default("0"),
      flag("hull_down", "the target is behind a wall or crest: +2"),
      flag("moving", "the target is moving: +2"),
      flag("captured", "a captured weapon: +2, breakdown number lowered by 2 (90)"),
      flag("inexperienced", "inexperienced infantry: breakdown number lowered by 1 (94.3)"),
      choice(
          "deliberate_immobilization", {"none", "side", "rear"},
          "aims at the tracks: +3 from the side, +5 from the rear; a hit only immobilizes (66.2)")
          .tried_with({"none", "none", "side"}),
      integer("breakdown_number", 7, 13,
              "an Original roll of this or more breaks a launcher; 13: never; a bazooka's is 11")
          .by_default("13"),
      integer("to_hit_drm", -5, 10, "all other To Hit modifiers").by_default("0"),
      flag("already_immobilized", "the target is immobilized already"),
  };
  append(all, kill_vehicle_parameters());
  return all;
}

}  // namespace

Procedure panzerfaust() {
  return {
      .name = "sl.panzerfaust",
      .rule = "37.3, 37.4, COI 85",
      .summary = "panzerfausts, a Panzerschreck or a bazooka against a vehicle",
      .details =
          "A DR of the To Hit number or less, modifiers applied, hits; then a roll on the AFV "
          "Kill chart, the Panzerschreck in the panzerfaust's column (85.4), the 1942 "
          "panzerfaust at +2 (85.52). Critical hits, random immobilization and burning are those "
          "of sl.to-kill; that an Original 2 may be a critical hit of these weapons too is the "
          "plain reading of 68.1. Several are fired one after the other until the target is out "
          "or the launcher breaks down.\n"
          "The base game's To Hit and kill numbers stand in; those of the four Cross of Iron "
          "versions and of the Panzerschreck are on the backs of their counters and were not "
          "recovered: give them with --to-hit-number. The table of versions by date (85.6) was "
          "not recovered either.",
      .parameters = parameters(),
      .outcomes = damage_outcomes(),
      .events = {{"hit", "the vehicle was hit"}, {"breakdown", "the launcher broke down"}},
      .measures = {},
      .charts = {RocketTable::chart_name, AfvKillTable::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<Panzerfaust>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::squad_leader
