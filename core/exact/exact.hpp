#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "core/explore/decision_graph.hpp"

namespace combat_odds {

/// A probability known exactly.
struct ExactProbability {
  double value = 0;
  std::string fraction;  ///< "5/36" in lowest terms; empty where it is longer or only numerical
};

/// The exact odds of every leaf of a decision graph.
///
/// An acyclic graph, and one whose only cycles are a node's edges to itself (a tie that is rolled
/// again), is solved in whole numbers. Where states recur, the graph is an absorbing Markov chain:
/// the expected visits v of its nodes solve (I - P^T) v = e_root, a sparse linear system.
class ExactOdds {
 public:
  /// Throws EndsTooRarely where a Process can't be solved numerically, and Interrupted soon after
  /// `control` (may be null) says so.
  explicit ExactOdds(const DecisionGraph& graph, const RunControl* control = nullptr);
  ~ExactOdds();
  ExactOdds(ExactOdds&&) noexcept;
  ExactOdds& operator=(ExactOdds&&) noexcept;

  /// The probability of one leaf.
  double leaf(std::size_t index) const;

  /// The probability that the outcome is one of these leaves, each named once.
  ExactProbability sum(std::span<const std::size_t> leaves) const;
  /// The same for all leaves for which `counted` is true.
  ExactProbability sum(const std::function<bool(std::size_t leaf)>& counted) const;

  /// Whether the odds are whole numbers over a common denominator rather than a numerical solution.
  bool in_fractions() const;

 private:
  struct Solution;
  std::unique_ptr<Solution> solution_;
};

}  // namespace combat_odds
