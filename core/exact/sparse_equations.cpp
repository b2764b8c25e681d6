#include "core/exact/sparse_equations.hpp"

#include <Eigen/SparseLU>

#include "core/explore/decision_graph.hpp"
#include "core/text/doing.hpp"

namespace combat_odds {
namespace {

using Matrix = Eigen::SparseMatrix<double>;

/// Eigen is not to be asked while it works, but between the parts of its work.
void heed(const RunControl* control) {
  if (control != nullptr && control->stopped()) throw Interrupted();
}

template <class Numbers>
std::vector<double> refined(const Matrix& matrix, const Eigen::SparseLU<Matrix>& solver,
                            const Numbers& right, const RunControl* control) {
  Numbers result = solver.solve(right);
  heed(control);
  result += solver.solve(right - matrix * result);
  return {result.data(), result.data() + result.size()};
}

}  // namespace

struct SparseEquations::Decomposition {
  Matrix matrix;
  Eigen::SparseLU<Matrix> solver;
};

SparseEquations::SparseEquations(std::size_t size, std::span<const SparseEntry> entries,
                                 const RunControl* control)
    : decomposition_(std::make_unique<Decomposition>()), control_(control) {
  Matrix& matrix = decomposition_->matrix;
  matrix.resize(static_cast<Eigen::Index>(size), static_cast<Eigen::Index>(size));
  matrix.setFromTriplets(entries.begin(), entries.end());
  matrix.makeCompressed();
  tell_doing("solving", size, "equations");
  decomposition_->solver.analyzePattern(matrix);
  heed(control);
  decomposition_->solver.factorize(matrix);
  heed(control);
}

SparseEquations::~SparseEquations() = default;

bool SparseEquations::solvable() const { return decomposition_->solver.info() == Eigen::Success; }

std::vector<double> SparseEquations::solved(std::span<const double> right) const {
  const Eigen::VectorXd numbers =
      Eigen::Map<const Eigen::VectorXd>(right.data(), static_cast<Eigen::Index>(right.size()));
  return refined(decomposition_->matrix, decomposition_->solver, numbers, control_);
}

std::vector<double> SparseEquations::solved(std::span<const double> right,
                                            std::size_t columns) const {
  const auto count = static_cast<Eigen::Index>(columns);
  const Eigen::MatrixXd numbers = Eigen::Map<const Eigen::MatrixXd>(
      right.data(), static_cast<Eigen::Index>(right.size()) / count, count);
  return refined(decomposition_->matrix, decomposition_->solver, numbers, control_);
}

}  // namespace combat_odds
