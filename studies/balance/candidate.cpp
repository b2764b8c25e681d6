#include "studies/balance/candidate.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/play/parallel.hpp"
#include "core/text/nearest_whole.hpp"

namespace combat_odds {
Candidate::Candidate(const BalanceGame& game, std::size_t unit, const Ground& ground)
    : units_(game.units()),
      unit_(unit),
      price_(ground.setting().prices[unit]),
      most_in_force_(game.most()),
      is_simulated_(game.is_simulated()),
      met_(units_.size()) {
  for (std::size_t i = 0; i < units_.size(); ++i) is_there_.push_back(ground.setting().has(i));
  for (const Ground::Part& part : ground.parts()) {
    const BalanceSetting& setting = *part.setting;
    if (!setting.has(unit)) continue;
    parts_.push_back({&setting,
                      part.fights,
                      part.weight,
                      static_cast<double>(setting.points - units_[unit].fixed_points),
                      setting.prices[unit] / price_,
                      {}});
    for (std::size_t i = 0; i < units_.size(); ++i) {
      if (setting.has(i)) met_[i] += part.weight;
    }
  }
}

bool Candidate::takes(double price) const {
  return price > 0 && std::ranges::all_of(parts_, [&](const Part& part) {
           const double each = price * part.factor;
           return part.budget >= each && part.budget <= each * most_in_force_;
         });
}

std::vector<Duel> Candidate::duels_at(double price) {
  std::vector<Duel> sums(units_.size());
  for (Part& part : parts_) {
    for (const Strength& own :
         strengths(units_[unit_], price * part.factor, part.setting->points)) {
      const std::vector<Duel>& duels = with(part, own.number);
      for (std::size_t i = 0; i < sums.size(); ++i) {
        if (!part.setting->has(i)) continue;
        sums[i].add(duels[i], own.probability * (part.weight / met_[i]));
      }
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (is_there_[i] && met_[i] == 0) sums[i].both = 1;
  }
  return sums;
}

FairPrice Candidate::fair_price() {
  std::vector<double> field(units_.size());
  for (std::size_t i = 0; i < field.size(); ++i) field[i] = i != unit_ && met_[i] > 0 ? 1 : 0;
  FairPrice price;
  const double opponents = std::accumulate(field.begin(), field.end(), 0.0);
  const std::vector<Duel> listed = duels();
  double variance = 0;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field[i] == 0) continue;
    price.score += listed[i].score() / opponents;
    price.score_in_first_role += listed[i].score_in_first_role / opponents;
    price.score_in_second_role += listed[i].score_in_second_role() / opponents;
    variance += listed[i].variance_of_score() / (opponents * opponents);
  }
  if (is_simulated_) price.score_error = std::sqrt(variance);
  const BreakEven even = break_even(field);
  price.break_even = even.price;
  price.at_most = even.at_most;
  if (opponents < 2) return price;
  std::vector<double> without;  // leaving out one opponent each
  for (double& weight : field) {
    if (weight == 0) continue;
    weight = 0;
    without.push_back(break_even(field).price);
    weight = 1;
  }
  const double mean = std::accumulate(without.begin(), without.end(), 0.0) / opponents;
  double squares = 0;
  for (const double value : without) squares += (value - mean) * (value - mean);
  price.error = std::sqrt((opponents - 1) / opponents * squares);
  return price;
}

BreakEven Candidate::break_even(const std::vector<double>& weights) {
  // Between two whole numbers of units, the score of a mixture of both is a straight line in the
  // number bought, which is the same in all settings but for a factor. So the price where it
  // crosses a half is exact.
  const std::vector<double> whole = whole_numbers();
  const double listed = parts_.front().budget / (price_ * parts_.front().factor);
  const auto above_listed =
      std::ranges::upper_bound(whole, listed * (1 + of_rounding)) - whole.begin();
  const std::size_t last = whole.size() - 1;
  auto at = static_cast<std::size_t>(std::max<std::ptrdiff_t>(above_listed - 1, 1));
  at = std::min(at, last);
  while (at > 0 && mean_score(whole[at], weights) >= 0.5) --at;
  while (at < last && mean_score(whole[at + 1], weights) < 0.5) ++at;
  const double factor = parts_.front().factor;
  if (at == last) return {price_of(whole[last]) / factor, true};
  const double below = mean_score(whole[at], weights);
  const double above = mean_score(whole[at + 1], weights);
  const double number = whole[at] + (0.5 - below) / (above - below) * (whole[at + 1] - whole[at]);
  return {price_of(number) / factor, false};
}

std::vector<double> Candidate::whole_numbers() const {
  // So many in a setting are `unit` times as many in the first one.
  const auto unit = [&](const Part& part) {
    return parts_.front().budget / part.budget * (part.factor / parts_.front().factor);
  };
  double most = most_in_force_;
  for (const Part& part : parts_) most = std::min(most, most_in_force_ * unit(part));
  std::vector<double> numbers = {0};
  for (const Part& part : parts_) {
    for (int number = 1; number <= most_in_force_; ++number) {
      const double here = number * unit(part);
      if (here <= most * (1 + of_rounding)) numbers.push_back(std::min(here, most));
    }
  }
  std::ranges::sort(numbers);
  const auto repeated =
      std::ranges::unique(numbers, [](double a, double b) { return b - a <= of_rounding * b; });
  numbers.erase(repeated.begin(), repeated.end());
  return numbers;
}

const std::vector<Duel>& Candidate::with(Part& part, int number) {
  const auto [entry, is_new] = part.known.try_emplace(number, units_.size());
  std::vector<Duel>& duels = entry->second;
  if (!is_new) return duels;
  const BalanceSetting& setting = *part.setting;
  parallel_for(units_.size(), [&](std::size_t opponent) {
    if (!setting.has(opponent)) return;
    for (const Strength& other :
         strengths(units_[opponent], setting.prices[opponent], setting.points)) {
      if (number == 0) {
        duels[opponent].loses += other.probability;
        continue;
      }
      const Duel duel = part.fights->fight({unit_, number}, {opponent, other.number});
      duels[opponent].add(duel, other.probability);
    }
  });
  return duels;
}

double Candidate::mean_score(double number, const std::vector<double>& weights) {
  const std::vector<Duel> duels =
      number == 0 ? std::vector<Duel>() : duels_at(price_of(number) / parts_.front().factor);
  double sum = 0;
  double all = 0;
  for (std::size_t opponent = 0; opponent < units_.size(); ++opponent) {
    if (weights[opponent] == 0) continue;
    sum += weights[opponent] * (duels.empty() ? 0 : duels[opponent].score());
    all += weights[opponent];
  }
  return sum / all;
}

}  // namespace combat_odds
