#include "core/odds/statistics.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/policies/policy.hpp>

namespace combat_odds {
namespace {

using InDouble = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

}  // namespace

double chi_squared_tail(double statistic, int degrees_of_freedom) {
  const boost::math::chi_squared_distribution<double, InDouble> distribution(degrees_of_freedom);
  return boost::math::cdf(boost::math::complement(distribution, statistic));
}

double normal_quantile(double probability) {
  return boost::math::quantile(boost::math::normal_distribution<double, InDouble>(), probability);
}

}  // namespace combat_odds
