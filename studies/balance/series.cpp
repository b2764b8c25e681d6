#include "studies/balance/series.hpp"

#include <vector>

namespace combat_odds {

Duel series(const DuelEnds& ends, int own, int other, double own_price, double other_price) {
  const auto size = [](int number) { return static_cast<std::size_t>(number) + 1; };
  // The probability that so many of each side are still free at some time.
  std::vector<std::vector<double>> reached(size(own), std::vector<double>(size(other), 0));
  reached.back().back() = 1;
  Duel duel;
  for (std::size_t i = size(own); i-- > 0;) {
    for (std::size_t j = size(other); j-- > 0;) {
      const double here = reached[i][j];
      if (i == 0 || j == 0) {
        (i > 0 ? duel.holds : j > 0 ? duel.loses : duel.both) += here;
        continue;
      }
      reached[i][j - 1] += here * ends.wins;
      reached[i - 1][j] += here * ends.loses;
      reached[i - 1][j - 1] += here * (ends.both_lost + ends.open);
      duel.points_lost += here * (ends.loses + ends.both_lost) * own_price;
      duel.points_lost_by_opponent += here * (ends.wins + ends.both_lost) * other_price;
    }
  }
  return duel;
}

}  // namespace combat_odds
