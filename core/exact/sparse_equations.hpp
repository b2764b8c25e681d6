#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "core/explore/run_control.hpp"

namespace combat_odds {

/// A number of a sparse matrix, in the form that Eigen reads.
class SparseEntry {
 public:
  SparseEntry(std::size_t row, std::size_t column, double value)
      : row_(static_cast<int>(row)), column_(static_cast<int>(column)), value_(value) {}

  int row() const { return row_; }
  int col() const { return column_; }
  double value() const { return value_; }

 private:
  int row_;
  int column_;
  double value_;
};

/// A x = b for a square sparse A, by LU decomposition and one step of iterative refinement. All of
/// Eigen that the program uses is behind this class, so that it is compiled once.
class SparseEquations {
 public:
  /// Entries of the same place are added up. Throws Interrupted soon after `control` (may be null)
  /// says so.
  SparseEquations(std::size_t size, std::span<const SparseEntry> entries,
                  const RunControl* control = nullptr);
  ~SparseEquations();

  /// Whether A could be inverted; asked before solving.
  bool solvable() const;

  /// `right` and the result: one number per row.
  std::vector<double> solved(std::span<const double> right) const;

  /// For several right sides at once: `columns` columns, one after the other.
  std::vector<double> solved(std::span<const double> right, std::size_t columns) const;

 private:
  struct Decomposition;
  std::unique_ptr<Decomposition> decomposition_;
  const RunControl* const control_;
};

}  // namespace combat_odds
