#include "studies/balance/series.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>
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

namespace {

/// A series whose next ones are drawn by lot, by what is left.
class ByLot {
 public:
  using Ends = std::function<DuelEnds(std::size_t, std::size_t)>;
  explicit ByLot(const Ends& ends) : ends_(ends) {}

  /// Who of a side is at it, by its kind, and who waits.
  struct Side {
    std::optional<std::size_t> front;
    std::vector<int> waiting;
    bool operator<(const Side& other) const {
      return std::tie(front, waiting) < std::tie(other.front, other.waiting);
    }
    bool is_out() const { return !front && std::ranges::count(waiting, 0) == std::ssize(waiting); }
  };

  Duel from(const Side& own, const Side& other) {
    if (own.is_out() || other.is_out()) {
      Duel over;
      (!own.is_out() ? over.holds : !other.is_out() ? over.loses : over.both) = 1;
      return over;
    }
    const auto known = known_.find({own, other});
    if (known != known_.end()) return known->second;
    Duel duel;
    if (!own.front) {
      for_each_drawn(own,
                     [&](const Side& next, double chance) { duel.add(from(next, other), chance); });
    } else if (!other.front) {
      for_each_drawn(other,
                     [&](const Side& next, double chance) { duel.add(from(own, next), chance); });
    } else {
      const DuelEnds one = ends_(*own.front, *other.front);
      const Side own_gone{std::nullopt, own.waiting};
      const Side other_gone{std::nullopt, other.waiting};
      duel.add(from(own, other_gone), one.wins);
      duel.add(from(own_gone, other), one.loses);
      duel.add(from(own_gone, other_gone), one.both_lost + one.open);
    }
    return known_.try_emplace({own, other}, duel).first->second;
  }

 private:
  template <class Use>
  static void for_each_drawn(const Side& side, const Use& use) {
    const double all = std::accumulate(side.waiting.begin(), side.waiting.end(), 0);
    for (std::size_t kind = 0; kind < side.waiting.size(); ++kind) {
      if (side.waiting[kind] == 0) continue;
      Side next{kind, side.waiting};
      --next.waiting[kind];
      use(next, side.waiting[kind] / all);
    }
  }

  const Ends& ends_;
  std::map<std::pair<Side, Side>, Duel> known_;
};

}  // namespace

Duel series_by_lot(const std::vector<int>& own, const std::vector<int>& other,
                   const std::function<DuelEnds(std::size_t, std::size_t)>& ends) {
  return ByLot(ends).from({std::nullopt, own}, {std::nullopt, other});
}

Duel series(const DuelEnds& ends, int own, int other, double own_price, double other_price) {
  const std::vector<InSeries> one(static_cast<std::size_t>(own), {0, own_price});
  const std::vector<InSeries> two(static_cast<std::size_t>(other), {0, other_price});
  return series(one, two, [&](std::size_t, std::size_t) { return ends; });
}

}  // namespace combat_odds
