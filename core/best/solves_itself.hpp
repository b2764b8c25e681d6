#pragma once

#include "core/best/best_play.hpp"

namespace combat_odds {

/// A rule that has its own method for finding its best policy. It is used if the general method
/// needs too much memory.
class SolvesItself {
 public:
  virtual ~SolvesItself() = default;
  /// Works in doubles. Throws as best_policy() does.
  virtual Policy solved(const BestPlay& best, const RunControl* control) const = 0;
};

}  // namespace combat_odds
