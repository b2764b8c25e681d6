#pragma once

#include "core/best/best_play.hpp"

namespace combat_odds {

/// A rule with a method of its own for its best policy, used where the general one needs too much
/// room.
class SolvesItself {
 public:
  virtual ~SolvesItself() = default;
  /// Works in doubles. Throws as best_policy() does.
  virtual Policy solved(const BestPlay& best, const RunControl* control) const = 0;
};

}  // namespace combat_odds
