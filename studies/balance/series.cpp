#include "studies/balance/series.hpp"

#include <vector>

namespace combat_odds {

Duel series(std::span<const InSeries> own, std::span<const InSeries> other,
            const std::function<DuelEnds(std::size_t, std::size_t)>& ends) {
  // The probability that so many of each side are out of the fight at some time.
  std::vector<std::vector<double>> reached(own.size() + 1, std::vector<double>(other.size() + 1));
  reached.front().front() = 1;
  Duel duel;
  for (std::size_t i = 0; i <= own.size(); ++i) {
    for (std::size_t j = 0; j <= other.size(); ++j) {
      const double here = reached[i][j];
      if (i == own.size() || j == other.size()) {
        (i < own.size() ? duel.holds : j < other.size() ? duel.loses : duel.both) += here;
        continue;
      }
      const DuelEnds one = ends(own[i].kind, other[j].kind);
      reached[i][j + 1] += here * one.wins;
      reached[i + 1][j] += here * one.loses;
      reached[i + 1][j + 1] += here * (one.both_lost + one.open);
      duel.points_lost += here * (one.loses + one.both_lost) * own[i].price;
      duel.points_lost_by_opponent += here * (one.wins + one.both_lost) * other[j].price;
    }
  }
  return duel;
}

Duel series(const DuelEnds& ends, int own, int other, double own_price, double other_price) {
  const std::vector<InSeries> one(static_cast<std::size_t>(own), {0, own_price});
  const std::vector<InSeries> two(static_cast<std::size_t>(other), {0, other_price});
  return series(one, two, [&](std::size_t, std::size_t) { return ends; });
}

}  // namespace combat_odds
