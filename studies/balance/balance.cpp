#include "studies/balance/balance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "core/play/parallel.hpp"
#include "core/text/nearest_whole.hpp"
#include "studies/balance/fights.hpp"

namespace combat_odds {
namespace {

void add(Duel& sum, const Duel& duel, double weight) {
  sum.holds += weight * duel.holds;
  sum.loses += weight * duel.loses;
  sum.both += weight * duel.both;
  sum.points_lost += weight * duel.points_lost;
  sum.points_lost_by_opponent += weight * duel.points_lost_by_opponent;
}

/// All matches of one unit.
class Candidate {
 public:
  Candidate(const BalanceGame& game, std::size_t unit, const BalanceSetting& setting,
            Fights& fights)
      : units_(game.units()),
        unit_(unit),
        setting_(setting),
        fights_(fights),
        most_in_force_(game.most()) {}

  /// The duels against every unit, its own kind included, at listed prices.
  std::vector<Duel> duels() {
    std::vector<Duel> sums(units_.size());
    for (const Strength& own : strengths_of(unit_)) {
      const std::vector<Duel>& duels = with(own.number);
      for (std::size_t i = 0; i < sums.size(); ++i) add(sums[i], duels[i], own.probability);
    }
    return sums;
  }

  FairPrice fair_price() {
    FairPrice price;
    const std::size_t nobody = units_.size();
    for (const Strength& own : strengths_of(unit_)) {
      price.score += own.probability * mean_score(own.number, nobody);
    }
    price.break_even = break_even(nobody, price.at_most);
    std::vector<double> without;  // leaving out one opponent each
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
  std::vector<Strength> strengths_of(std::size_t unit) const {
    return strengths(units_[unit], setting_.prices[unit], setting_.points);
  }

  /// `number` of this unit against the forces of all units at their listed prices.
  const std::vector<Duel>& with(int number) {
    const auto [entry, is_new] = known_.try_emplace(number, units_.size());
    std::vector<Duel>& duels = entry->second;
    if (!is_new) return duels;
    parallel_for(units_.size(), [&](std::size_t opponent) {
      for (const Strength& other : strengths_of(opponent)) {
        if (number == 0) {
          duels[opponent].loses += other.probability;
          continue;
        }
        add(duels[opponent], fights_.fight({unit_, number}, {opponent, other.number}),
            other.probability);
      }
    });
    return duels;
  }

  /// The mean score of `number` units against the field without one opponent (past the end: without
  /// none).
  double mean_score(int number, std::size_t left_out) {
    const std::vector<Duel>& duels = with(number);
    double sum = 0;
    int opponents = 0;
    for (std::size_t opponent = 0; opponent < units_.size(); ++opponent) {
      if (opponent == unit_ || opponent == left_out) continue;
      sum += duels[opponent].score();
      ++opponents;
    }
    return sum / opponents;
  }

  /// Between two whole numbers of units, the score of a mixture of both is a straight line. So the
  /// price where it crosses a half is exact.
  double break_even(std::size_t left_out, bool& at_most) {
    const int budget = setting_.points - units_[unit_].fixed_points;
    int number = nearest_whole(std::floor(budget / setting_.prices[unit_]), 1, most_in_force_);
    while (number > 0 && mean_score(number, left_out) >= 0.5) --number;
    while (number < most_in_force_ && mean_score(number + 1, left_out) < 0.5) ++number;
    at_most = number == most_in_force_;
    if (at_most) return static_cast<double>(budget) / most_in_force_;
    const double below = mean_score(number, left_out);
    const double above = mean_score(number + 1, left_out);
    return budget / (number + (0.5 - below) / (above - below));
  }

  const std::vector<BalanceUnit>& units_;
  std::size_t unit_;
  const BalanceSetting& setting_;
  Fights& fights_;
  int most_in_force_;
  std::map<int, std::vector<Duel>> known_;
};

/// Plays the duel by its procedure, with the trials divided among the strengths.
void simulate(Duel& duel, const BalanceGame& game, const BalanceSetting& setting, std::size_t unit,
              std::size_t opponent, const OddsOptions& options) {
  const auto strengths_of = [&](std::size_t i) {
    return strengths(game.units()[i], setting.prices[i], setting.points);
  };
  double share = 0;
  for (const Strength& own : strengths_of(unit)) {
    for (const Strength& other : strengths_of(opponent)) {
      OddsOptions part = options;
      part.method = Method::monte_carlo;
      share += own.probability * other.probability;
      const auto until = std::min(
          options.trials,
          static_cast<std::uint64_t>(std::llround(share * static_cast<double>(options.trials))));
      if (until <= duel.trials) continue;
      part.trials = until - duel.trials;
      game.simulate(setting, {unit, own.number}, {opponent, other.number}, part, duel);
    }
  }
}

}  // namespace

std::vector<Strength> strengths(const BalanceUnit& unit, double price, int points) {
  const double budget = points - unit.fixed_points;
  // Prices may be products such as 40 * 1.1: rounding must not turn a whole number into a fraction.
  const double bought = budget / price;
  const double nearest = std::round(bought);
  const bool even = std::abs(bought - nearest) < 1e-9 * nearest;
  constexpr int most = std::numeric_limits<int>::max() - 1;
  const int whole = nearest_whole(even ? nearest : std::floor(bought), 0, most);
  if (even) return {{whole, 1}};
  const double more = (budget - whole * price) / price;
  return {{whole, 1 - more}, {whole + 1, more}};
}

void check_forces(const BalanceGame& game) {
  constexpr double rounding = 1e-9;
  const int most_in_force = game.most();
  for (const BalanceSetting& setting : game.settings()) {
    for (std::size_t i = 0; i < game.units().size(); ++i) {
      const BalanceUnit& unit = game.units()[i];
      const double price = setting.prices[i];
      const double least = price + unit.fixed_points;
      if (setting.points < least - rounding) {
        throw InputError(
            unit.place,
            fmt::format("{} points buy no '{}', which costs {}", setting.points, unit.name, least),
            fmt::format("--points {} or more", std::ceil(least - rounding)));
      }
      if (strengths(unit, price, setting.points).back().number > most_in_force) {
        throw InputError(unit.place,
                         fmt::format("{} points buy more than {} '{}' at {}", setting.points,
                                     most_in_force, unit.name, price),
                         fmt::format("--points {} or less",
                                     std::floor(most_in_force * price + unit.fixed_points)));
      }
    }
  }
}

BalanceResult balance(const BalanceGame& game, const BalanceSetting& setting,
                      const OddsOptions& options) {
  const std::size_t units = game.units().size();
  BalanceResult result;
  result.setting = setting;
  result.duels.assign(units, std::vector<Duel>(units));
  result.prices.resize(units);
  if (game.has_efficiency()) result.efficiency.assign(units, std::vector<Efficiency>(units));
  Fights fights(game, setting, options.control);
  parallel_for(units, [&](std::size_t i) {
    Candidate candidate(game, i, setting, fights);
    result.duels[i] = candidate.duels();
    result.prices[i] = candidate.fair_price();
    for (std::size_t j = 0; j < result.efficiency.size(); ++j) {
      result.efficiency[i][j] = game.one_attack(setting, i, j);
    }
  });
  if (options.method != Method::exact) {
    parallel_for(units * units, [&](std::size_t pair) {
      const std::size_t i = pair / units;
      const std::size_t j = pair % units;
      simulate(result.duels[i][j], game, setting, i, j, options);
    });
  }
  std::vector<std::size_t> order(units);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return result.ratio(a) > result.ratio(b); });
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    result.prices[order[rank]].rank = static_cast<int>(rank) + 1;
  }
  return result;
}

std::size_t worst_priced(const BalanceResult& result) {
  const auto distance = [&](std::size_t i) { return std::abs(std::log(result.ratio(i))); };
  std::size_t worst = 0;
  for (std::size_t i = 1; i < result.prices.size(); ++i) {
    if (distance(i) > distance(worst)) worst = i;
  }
  return worst;
}

}  // namespace combat_odds
