#include "core/exact/absorbing_chain.hpp"

#include <cmath>
#include <stdexcept>

#include "core/exact/sparse_equations.hpp"

namespace combat_odds {

std::vector<double> absorption_probabilities(const DecisionGraph& graph,
                                             const RunControl* control) {
  if (!graph.rounds.empty()) throw std::logic_error("rounds whose states recur");
  std::vector<double> leaves(graph.leaves.size(), 0.0);
  if (graph.root.is_leaf()) {
    leaves[graph.root.index()] = 1.0;
    return leaves;
  }
  std::vector<SparseEntry> entries;
  entries.reserve(graph.edges.size() + graph.nodes.size());
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    entries.emplace_back(n, n, 1.0);
    const auto& node = graph.nodes[n];
    for (const auto& edge : graph.edges_of(node)) {
      if (edge.target.is_leaf()) continue;
      entries.emplace_back(edge.target.index(), n,
                           -static_cast<double>(edge.throws) / static_cast<double>(node.throws));
    }
  }
  const SparseEquations equations(graph.nodes.size(), entries, control);
  if (!equations.solvable()) throw EndsTooRarely();
  std::vector<double> start(graph.nodes.size(), 0.0);
  start[graph.root.index()] = 1.0;
  const std::vector<double> visits = equations.solved(start);

  double total = 0;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const auto& node = graph.nodes[n];
    for (const auto& edge : graph.edges_of(node)) {
      if (!edge.target.is_leaf()) continue;
      const double arriving =
          visits[n] * static_cast<double>(edge.throws) / static_cast<double>(node.throws);
      leaves[edge.target.index()] += arriving;
      total += arriving;
    }
  }
  if (!(std::abs(total - 1.0) < 1e-9)) throw EndsTooRarely();
  return leaves;
}

}  // namespace combat_odds
