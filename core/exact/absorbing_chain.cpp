#include "core/exact/absorbing_chain.hpp"

#include <Eigen/SparseLU>
#include <cmath>
#include <stdexcept>

namespace combat_odds {

std::vector<double> absorption_probabilities(const DecisionGraph& graph,
                                             const RunControl* control) {
  if (!graph.rounds.empty()) throw std::logic_error("rounds whose states recur");
  // Eigen is not to be asked while it works, but between the parts of its work.
  const auto heed_control = [&] {
    if (control != nullptr && control->stopped()) throw Interrupted();
  };
  heed_control();
  std::vector<double> leaves(graph.leaves.size(), 0.0);
  if (graph.root.is_leaf()) {
    leaves[graph.root.index()] = 1.0;
    return leaves;
  }
  const auto size = static_cast<Eigen::Index>(graph.nodes.size());

  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(graph.edges.size() + graph.nodes.size());
  for (Eigen::Index n = 0; n < size; ++n) {
    entries.emplace_back(n, n, 1.0);
    const auto& node = graph.nodes[static_cast<std::size_t>(n)];
    for (const auto& edge : graph.edges_of(node)) {
      if (edge.target.is_leaf()) continue;
      entries.emplace_back(static_cast<Eigen::Index>(edge.target.index()), n,
                           -static_cast<double>(edge.throws) / static_cast<double>(node.throws));
    }
  }
  Eigen::SparseMatrix<double> matrix(size, size);
  matrix.setFromTriplets(entries.begin(), entries.end());
  matrix.makeCompressed();
  Eigen::VectorXd start = Eigen::VectorXd::Zero(size);
  start[static_cast<Eigen::Index>(graph.root.index())] = 1.0;

  Eigen::SparseLU<Eigen::SparseMatrix<double>> solver;
  solver.analyzePattern(matrix);
  heed_control();
  solver.factorize(matrix);
  heed_control();
  if (solver.info() != Eigen::Success) throw EndsTooRarely();
  Eigen::VectorXd visits = solver.solve(start);
  heed_control();
  visits += solver.solve(start - matrix * visits);  // one step of iterative refinement

  double total = 0;
  for (Eigen::Index n = 0; n < size; ++n) {
    const auto& node = graph.nodes[static_cast<std::size_t>(n)];
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
