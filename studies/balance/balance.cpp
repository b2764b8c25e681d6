#include "combat_odds/studies/balance/balance.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "combat_odds/core/fnv1a.hpp"
#include "combat_odds/core/parallel.hpp"
#include "combat_odds/sim/declaration.hpp"
#include "combat_odds/sim/squad_leader/infantry/firefight_solver.hpp"

namespace combat_odds {
namespace {

using squad_leader::Firefight;
using squad_leader::FirefightOdds;
using squad_leader::FirefightSolver;
using squad_leader::Force;
using squad_leader::Ift;

constexpr int most_squads = 12;

/// Points that do not divide evenly: a force is the whole number of squads below, or one more with
/// the probability that makes the points right on average.
struct Strength {
  int squads = 0;
  double probability = 1;
};

/// What is left for squads once the leader is paid.
int squad_budget(const BalanceUnit& unit, int points) { return points - unit.leader_points; }

std::vector<Strength> strengths(const BalanceUnit& unit, int points) {
  const int whole = squad_budget(unit, points) / unit.points;
  const int odd = squad_budget(unit, points) % unit.points;
  const double more = static_cast<double>(odd) / unit.points;
  std::vector<Strength> all = {{whole, 1 - more}};
  if (odd > 0) all.push_back({whole + 1, more});
  return all;
}

Force force_of(const BalanceUnit& unit, int squads, const BalanceSetting& setting) {
  Force force;
  force.squad = unit.squad;
  force.squads = squads;
  force.squad_points = unit.points;
  force.leader = unit.leader;
  force.leader_points = unit.leader_points;
  if (unit.machine_gun_firepower > 0) {
    force.machine_guns = squads;
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

Duel as_duel(const FirefightOdds& odds) {
  return {odds.a_holds, odds.b_holds, odds.both, odds.points_lost_a, odds.points_lost_b, 0, 0};
}

void add(Duel& sum, const Duel& duel, double weight) {
  sum.holds += weight * duel.holds;
  sum.loses += weight * duel.loses;
  sum.both += weight * duel.both;
  sum.points_lost += weight * duel.points_lost;
  sum.points_lost_by_opponent += weight * duel.points_lost_by_opponent;
}

using Solvers = PerThread<FirefightSolver>;

/// All matches of one unit.
class Candidate {
 public:
  Candidate(const std::vector<BalanceUnit>& units, std::size_t unit, const BalanceSetting& setting,
            const Ift& ift, Solvers& solvers, const RunControl* control)
      : units_(units),
        unit_(unit),
        setting_(setting),
        ift_(ift),
        solvers_(solvers),
        control_(control) {}

  /// Against every unit, its own kind among them, at listed prices.
  std::vector<Duel> duels() {
    std::vector<Duel> sums(units_.size());
    for (const Strength& own : strengths(units_[unit_], setting_.points)) {
      const std::vector<Duel>& duels = with(own.squads);
      for (std::size_t i = 0; i < sums.size(); ++i) add(sums[i], duels[i], own.probability);
    }
    return sums;
  }

  FairPrice fair_price() {
    FairPrice price;
    const std::size_t nobody = units_.size();
    for (const Strength& own : strengths(units_[unit_], setting_.points)) {
      price.score += own.probability * mean_score(own.squads, nobody);
    }
    price.break_even = break_even(nobody, price.at_most);
    std::vector<double> without;  // one opponent less
    for (std::size_t left_out = 0; left_out < units_.size(); ++left_out) {
      bool ignored = false;
      if (left_out != unit_) without.push_back(break_even(left_out, ignored));
    }
    if (without.size() < 2) return price;
    const auto count = static_cast<double>(without.size());
    const double mean = std::accumulate(without.begin(), without.end(), 0.0) / count;
    double squares = 0;
    for (const double value : without) squares += (value - mean) * (value - mean);
    price.error = std::sqrt((count - 1) / count * squares);
    return price;
  }

 private:
  /// So many squads of this unit against the forces of all units at their listed prices.
  const std::vector<Duel>& with(int squads) {
    const auto [entry, is_new] = known_.try_emplace(squads, units_.size());
    std::vector<Duel>& duels = entry->second;
    if (!is_new) return duels;
    parallel_for(units_.size(), [&](std::size_t opponent) {
      for (const Strength& other : strengths(units_[opponent], setting_.points)) {
        if (squads == 0) {
          duels[opponent].loses += other.probability;
          continue;
        }
        const Firefight firefight(ift_, force_of(units_[unit_], squads, setting_),
                                  force_of(units_[opponent], other.squads, setting_),
                                  setting_.rules);
        add(duels[opponent], as_duel(solvers_.local().solve(firefight, control_)),
            other.probability);
      }
    });
    return duels;
  }

  /// The mean score of so many squads against the field, without one opponent (or none: past the
  /// end).
  double mean_score(int squads, std::size_t left_out) {
    const std::vector<Duel>& duels = with(squads);
    double sum = 0;
    int opponents = 0;
    for (std::size_t opponent = 0; opponent < units_.size(); ++opponent) {
      if (opponent == unit_ || opponent == left_out) continue;
      sum += duels[opponent].score();
      ++opponents;
    }
    return sum / opponents;
  }

  /// Between whole numbers of squads the score of a mixture of both is a straight line, so the
  /// price where it crosses a half is known exactly.
  double break_even(std::size_t left_out, bool& at_most) {
    const int budget = squad_budget(units_[unit_], setting_.points);
    int squads = std::clamp(budget / units_[unit_].points, 1, most_squads);
    while (squads > 0 && mean_score(squads, left_out) >= 0.5) --squads;
    while (squads < most_squads && mean_score(squads + 1, left_out) < 0.5) ++squads;
    at_most = squads == most_squads;
    if (at_most) return static_cast<double>(budget) / most_squads;
    const double below = mean_score(squads, left_out);
    const double above = mean_score(squads + 1, left_out);
    return budget / (squads + (0.5 - below) / (above - below));
  }

  const std::vector<BalanceUnit>& units_;
  std::size_t unit_;
  const BalanceSetting& setting_;
  const Ift& ift_;
  Solvers& solvers_;
  const RunControl* control_;
  std::map<int, std::vector<Duel>> known_;
};

/// Plays the duel as the procedure does, the trials shared out over the strengths.
void simulate(Duel& duel, const BalanceUnit& unit, const BalanceUnit& opponent,
              const BalanceSetting& setting, const Charts& charts, const OddsOptions& options) {
  const Ift& ift = charts.get<Ift>(Ift::chart_name);
  double share = 0;
  for (const Strength& own : strengths(unit, setting.points)) {
    for (const Strength& other : strengths(opponent, setting.points)) {
      OddsOptions part = options;
      part.method = Method::monte_carlo;
      share += own.probability * other.probability;
      const auto until = std::min(
          options.trials,
          static_cast<std::uint64_t>(std::llround(share * static_cast<double>(options.trials))));
      if (until <= duel.trials) continue;
      part.trials = until - duel.trials;
      const Force a = force_of(unit, own.squads, setting);
      const Force b = force_of(opponent, other.squads, setting);
      const squad_leader::FirefightRounds process(Firefight(ift, a, b, setting.rules));
      const std::string key =
          fmt::format("{} {} {} {} {} {} {} {}", unit.name, own.squads, opponent.name, other.squads,
                      setting.points, setting.rules.range, setting.drm, setting.group);
      const Odds odds = odds_of(process, Fnv1a().add(key).value(), part);
      duel.trials += odds.trials;
      for (const Chance& chance : odds.chances) {
        if (chance.kind == Chance::Kind::outcome && chance.name == "a_holds") {
          duel.held += chance.count;
        }
      }
    }
  }
}

Efficiency one_attack(const BalanceUnit& unit, const BalanceUnit& target,
                      const BalanceSetting& setting, const Ift& ift, FirefightSolver& solver) {
  const int squads = std::min(setting.group, most_squads);
  squad_leader::FirefightRules rules = setting.rules;
  rules.first = squad_leader::FirefightRules::First::a;
  const Firefight firefight(ift, force_of(unit, squads, setting),
                            force_of(target, rules.stacking, setting), rules);
  const squad_leader::FirefightState start = firefight.next_turn(firefight.start(), 0);
  const squad_leader::Pending pending = firefight.pending(start);
  Efficiency sum;  // points first, then for each own point
  if (pending.kind != squad_leader::Pending::Kind::attack || pending.side != 1) return sum;
  using Status = squad_leader::HexUnit::Status;
  for (const auto& [result, probability] : solver.chances(firefight, pending)) {
    const int eliminated = pending.targets_good - result.good - result.broken;
    sum.broken += probability * result.broken * target.points;
    sum.eliminated += probability * eliminated * target.points;
    if (target.leader && result.leader != Status::good) {
      (result.leader == Status::broken ? sum.broken : sum.eliminated) +=
          probability * target.leader_points;
    }
  }
  const double own_points = static_cast<double>(squads) * unit.points + unit.leader_points;
  sum.broken /= own_points;
  sum.eliminated /= own_points;
  return sum;
}

}  // namespace

namespace {

const Declaration<BalanceSetting>& declared() {
  using squad_leader::FirefightRules;
  using Rules = Declaration<FirefightRules>;
  static const Declaration<BalanceSetting> setting = [] {
    Declaration<BalanceSetting> all{BalanceSetting()};
    all.named("balance", "", "")
        .asks(&BalanceSetting::points, "points", 1, 1000, "the points that each side spends")
        .asks(&BalanceSetting::range, "range", 1, 40, "between the two sides, in hexes")
        .asks(&BalanceSetting::drm, "drm", -10, 15,
              "the terrain in which both stand: its DRM to all fire")
        .includes(&BalanceSetting::rules,
                  [](Rules& rules) {
                    rules.asks(&FirefightRules::turns, "turns", 1, 40,
                               "how many player turns it may take");
                  })
        .asks(&BalanceSetting::group, "group", 1, most_squads,
              "the most squads that fire as one Fire Group")
        .includes(&BalanceSetting::rules, [](Rules& rules) {
          rules
              .asks(&FirefightRules::stacking, "stacking", 1, most_squads,
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

}  // namespace

const Procedure& balance_parameters() {
  static const Procedure parameters = Declaration(declared());
  return parameters;
}

std::vector<BalanceSetting> balance_settings(const Scenario& scenario, const Charts& charts) {
  std::vector<BalanceSetting> settings;
  for (std::uint64_t i = 0; i < scenario.size(); ++i) {
    settings.push_back(declared().filled(scenario.arguments(i), charts));
  }
  return settings;
}

void check_forces(const std::vector<BalanceUnit>& units, const BalanceSetting& setting) {
  for (const BalanceUnit& unit : units) {
    const int least = unit.points + unit.leader_points;
    if (setting.points < least) {
      throw InputError(
          unit.place,
          fmt::format("{} points buy no '{}', which costs {}", setting.points, unit.name, least),
          fmt::format("--points {} or more", least));
    }
    if (strengths(unit, setting.points).back().squads > most_squads) {
      throw InputError(
          unit.place,
          fmt::format("{} points buy more than {} '{}' at {}", setting.points, most_squads,
                      unit.name, unit.points),
          fmt::format("--points {} or less", most_squads * unit.points + unit.leader_points));
    }
  }
}

BalanceResult balance(const std::vector<BalanceUnit>& units, const BalanceSetting& setting,
                      const Charts& charts, const OddsOptions& options) {
  const Ift& ift = charts.get<Ift>(Ift::chart_name);
  BalanceResult result;
  result.setting = setting;
  result.duels.assign(units.size(), std::vector<Duel>(units.size()));
  result.efficiency.assign(units.size(), std::vector<Efficiency>(units.size()));
  result.prices.resize(units.size());
  Solvers solvers;
  parallel_for(units.size(), [&](std::size_t i) {
    Candidate candidate(units, i, setting, ift, solvers, options.control);
    result.duels[i] = candidate.duels();
    result.prices[i] = candidate.fair_price();
    for (std::size_t j = 0; j < units.size(); ++j) {
      result.efficiency[i][j] = one_attack(units[i], units[j], setting, ift, solvers.local());
    }
  });
  if (options.method != Method::exact) {
    parallel_for(units.size() * units.size(), [&](std::size_t pair) {
      const std::size_t i = pair / units.size();
      const std::size_t j = pair % units.size();
      simulate(result.duels[i][j], units[i], units[j], setting, charts, options);
    });
  }
  std::vector<std::size_t> order(units.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto worth = [&](std::size_t i) { return result.prices[i].break_even / units[i].points; };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return worth(a) > worth(b); });
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    result.prices[order[rank]].rank = static_cast<int>(rank) + 1;
  }
  return result;
}

std::size_t worst_priced(const std::vector<BalanceUnit>& units, const BalanceResult& result) {
  const auto distance = [&](std::size_t i) {
    return std::abs(std::log(result.prices[i].break_even / units[i].points));
  };
  std::size_t worst = 0;
  for (std::size_t i = 1; i < units.size(); ++i) {
    if (distance(i) > distance(worst)) worst = i;
  }
  return worst;
}

}  // namespace combat_odds
