#include "core/exact/exact.hpp"

#include <algorithm>
#include <stdexcept>
#include <variant>

#include "core/exact/absorbing_chain.hpp"
#include "core/exact/nearest_double.hpp"
#include "core/exact/propagation.hpp"

namespace combat_odds {
namespace {

/// Whether every edge leads to a later node, or back to its own.
bool solvable_in_fractions(const DecisionGraph& graph) {
  if (graph.acyclic) return true;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    for (const auto& edge : graph.edges_of(graph.nodes[n])) {
      if (edge.target.is_node() && edge.target.index() < n) return false;
    }
  }
  return true;
}

}  // namespace

struct ExactOdds::Solution {
  std::variant<LeafNumbers, std::vector<double>> leaves;
};

ExactOdds::ExactOdds(const DecisionGraph& graph, const RunControl* control)
    : solution_(std::make_unique<Solution>()) {
  if (solvable_in_fractions(graph)) {
    solution_->leaves = propagate(graph, control);
  } else {
    solution_->leaves = absorption_probabilities(graph, control);
  }
}

ExactOdds::~ExactOdds() = default;
ExactOdds::ExactOdds(ExactOdds&&) noexcept = default;
ExactOdds& ExactOdds::operator=(ExactOdds&&) noexcept = default;

bool ExactOdds::in_fractions() const {
  return std::holds_alternative<LeafNumbers>(solution_->leaves);
}

double ExactOdds::leaf(std::size_t index) const {
  if (const auto* const numbers = std::get_if<LeafNumbers>(&solution_->leaves)) {
    const LeafNumbers::Fraction fraction = numbers->sum(std::span(&index, 1));
    return nearest_double(fraction.top, fraction.bottom);
  }
  return std::get<std::vector<double>>(solution_->leaves)[index];
}

ExactProbability ExactOdds::sum(std::span<const std::size_t> leaves) const {
  if (const auto* const numbers = std::get_if<LeafNumbers>(&solution_->leaves)) {
    return numbers->probability(leaves);
  }
  double sum = 0;
  for (const std::size_t leaf : leaves) {
    sum += std::get<std::vector<double>>(solution_->leaves)[leaf];
  }
  return {std::min(sum, 1.0), ""};
}

ExactProbability ExactOdds::sum(const std::function<bool(std::size_t)>& counted) const {
  std::vector<std::size_t> leaves;
  const std::size_t count =
      std::visit([](const auto& all) { return all.size(); }, solution_->leaves);
  for (std::size_t leaf = 0; leaf < count; ++leaf) {
    if (counted(leaf)) leaves.push_back(leaf);
  }
  return sum(leaves);
}

}  // namespace combat_odds
