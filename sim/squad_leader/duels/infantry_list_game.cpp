#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <span>
#include <string>

#include "core/play/parallel.hpp"
#include "core/text/fnv1a.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_leader/counters/unit_points.hpp"
#include "sim/squad_leader/duels/firefight_rounds.hpp"
#include "sim/squad_leader/duels/firefight_solver.hpp"
#include "sim/squad_leader/duels/infantry_list.hpp"

namespace combat_odds::squad_leader {
namespace {

/// One combination of the parameters for matching squads.
struct FirefightSetting {
  int points = 60;
  int range = 4;
  int drm = 2;
  int group = 3;
  FirefightRules rules;

  void prepare(const Charts&) { rules.range = range; }
};

const Declaration<FirefightSetting>& declared() {
  using Rules = Declaration<FirefightRules>;
  static const Declaration<FirefightSetting> setting = [] {
    Declaration<FirefightSetting> all{FirefightSetting()};
    all.named("balance", "", "")
        .asks(&FirefightSetting::points, "points", 1, 100'000, "the points that each side spends")
        .asks(&FirefightSetting::range, "range", 1, 40, "between the two sides, in hexes")
        .asks(&FirefightSetting::drm, "drm", -10, 15,
              "the terrain in which both stand: its DRM to all fire")
        .includes(&FirefightSetting::rules,
                  [](Rules& rules) {
                    rules.asks(&FirefightRules::turns, "turns", 1, 40,
                               "how many player turns it may take");
                  })
        .asks(&FirefightSetting::group, "group", 1, BalanceGame::most_in_force,
              "the most squads that fire as one Fire Group")
        .includes(&FirefightSetting::rules, [](Rules& rules) {
          rules
              .asks(&FirefightRules::stacking, "stacking", 1, BalanceGame::most_in_force,
                    "the most squads that one attack can hit")
              .asks(&FirefightRules::first, "first", one_of({"die", "a", "b"}),
                    "who is the first player: a die, the unit, the opponent")
              .asks(&FirefightRules::battlefield_integrity, "battlefield_integrity",
                    "losses lower the morale of a side (93)")
              .asks(&FirefightRules::shelter, "shelter",
                    "broken units are out of the enemy's sight");
        });
    return all;
  }();
  return setting;
}

/// Matches the squads of a list. It stands apart from the duels that a ProcedureGame plays: a list
/// has thousands of firefights that share their rolls, which FirefightSolver works out once. With
/// sl.firefight as one more duel form, German and Russian infantry took sixteen times as long.
class InfantryGame final : public BalanceGame {
  /// " (long for 8-3-8 and 6-2-8)": whose own fire is at more than the printed range there.
  std::string long_range(int range) const {
    std::set<std::string> names;
    for (const ListedInfantry& unit : infantry_) {
      if (unit.squad.range < range) names.insert(unit.squad.text);
    }
    constexpr std::size_t most = 4;
    if (names.empty()) return "";
    if (names.size() > most) return fmt::format(" (long for {} kinds of squad)", names.size());
    return fmt::format(" (long for {})", fmt::join(names, ", "));
  }

 public:
  InfantryGame(std::vector<ListedInfantry> infantry, std::span<const ListSetting> settings,
               const Charts& charts)
      : infantry_(std::move(infantry)), ift_(charts.get<Ift>(Ift::chart_name)) {
    for (const ListedInfantry& unit : infantry_) units_.push_back(unit);
    for (const ListSetting& listed : settings) {
      asked_.push_back(declared().filled(listed.arguments, charts));
      const FirefightSetting& asked = asked_.back();
      BalanceSetting setting;
      setting.number = settings_.size();
      setting.points = asked.points;
      setting.cells = {fmt::format("{}", asked.range), fmt::format("{}", asked.drm)};
      setting.told =
          fmt::format("range {}{}, DRM {:+}", asked.range, long_range(asked.range), asked.drm);
      setting.values = listed.varied;
      for (const BalanceUnit& unit : units_) setting.prices.push_back(unit.points * unit.rarity);
      settings_.push_back(std::move(setting));
    }
  }

  std::string duel() const override { return "sl.firefight"; }
  const std::vector<BalanceUnit>& units() const override { return units_; }
  const std::vector<BalanceSetting>& settings() const override { return settings_; }
  std::vector<std::string> setting_columns() const override { return {"range", "drm"}; }
  std::set<std::string> charts_used() const override {
    return {Ift::chart_name, InfantryPoints::chart_name};
  }
  std::string manner() const override { return "in a stand-off"; }

  Duel fight(const BalanceSetting& setting, Contingent own, Contingent other,
             RunControl* control) const override {
    const FirefightSetting& asked = asked_of(setting);
    const Firefight firefight(ift_, force_of(own, asked), force_of(other, asked), asked.rules);
    const FirefightOdds odds = solvers_.local().solve(firefight, control);
    return {odds.a_holds,
            odds.b_holds,
            odds.both + odds.neither,
            odds.points_lost_a,
            odds.points_lost_b,
            0,
            0};
  }

  void simulate(const BalanceSetting& setting, Contingent own, Contingent other,
                const OddsOptions& options, Duel& duel) const override {
    const FirefightSetting& asked = asked_of(setting);
    const FirefightRounds process(
        Firefight(ift_, force_of(own, asked), force_of(other, asked), asked.rules));
    const std::string key = fmt::format("{} {} {} {} {} {} {} {}", units_[own.unit].name,
                                        own.number, units_[other.unit].name, other.number,
                                        asked.points, asked.rules.range, asked.drm, asked.group);
    const Odds odds = odds_of(process, Fnv1a().add(key).value(), options);
    duel.trials += odds.trials;
    for (const Chance& chance : odds.chances) {
      if (chance.kind == Chance::Kind::outcome && chance.name == "a_holds") {
        duel.held += chance.count;
      }
    }
  }

  bool has_efficiency() const override { return true; }
  Efficiency one_attack(const BalanceSetting& setting, std::size_t own,
                        std::size_t other) const override {
    const FirefightSetting& asked = asked_of(setting);
    const ListedInfantry& unit = infantry_[own];
    const ListedInfantry& target = infantry_[other];
    const int squads = std::min(asked.group, most_in_force);
    FirefightRules rules = asked.rules;
    rules.first = FirefightRules::First::a;
    const Firefight firefight(ift_, force_of({own, squads}, asked),
                              force_of({other, rules.stacking}, asked), rules);
    const FirefightState start = firefight.next_turn(firefight.start(), 0);
    const Pending pending = firefight.pending(start);
    Efficiency sum;  // in points; below, for each point of its own
    if (pending.kind != Pending::Kind::attack || pending.side != 1) return sum;
    using Status = TargetUnit::Status;
    for (const auto& [result, probability] : solvers_.local().chances(firefight, pending)) {
      const int eliminated = pending.targets_good - result.good - result.broken;
      sum.broken += probability * result.broken * setting.prices[other];
      sum.eliminated += probability * eliminated * setting.prices[other];
      if (target.leader && result.leader != Status::good) {
        (result.leader == Status::broken ? sum.broken : sum.eliminated) +=
            probability * target.fixed_points;
      }
    }
    const double own_points = static_cast<double>(squads) * setting.prices[own] + unit.fixed_points;
    sum.broken /= own_points;
    sum.eliminated /= own_points;
    return sum;
  }

 private:
  const FirefightSetting& asked_of(const BalanceSetting& setting) const {
    return asked_[setting.number];
  }

  Force force_of(Contingent contingent, const FirefightSetting& setting) const {
    const ListedInfantry& unit = infantry_[contingent.unit];
    Force force;
    force.squad = unit.squad;
    force.squads = contingent.number;
    force.squad_points = unit.points;
    force.leader = unit.leader;
    force.leader_points = unit.fixed_points;
    if (unit.machine_gun_firepower > 0) {
      force.machine_guns = contingent.number;
      force.machine_gun_firepower = unit.machine_gun_firepower;
      force.machine_gun_range = unit.machine_gun_range;
    }
    force.breakdown_number = unit.breakdown_number;
    force.drm = setting.drm;
    force.group = setting.group;
    force.self_rally = unit.self_rally;
    force.broken_morale = unit.broken_morale;
    force.ss = unit.ss;
    return force;
  }

  std::vector<ListedInfantry> infantry_;
  std::vector<BalanceUnit> units_;
  std::vector<FirefightSetting> asked_;
  std::vector<BalanceSetting> settings_;
  const Ift& ift_;
  mutable PerThread<FirefightSolver> solvers_;
};

const Procedure& list_parameters() {
  static const Procedure parameters = Declaration(declared());
  return parameters;
}

std::unique_ptr<BalanceGame> read_game(const CsvTable& table, std::span<const ListSetting> settings,
                                       const Charts& charts) {
  return std::make_unique<InfantryGame>(read_infantry(table, charts), settings, charts);
}

}  // namespace

InfantryLists firefights_by_list() {
  InfantryLists lists;
  lists.game = "sl";
  lists.settings = &list_parameters();
  lists.read = &read_game;
  return lists;
}

}  // namespace combat_odds::squad_leader
