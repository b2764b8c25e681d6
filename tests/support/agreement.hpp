#pragma once

#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

namespace combat_odds::test {

/// How likely counts at least as far from the expected ones are by chance (Pearson's chi-squared).
/// Classes with fewer than five expected are taken together. A count where none can be gives 0.
inline double chi_squared_p(const std::vector<std::uint64_t>& counts,
                            const std::vector<double>& probabilities) {
  double trials = 0;
  for (const std::uint64_t count : counts) trials += static_cast<double>(count);
  double statistic = 0;
  int classes = 0;
  double rare_expected = 0;
  double rare_count = 0;
  const auto add = [&](double count, double expected) {
    statistic += (count - expected) * (count - expected) / expected;
    ++classes;
  };
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = trials * probabilities[i];
    const auto count = static_cast<double>(counts[i]);
    if (expected == 0 && count > 0) return 0;
    if (expected < 5) {
      rare_expected += expected;
      rare_count += count;
    } else {
      add(count, expected);
    }
  }
  if (rare_expected >= 5) add(rare_count, rare_expected);
  if (classes < 2) return 1;
  const boost::math::chi_squared distribution(classes - 1);
  return boost::math::cdf(boost::math::complement(distribution, statistic));
}

}  // namespace combat_odds::test
