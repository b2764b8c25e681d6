#pragma once

#include <vector>

#include "core/odds/odds.hpp"

namespace combat_odds {

/// A rule that works its exact odds out itself, because its decision graph would be far larger than
/// the answer: pools of dice. Its resolve() stays the rule that trials play.
class SolvedRule {
 public:
  virtual ~SolvedRule() = default;

  /// Every line of the report with its exact chance: outcomes, events, then measures by value.
  /// Throws GraphTooLarge where that takes too long, Interrupted soon after `control` (may be null)
  /// says stop.
  virtual std::vector<Chance> exact_chances(const RunControl* control) const = 0;

  /// Whether it has few enough states for trials to be played on its graph.
  virtual bool has_small_graph() const = 0;
};

}  // namespace combat_odds
