#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "studies/balance/balance.hpp"

namespace combat_odds {

/// How a duel of one against one ends.
struct DuelEnds {
  double wins = 0;
  double loses = 0;
  double both_lost = 0;
  double open = 0;  ///< nobody has won: both are busy with each other from now on
};

/// A unit in a series: what it costs, and which kind it is.
struct InSeries {
  std::size_t kind = 0;
  double price = 0;
};

/// A series of duels between units that need not be alike, in the order of each side; `ends` says
/// how a duel of two kinds ends, seen from the first.
Duel series(std::span<const InSeries> own, std::span<const InSeries> other,
            const std::function<DuelEnds(std::size_t, std::size_t)>& ends);

/// So many of each kind, which come in an order that is drawn by lot; `own` says how many of its
/// kinds, `other` of its own, and `ends` how a duel of two kinds ends. The points lost are not
/// told.
Duel series_by_lot(const std::vector<int>& own, const std::vector<int>& other,
                   const std::function<DuelEnds(std::size_t, std::size_t)>& ends);

/// A series of such duels: one of each side meets, then the next. Who wins is fresh for the next
/// one; a duel that stays open takes both out of the fight, unharmed. A side holds when the other
/// has nobody left who is free and it has. Prices are those of one unit.
Duel series(const DuelEnds& ends, int own, int other, double own_price, double other_price);

}  // namespace combat_odds
