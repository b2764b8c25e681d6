#include "studies/matrix_game.hpp"

#include <algorithm>
#include <stdexcept>

#include "studies/integer_program.hpp"

namespace combat_odds {
namespace {

using Payoff = std::vector<std::vector<double>>;

constexpr double alike = 1e-9;  ///< payoffs that differ by less
constexpr double none = 1e-7;   ///< a share that is less

/// The mixes of the rows that bring something against every column.
class Mixes {
 public:
  explicit Mixes(const Payoff& payoff) : payoff_(payoff) {}

  /// The value of the game, and one mix that brings it.
  GameSolution best() const {
    IntegerProgram program = mixes();
    const std::size_t value = program.add(
        IntegerProgram::Variable{1, -IntegerProgram::unlimited, IntegerProgram::unlimited, false});
    for (std::size_t column = 0; column < payoff_.front().size(); ++column) {
      IntegerProgram::Row row = brings(column);
      row.summands.push_back({value, -1});
      row.least = 0;
      program.add(row);
    }
    std::vector<double> chosen = solved(program);
    GameSolution solution;
    solution.value = chosen.back();
    chosen.pop_back();
    solution.mix.shares = whole(std::move(chosen));
    return solution;
  }

  /// Of all mixes that bring `value`, one in which the sum of the shares, each times its factor, is
  /// the most.
  std::vector<double> farthest(double value, const std::vector<double>& factors) const {
    IntegerProgram program = mixes();
    for (std::size_t row = 0; row < factors.size(); ++row) {
      program.variables[row].value = factors[row];
    }
    bring(program, value);
    return whole(solved(program));
  }
  /// The most of one row; with `sign` -1 the least.
  double end(double value, std::size_t row, double sign) const {
    std::vector<double> factors(payoff_.size());
    factors[row] = sign;
    return farthest(value, factors)[row];
  }

  /// The mix that gives each row as large a part of its most as possible.
  std::vector<double> inside(double value, const std::vector<double>& most) const {
    IntegerProgram program = mixes();
    const std::size_t part = program.add(IntegerProgram::Variable{1, 0, 1, false});
    for (std::size_t row = 0; row < most.size(); ++row) {
      if (most[row] <= none) continue;
      program.add(IntegerProgram::Row{{{row, 1}, {part, -most[row]}}, 0});
    }
    bring(program, value);
    std::vector<double> chosen = solved(program);
    chosen.pop_back();
    return whole(std::move(chosen));
  }

 private:
  IntegerProgram mixes() const {
    IntegerProgram program;
    IntegerProgram::Row all{{}, 1, 1};
    for (std::size_t row = 0; row < payoff_.size(); ++row) {
      all.summands.push_back({program.add(IntegerProgram::Variable{0, 0, 1, false}), 1});
    }
    program.add(all);
    return program;
  }
  IntegerProgram::Row brings(std::size_t column) const {
    IntegerProgram::Row row;
    for (std::size_t i = 0; i < payoff_.size(); ++i) {
      if (payoff_[i][column] != 0) row.summands.push_back({i, payoff_[i][column]});
    }
    return row;
  }
  void bring(IntegerProgram& program, double value) const {
    for (std::size_t column = 0; column < payoff_.front().size(); ++column) {
      IntegerProgram::Row row = brings(column);
      row.least = value - alike;
      program.add(row);
    }
  }
  static std::vector<double> solved(const IntegerProgram& program) {
    const IntegerSolution solution = maximize(program);
    if (!solution.found()) throw std::logic_error("a game without an equilibrium");
    return solution.chosen;
  }
  /// Rounding of the solver out of it: shares of at least 0 that add up to 1.
  static std::vector<double> whole(std::vector<double> shares) {
    double sum = 0;
    for (double& share : shares) {
      if (share < none) share = 0;
      sum += share;
    }
    for (double& share : shares) share /= sum;
    return shares;
  }

  const Payoff& payoff_;
};

}  // namespace

GameSolution row_side(const Payoff& payoff) {
  const Mixes mixes(payoff);
  GameSolution solution = mixes.best();
  Mix& mix = solution.mix;
  double widest = 0;
  for (std::size_t row = 0; row < payoff.size(); ++row) {
    mix.least.push_back(mixes.end(solution.value, row, -1));
    mix.most.push_back(mixes.end(solution.value, row, 1));
    for (double* const end : {&mix.least.back(), &mix.most.back()}) {
      if (*end < none) *end = 0;
    }
    widest = std::max(widest, mix.most.back() - mix.least.back());
  }
  constexpr double of_tolerance = 1e-5;  // what `alike` lets the shares differ
  if (widest > of_tolerance) {
    mix.shares = mixes.inside(solution.value, mix.most);
  } else {
    mix.least = mix.most = mix.shares;
  }
  return solution;
}

GameSolution column_side(const Payoff& payoff) {
  Payoff turned(payoff.front().size(), std::vector<double>(payoff.size()));
  for (std::size_t row = 0; row < payoff.size(); ++row) {
    for (std::size_t column = 0; column < turned.size(); ++column) {
      turned[column][row] = -payoff[row][column];
    }
  }
  GameSolution solution = row_side(turned);
  solution.value = -solution.value;
  return solution;
}

std::vector<double> any_best_mix(const Payoff& payoff) { return Mixes(payoff).best().mix.shares; }

std::vector<double> best_mix_with_least(const Payoff& payoff, const std::vector<double>& of_each) {
  const Mixes mixes(payoff);
  std::vector<double> less;
  for (const double one : of_each) less.push_back(-one);
  return mixes.farthest(mixes.best().value, less);
}

std::vector<double> against(const Payoff& payoff, const std::vector<double>& columns) {
  std::vector<double> sums;
  for (const std::vector<double>& row : payoff) {
    double sum = 0;
    for (std::size_t column = 0; column < row.size(); ++column)
      sum += columns[column] * row[column];
    sums.push_back(sum);
  }
  return sums;
}

}  // namespace combat_odds
