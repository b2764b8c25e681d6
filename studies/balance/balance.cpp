#include "studies/balance/balance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/play/parallel.hpp"
#include "core/text/nearest_whole.hpp"
#include "studies/balance/candidate.hpp"
#include "studies/balance/fights.hpp"

namespace combat_odds {
namespace {

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
      if (!setting.has(i)) continue;
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
  Fights fights(game, setting, options.control);
  return balance(game, Ground(setting, fights), options);
}

BalanceResult balance(const BalanceGame& game, const Ground& ground, const OddsOptions& options) {
  const BalanceSetting& setting = ground.setting();
  const bool is_one = ground.parts().size() == 1;
  const std::size_t units = game.units().size();
  BalanceResult result;
  result.setting = setting;
  result.duels.assign(units, std::vector<Duel>(units));
  result.prices.resize(units);
  if (is_one && game.has_efficiency())
    result.efficiency.assign(units, std::vector<Efficiency>(units));
  parallel_for(units, [&](std::size_t i) {
    if (!setting.has(i)) return;
    Candidate candidate(game, i, ground);
    result.duels[i] = candidate.duels();
    result.prices[i] = candidate.fair_price();
    for (std::size_t j = 0; j < result.efficiency.size(); ++j) {
      if (setting.has(j)) result.efficiency[i][j] = game.one_attack(setting, i, j);
    }
  });
  if (game.is_simulated()) {
    for (std::vector<Duel>& row : result.duels) {
      for (Duel& duel : row) {
        duel.held =
            static_cast<std::uint64_t>(std::llround(duel.holds * static_cast<double>(duel.trials)));
      }
    }
  } else if (is_one && options.method != Method::exact) {
    parallel_for(units * units, [&](std::size_t pair) {
      const std::size_t i = pair / units;
      const std::size_t j = pair % units;
      if (!setting.has(i) || !setting.has(j)) return;
      simulate(result.duels[i][j], game, setting, i, j, options);
    });
  }
  std::vector<std::size_t> order(units);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t i) { return !setting.has(i); });
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return result.ratio(a) > result.ratio(b); });
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    result.prices[order[rank]].rank = static_cast<int>(rank) + 1;
  }
  return result;
}

std::size_t worst_priced(const BalanceResult& result) {
  const auto distance = [&](std::size_t i) {
    return result.setting.has(i) ? std::abs(std::log(result.ratio(i))) : -1.0;
  };
  std::size_t worst = 0;
  for (std::size_t i = 1; i < result.prices.size(); ++i) {
    if (distance(i) > distance(worst)) worst = i;
  }
  return worst;
}

}  // namespace combat_odds
