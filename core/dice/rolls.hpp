#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/dice/rule.hpp"

namespace combat_odds {

// How an answer comes about, roll by roll: which roll comes first, what the rule makes of it, and
// the same rule with that roll known. It is the rule itself that is played, not its decision graph,
// so nothing that is merged there is lost.

/// Some faces of a roll that the rule treats alike.
struct RollResult {
  std::string label;  ///< "passed_pinned", "2MC"; empty: the rule has no word for it
  std::string dice;   ///< "2 to 4": what is rolled; empty where that is no range of totals
  std::uint64_t throws = 0;
  Dice::Face face = 0;  ///< one of them
};

/// A roll that a rule makes, with all that can come of it.
struct RollMade {
  Roll roll;
  std::uint64_t throws = 0;         ///< of all results
  std::vector<RollResult> results;  ///< by rising face
};

/// The roll that comes next where the first ones show `path`; nothing where it is over then.
std::optional<RollMade> roll_after(const Rule& rule, std::span<const Dice::Face> path);

/// The rule where its first rolls show `path`. `rule` must outlive it.
std::unique_ptr<Rule> rule_after(const Rule& rule, std::vector<Dice::Face> path);

}  // namespace combat_odds
