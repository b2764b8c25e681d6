#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace combat_odds {

/// What to choose so that the sum of all values is largest: numbers within bounds, whole numbers
/// where asked for, whose weighted sums stay within those of every row.
struct IntegerProgram {
  static constexpr double unlimited = std::numeric_limits<double>::infinity();

  struct Variable {
    double value = 0;  ///< of each one
    double least = 0;
    double most = 1;
    bool whole = true;
  };
  struct Summand {
    std::size_t variable = 0;
    double factor = 1;
  };
  struct Row {
    std::vector<Summand> summands;
    double least = -unlimited;
    double most = unlimited;
  };

  std::vector<Variable> variables;
  std::vector<Row> rows;

  std::size_t add(const Variable& variable);
  std::size_t add(Row row);
};

/// The best choice, or the best that was found.
struct IntegerSolution {
  enum class State { optimal, stopped, impossible };

  State state = State::impossible;
  std::vector<double> chosen;  ///< by variable, rounded where whole
  double value = 0;
  double bound = 0;  ///< no choice has more

  /// Whether there is a choice, which of no variables is an empty one.
  bool found() const { return state == State::optimal || !chosen.empty(); }
};

/// What helps a search, or ends it.
struct IntegerSearch {
  std::function<bool()> stop = {};  ///< says when to end it
  /// Only what has more than this is looked for; where nothing has, the program is impossible.
  double better_than = -IntegerProgram::unlimited;
  /// No choice has more: one of that value ends the search.
  double most = IntegerProgram::unlimited;
  /// Nodes of the search tree after which it ends; the same on every machine.
  int most_nodes = std::numeric_limits<int>::max();
};

/// Solves it with COIN-OR CBC, to proven optimality unless the search is ended before; with COIN-OR
/// CLP where nothing has to be whole; without rows or variables, which CBC's assertions do not
/// allow for, by itself. Equal programs have equal solutions. Throws std::invalid_argument where a
/// value could grow for ever.
IntegerSolution maximize(const IntegerProgram& program, const IntegerSearch& search = {});

/// What one more of each row's upper bound is worth where numbers need not be whole: the dual
/// values of the relaxation. Nothing where the program is impossible.
std::optional<std::vector<double>> row_prices(const IntegerProgram& program);

}  // namespace combat_odds
