#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/exact/exact.hpp"

namespace combat_odds {

/// The exact distribution of a whole number, for adding independent draws by convolution. Uses
/// fractions over a common denominator while that is small enough to be worth printing, then
/// floating point.
class SumDistribution {
 public:
  /// Always `value`.
  explicit SumDistribution(int value = 0);
  /// Each value with its probability as a fraction in text, "5/36"; the values in rising order.
  explicit SumDistribution(const std::vector<std::pair<int, std::string>>& probabilities);

  /// least, least + 1 ... with their probabilities, in floating point.
  SumDistribution(int least, std::vector<double> probabilities)
      : least_(least), probabilities_(std::move(probabilities)) {}

  /// The sum with, and the difference to, an independent number.
  SumDistribution plus(const SumDistribution& other) const;
  SumDistribution minus(const SumDistribution& other) const { return plus(other.negated()); }

  int least() const { return least_; }
  int most() const { return least_ + static_cast<int>(size()) - 1; }
  bool certain() const { return size() == 1; }
  bool in_fractions() const { return fractions_ != nullptr; }

  ExactProbability at(int value) const { return between(value, value); }
  /// The probability of a value from `low` to `high`.
  ExactProbability between(int low, int high) const;
  double mean() const;

 private:
  struct Fractions;

  std::size_t size() const;
  SumDistribution negated() const;
  std::vector<double> doubles() const;

  int least_ = 0;
  std::shared_ptr<const Fractions> fractions_;  ///< none: in floating point
  std::vector<double> probabilities_;
};

}  // namespace combat_odds
