#include "studies/integer_program.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/text/error.hpp"
#include "studies/solver/integer_solver.hpp"

namespace combat_odds {
namespace {

/// Loaded by the first call. It is found beside the program, or where it was installed (the run
/// path of the program says where). Throws SystemError where it is not there.
const IntegerSolver& solver() {
  static const IntegerSolver* const loaded = [] {
    void* const library = ::dlopen(COMBAT_ODDS_SOLVER, RTLD_NOW | RTLD_LOCAL);
    void* const found =
        library != nullptr ? ::dlsym(library, "combat_odds_integer_solver") : nullptr;
    if (found == nullptr) {
      throw SystemError(fmt::format("the solver cannot be loaded: {}", ::dlerror()));
    }
    return static_cast<const IntegerSolver*>(found);
  }();
  return *loaded;
}

/// Nothing that is chosen touches a row: each variable stands at the better of its bounds.
IntegerSolution solved_by_bounds(const IntegerProgram& program) {
  IntegerSolution solution;
  for (const IntegerProgram::Row& row : program.rows) {
    if (row.least > 0 || row.most < 0) return solution;
  }
  for (const IntegerProgram::Variable& variable : program.variables) {
    const double least = variable.whole ? std::ceil(variable.least) : variable.least;
    const double most = variable.whole ? std::floor(variable.most) : variable.most;
    if (least > most) return solution;
    const double nothing = std::clamp(0.0, least, most);
    const double best = variable.value > 0 ? most : variable.value < 0 ? least : nothing;
    if (std::isinf(best)) throw std::invalid_argument("a value without a bound");
    solution.chosen.push_back(best);
  }
  solution.state = IntegerSolution::State::optimal;
  solution.value = solution.bound = value_of(program, solution.chosen);
  return solution;
}

bool has_terms(const IntegerProgram& program) {
  return std::any_of(program.rows.begin(), program.rows.end(),
                     [](const IntegerProgram::Row& row) { return !row.summands.empty(); });
}

}  // namespace

std::size_t IntegerProgram::add(const Variable& variable) {
  variables.push_back(variable);
  return variables.size() - 1;
}

std::size_t IntegerProgram::add(Row row) {
  rows.push_back(std::move(row));
  return rows.size() - 1;
}

IntegerSolution maximize(const IntegerProgram& program, const IntegerSearch& search) {
  if (has_terms(program)) return solver().maximize(program, search);
  const IntegerSolution solution = solved_by_bounds(program);
  return is_better(solution, search) ? solution : IntegerSolution();
}

std::optional<std::vector<double>> row_prices(const IntegerProgram& program) {
  if (has_terms(program)) return solver().row_prices(program);
  if (!solved_by_bounds(program).found()) return std::nullopt;
  return std::vector<double>(program.rows.size(), 0.0);
}

}  // namespace combat_odds
