#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "studies/integer_program.hpp"

namespace combat_odds {

/// What the library with the solver offers, under the name combat_odds_integer_solver: maximize()
/// and row_prices() for programs with at least one summand.
struct IntegerSolver {
  IntegerSolution (*maximize)(const IntegerProgram& program, const IntegerSearch& search);
  std::optional<std::vector<double>> (*row_prices)(const IntegerProgram& program);
};

/// Values that are no further apart than this are equal.
inline double tolerance(double value) { return 1e-9 * std::max(1.0, std::abs(value)); }

/// The sum of the values of what is chosen.
inline double value_of(const IntegerProgram& program, const std::vector<double>& chosen) {
  double value = 0;
  for (std::size_t v = 0; v < chosen.size(); ++v) value += program.variables[v].value * chosen[v];
  return value;
}

inline bool is_better(const IntegerSolution& solution, const IntegerSearch& search) {
  return !std::isfinite(search.better_than) ||
         solution.value > search.better_than + tolerance(search.better_than);
}

}  // namespace combat_odds
