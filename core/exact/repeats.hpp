#pragma once

#include <utility>

#include "core/exact/exact.hpp"

namespace combat_odds {

/// That something comes up at least, at most or exactly `bound` times when the same is asked
/// `times` over, each time independently: a binomial of the chance of one time.
struct Repeats {
  enum class Relation { equal, at_least, at_most };

  /// More than that is refused where it is asked for.
  static constexpr int most_times = 1000;

  int times = 1;
  Relation relation = Relation::at_least;
  int bound = 1;  ///< from 0 to `times`

  /// Of the chance of one time, from 0 to 1: the same on every machine.
  double chance(double once) const;
  /// Of the exact one; in lowest terms where the fraction of one time is known and this one is
  /// short.
  ExactProbability chance(const ExactProbability& once) const;
  /// The least and the most of it where the chance of one time lies between these.
  std::pair<double, double> range(double low, double high) const;
};

}  // namespace combat_odds
