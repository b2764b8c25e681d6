#pragma once

#include <functional>
#include <vector>

#include "core/exact/distribution.hpp"

namespace combat_odds {

/// What is read off the dice of a pool, and off which of them. The same for dice that are rolled
/// (read) and for the exact odds (pool_odds).
struct PoolReading {
  enum class Of {
    total,        ///< the worth of the dice added up
    largest_set,  ///< how many dice show the face that most of them show
    sets,         ///< how many faces show on at least `set_size` dice
    straight,     ///< how many faces in a row show, each one more than the one before
    distinct,     ///< how many different faces show
    matches       ///< how many pairs of dice show the same face: 3 of three alike, 6 of four
  };
  /// Which dice stay, in the order of what they show.
  struct Kept {
    enum class Way { all, keep_highest, keep_lowest, keep_middle, drop };
    Way way = Way::all;
    int count = 0;         ///< kept
    int drop_lowest = 0;   ///< Way::drop
    int drop_highest = 0;  ///< Way::drop

    /// How many of `dice` dice are dropped at either end.
    std::pair<int, int> dropped(int dice) const;
  };

  Kept kept;
  Of of = Of::total;
  int set_size = 2;
  std::function<Distribution::Value(Distribution::Value)> worth;  ///< empty: what it shows

  Distribution::Value worth_of(Distribution::Value face) const {
    return worth ? worth(face) : face;
  }
  /// Whether dice can be added up as they fall.
  bool adds_up() const { return of == Of::total && kept.way == Kept::Way::all; }
};

/// How many dice show a face.
struct ShownFace {
  Distribution::Value face = 0;
  std::uint64_t dice = 0;
};

/// What the dice come to. `shown` by rising face, each once.
Distribution::Value read(const PoolReading& reading, const std::vector<ShownFace>& shown);

/// Like dice of a pool.
struct LikeDice {
  Distribution die;
  int count = 0;
};

/// The exact odds of what `dice` come to. Works outcome by outcome: how many dice show the lowest
/// face, how many of the others the next one, and so on; so its time hardly depends on the ways the
/// dice may fall.
Distribution pool_odds(const std::vector<LikeDice>& dice, const PoolReading& reading,
                       WorkLimit& limit);

/// A die that is rolled again as long as it explodes, `most` times at most.
struct ExplodingDie {
  std::vector<Distribution::Value> goes_on;  ///< equally likely faces that explode
  std::vector<Distribution::Value> stays;    ///< and the others; at least one
  int most = 1;

  /// The sum of all rolls of one die, each changed by `worth(face, roll)`, rolls counted from 0.
  Distribution sum(const std::function<Distribution::Value(Distribution::Value, int)>& worth,
                   WorkLimit& limit) const;
};

/// The same for `count` exploding dice of which every roll is a die of its own.
Distribution pool_odds(const ExplodingDie& die, int count, const PoolReading& reading,
                       WorkLimit& limit);

}  // namespace combat_odds
