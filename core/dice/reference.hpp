#pragma once

#include <cstdint>
#include <vector>

#include "core/dice/outcome.hpp"
#include "core/dice/rule.hpp"

namespace combat_odds {

/// One outcome and how often it came up.
struct OutcomeCount {
  Outcome outcome;
  std::uint64_t count = 0;
};

/// The reference simulation: plays the rule `trials` times with single dice from a Boost.Random
/// engine and counts the outcomes, in order of first appearance. Slow and obviously right: it
/// shares only the rule with the decision graph. Once `most_throws` dice were thrown it ends, but
/// not before 100 trials; 0: there is no such limit.
std::vector<OutcomeCount> simulate_reference(const Rule& rule, std::uint64_t trials,
                                             std::uint64_t seed, std::uint64_t most_throws = 0);

}  // namespace combat_odds
