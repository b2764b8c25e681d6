#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/exact/exact.hpp"

namespace combat_odds {

// Whether several ways to the odds agree.

/// Pearson's chi-squared.
struct ChiSquared {
  double statistic = 0;
  int degrees_of_freedom = 0;
  double p = 1;  ///< how likely a statistic at least as large is by chance
};

/// How far counts are from the expected ones. Classes with fewer than five expected are taken
/// together. A count where none can be gives p = 0.
ChiSquared chi_squared(const std::vector<std::uint64_t>& counts,
                       const std::vector<double>& probabilities);

/// Its p alone.
inline double chi_squared_p(const std::vector<std::uint64_t>& counts,
                            const std::vector<double>& probabilities) {
  return chi_squared(counts, probabilities).p;
}

/// An outcome in words, the order in which its events happened left out. Its measures are in ones
/// where the rule is given; else as the outcome counts them (see InParts).
std::string text_of(const Outcome& outcome, const Rule* rule = nullptr);

/// The exact odds of everything that a rule can come to.
using OutcomeOdds = std::map<std::string, ExactProbability>;

/// Of the rule that the graph is of, or nullptr: see text_of().
OutcomeOdds outcome_odds(const DecisionGraph& graph, const ExactOdds& exact,
                         const Rule* rule = nullptr);
inline OutcomeOdds outcome_odds(const DecisionGraph& graph) {
  return outcome_odds(graph, ExactOdds(graph));
}

/// The first outcome that two ways to the exact odds disagree about, and how; empty where they
/// agree. Fractions must be equal; what has none on one side or both may differ by 1e-12.
std::string disagreement(const OutcomeOdds& one, const OutcomeOdds& other);

}  // namespace combat_odds
