#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/dice/rule.hpp"

namespace combat_odds {

// How an answer comes about, roll by roll: the next roll, what the rule makes of it, and the same
// rule with that roll known. The rule itself is played, not its decision graph, so nothing is
// merged.

/// Faces of a roll that the rule treats alike.
struct RollResult {
  std::string label;  ///< "passed_pinned", "2MC"; empty: the rule has no word for them
  std::string dice;   ///< "2 to 4", the totals rolled; empty where they are no range
  std::uint64_t throws = 0;
  Dice::Face face = 0;  ///< one of them
};

/// A roll that a rule makes, with all its results.
struct RollMade {
  Roll roll;
  std::uint64_t throws = 0;         ///< of all results
  std::vector<RollResult> results;  ///< by rising face
};

/// The next roll after first rolls that show `path`; nothing where the rule is over.
std::optional<RollMade> roll_after(const Rule& rule, std::span<const Dice::Face> path);

/// The rule with its first rolls fixed to `path`. `rule` must outlive it.
std::unique_ptr<Rule> rule_after(const Rule& rule, std::vector<Dice::Face> path);

}  // namespace combat_odds
