#pragma once

#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

namespace combat_odds::test {

/// Pearson's chi-squared.
struct ChiSquared {
  double statistic = 0;
  int degrees_of_freedom = 0;
  double p = 1;  ///< how likely a statistic at least as large is by chance
};

/// How far counts are from the expected ones. Classes with fewer than five expected are taken
/// together. A count where none can be gives p = 0.
inline ChiSquared chi_squared(const std::vector<std::uint64_t>& counts,
                              const std::vector<double>& probabilities) {
  double trials = 0;
  for (const std::uint64_t count : counts) trials += static_cast<double>(count);
  ChiSquared result;
  int classes = 0;
  bool impossible = false;
  double rare_expected = 0;
  double rare_count = 0;
  const auto add = [&](double count, double expected) {
    result.statistic += (count - expected) * (count - expected) / expected;
    ++classes;
  };
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = trials * probabilities[i];
    const auto count = static_cast<double>(counts[i]);
    if (expected == 0 && count > 0) impossible = true;
    if (expected < 5) {
      rare_expected += expected;
      rare_count += count;
    } else {
      add(count, expected);
    }
  }
  if (rare_expected >= 5) add(rare_count, rare_expected);
  if (classes >= 2) {
    result.degrees_of_freedom = classes - 1;
    const boost::math::chi_squared distribution(classes - 1);
    result.p = boost::math::cdf(boost::math::complement(distribution, result.statistic));
  }
  if (impossible) result.p = 0;
  return result;
}

/// Its p alone.
inline double chi_squared_p(const std::vector<std::uint64_t>& counts,
                            const std::vector<double>& probabilities) {
  return chi_squared(counts, probabilities).p;
}

}  // namespace combat_odds::test
