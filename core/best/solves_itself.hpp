#pragma once

#include "core/best/best_play.hpp"

namespace combat_odds {

/// A rule that has a way of its own to its best policy, for where the usual one is too large.
class SolvesItself {
 public:
  virtual ~SolvesItself() = default;
  /// In doubles. Throws as best_policy() does.
  virtual Policy solved(const BestPlay& best, const RunControl* control) const = 0;
};

}  // namespace combat_odds
