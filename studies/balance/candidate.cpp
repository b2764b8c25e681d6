#include "studies/balance/candidate.hpp"

#include <cmath>
#include <numeric>

#include "core/play/parallel.hpp"
#include "core/text/nearest_whole.hpp"

namespace combat_odds {
namespace {

void add(Duel& sum, const Duel& duel, double weight) {
  sum.holds += weight * duel.holds;
  sum.loses += weight * duel.loses;
  sum.both += weight * duel.both;
  sum.points_lost += weight * duel.points_lost;
  sum.points_lost_by_opponent += weight * duel.points_lost_by_opponent;
}

}  // namespace

Candidate::Candidate(const BalanceGame& game, std::size_t unit, const BalanceSetting& setting,
                     Fights& fights)
    : units_(game.units()),
      unit_(unit),
      setting_(setting),
      fights_(fights),
      most_in_force_(game.most()) {}

std::vector<Duel> Candidate::duels_at(double price) {
  std::vector<Duel> sums(units_.size());
  for (const Strength& own : strengths(units_[unit_], price, setting_.points)) {
    const std::vector<Duel>& duels = with(own.number);
    for (std::size_t i = 0; i < sums.size(); ++i) add(sums[i], duels[i], own.probability);
  }
  return sums;
}

FairPrice Candidate::fair_price() {
  std::vector<double> field(units_.size());
  for (std::size_t i = 0; i < field.size(); ++i) field[i] = i != unit_ && setting_.has(i) ? 1 : 0;
  FairPrice price;
  for (const Strength& own : strengths(units_[unit_], setting_.prices[unit_], setting_.points)) {
    price.score += own.probability * mean_score(own.number, field);
  }
  const BreakEven even = break_even(field);
  price.break_even = even.price;
  price.at_most = even.at_most;
  std::vector<double> without;  // leaving out one opponent each
  const double opponents = std::accumulate(field.begin(), field.end(), 0.0);
  if (opponents < 2) return price;
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
  // Between two whole numbers of units, the score of a mixture of both is a straight line. So the
  // price where it crosses a half is exact.
  const int budget = setting_.points - units_[unit_].fixed_points;
  int number = nearest_whole(std::floor(budget / setting_.prices[unit_]), 1, most_in_force_);
  while (number > 0 && mean_score(number, weights) >= 0.5) --number;
  while (number < most_in_force_ && mean_score(number + 1, weights) < 0.5) ++number;
  if (number == most_in_force_) return {static_cast<double>(budget) / most_in_force_, true};
  const double below = mean_score(number, weights);
  const double above = mean_score(number + 1, weights);
  return {budget / (number + (0.5 - below) / (above - below)), false};
}

const std::vector<Duel>& Candidate::with(int number) {
  const auto [entry, is_new] = known_.try_emplace(number, units_.size());
  std::vector<Duel>& duels = entry->second;
  if (!is_new) return duels;
  parallel_for(units_.size(), [&](std::size_t opponent) {
    if (!setting_.has(opponent)) return;
    for (const Strength& other :
         strengths(units_[opponent], setting_.prices[opponent], setting_.points)) {
      if (number == 0) {
        duels[opponent].loses += other.probability;
        continue;
      }
      const Duel duel = fights_.fight({unit_, number}, {opponent, other.number});
      add(duels[opponent], duel, other.probability);
    }
  });
  return duels;
}

double Candidate::mean_score(int number, const std::vector<double>& weights) {
  const std::vector<Duel>& duels = with(number);
  double sum = 0;
  double all = 0;
  for (std::size_t opponent = 0; opponent < units_.size(); ++opponent) {
    if (weights[opponent] == 0) continue;
    sum += weights[opponent] * duels[opponent].score();
    all += weights[opponent];
  }
  return sum / all;
}

}  // namespace combat_odds
