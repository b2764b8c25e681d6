#include "studies/integer_program.hpp"

#include <coin/CbcEventHandler.hpp>
#include <coin/CbcHeuristic.hpp>
#include <coin/CbcHeuristicDiveCoefficient.hpp>
#include <coin/CbcHeuristicFPump.hpp>
#include <coin/CbcHeuristicLocal.hpp>
#include <coin/CbcHeuristicRINS.hpp>
#include <coin/CbcModel.hpp>
#include <coin/CglGomory.hpp>
#include <coin/CglKnapsackCover.hpp>
#include <coin/CglMixedIntegerRounding2.hpp>
#include <coin/CglPreProcess.hpp>
#include <coin/CglProbing.hpp>
#include <coin/CglTwomir.hpp>
#include <coin/CglZeroHalf.hpp>
#include <coin/CoinPackedMatrix.hpp>
#include <coin/OsiClpSolverInterface.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace combat_odds {
namespace {

/// Values that are no further apart than this are equal.
double tolerance(double value) { return 1e-9 * std::max(1.0, std::abs(value)); }

/// Asks after every node whether to stop.
class Stopper : public CbcEventHandler {
 public:
  explicit Stopper(const IntegerSearch& search) : search_(&search) {}
  CbcAction event(CbcEvent /*event*/) override {
    const bool asked = search_->stop && search_->stop();
    const bool found = model_ != nullptr && model_->bestSolution() != nullptr &&
                       -model_->getObjValue() >= search_->most - tolerance(search_->most);
    return asked || found ? CbcEventHandler::stop : CbcEventHandler::noAction;
  }
  CbcEventHandler* clone() const override { return new Stopper(*this); }

 private:
  const IntegerSearch* search_;
};

/// Negates the values: CBC minimizes.
void load(const IntegerProgram& program, OsiClpSolverInterface& solver) {
  const double infinity = solver.getInfinity();
  const auto bounded = [&](double bound) {
    return std::isinf(bound) ? std::copysign(infinity, bound) : bound;
  };
  std::vector<double> least;
  std::vector<double> most;
  std::vector<double> cost;
  for (const IntegerProgram::Variable& variable : program.variables) {
    least.push_back(bounded(variable.least));
    most.push_back(bounded(variable.most));
    cost.push_back(-variable.value);
  }
  CoinPackedMatrix matrix(false, 0, 0);
  matrix.setDimensions(0, static_cast<int>(program.variables.size()));
  std::vector<double> row_least;
  std::vector<double> row_most;
  for (const IntegerProgram::Row& row : program.rows) {
    CoinPackedVector terms;
    for (const IntegerProgram::Summand& term : row.summands) {
      terms.insert(static_cast<int>(term.variable), term.factor);
    }
    matrix.appendRow(terms);
    row_least.push_back(bounded(row.least));
    row_most.push_back(bounded(row.most));
  }
  solver.messageHandler()->setLogLevel(0);
  solver.getModelPtr()->setLogLevel(0);
  solver.loadProblem(matrix, least.data(), most.data(), cost.data(), row_least.data(),
                     row_most.data());
  for (std::size_t v = 0; v < program.variables.size(); ++v) {
    if (program.variables[v].whole) solver.setInteger(static_cast<int>(v));
  }
}

void add_methods(CbcModel& model) {
  CglProbing probing;
  probing.setMaxPass(1);
  probing.setMaxProbe(10);
  probing.setRowCuts(3);
  CglGomory gomory;
  gomory.setLimit(300);
  CglKnapsackCover knapsack;
  CglMixedIntegerRounding2 rounding_cuts;
  CglTwomir two_step;
  two_step.setMaxElements(250);
  CglZeroHalf zero_half;
  constexpr int where_they_help = -98;
  model.addCutGenerator(&probing, where_they_help, "Probing");
  model.addCutGenerator(&gomory, where_they_help, "Gomory");
  model.addCutGenerator(&knapsack, where_they_help, "Knapsack");
  model.addCutGenerator(&rounding_cuts, where_they_help, "MixedIntegerRounding2");
  model.addCutGenerator(&two_step, where_they_help, "TwoMir");
  model.addCutGenerator(&zero_half, where_they_help, "ZeroHalf");
  CbcHeuristicDiveCoefficient dive(model);
  model.addHeuristic(&dive);
  CbcHeuristicRINS neighbourhood(model);
  neighbourhood.setHowOften(100);
  model.addHeuristic(&neighbourhood);
  CbcRounding rounding(model);
  model.addHeuristic(&rounding);
  CbcHeuristicFPump pump(model);
  model.addHeuristic(&pump);
  CbcHeuristicLocal local(model);
  model.addHeuristic(&local);
}

double value_of(const IntegerProgram& program, const std::vector<double>& chosen) {
  double value = 0;
  for (std::size_t v = 0; v < chosen.size(); ++v) value += program.variables[v].value * chosen[v];
  return value;
}

void take_chosen(const IntegerProgram& program, const double* chosen, IntegerSolution& solution) {
  for (std::size_t v = 0; v < program.variables.size(); ++v) {
    solution.chosen.push_back(program.variables[v].whole ? std::round(chosen[v]) : chosen[v]);
  }
  solution.value = value_of(program, solution.chosen);
}

bool is_better(const IntegerSolution& solution, const IntegerSearch& search) {
  return !std::isfinite(search.better_than) ||
         solution.value > search.better_than + tolerance(search.better_than);
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
  const bool limited = std::isfinite(search.better_than);
  IntegerSolution solution;
  if (!has_terms(program)) {
    solution = solved_by_bounds(program);
    return is_better(solution, search) ? solution : IntegerSolution();
  }
  OsiClpSolverInterface loaded;
  load(program, loaded);
  CglPreProcess preprocess;
  preprocess.messageHandler()->setLogLevel(0);
  OsiSolverInterface* const reduced = preprocess.preProcess(loaded, false, 5);
  if (reduced == nullptr) return solution;  // impossible
  reduced->messageHandler()->setLogLevel(0);
  const bool is_decided = reduced->getNumRows() == 0 || reduced->getNumCols() == 0;
  if (is_decided) {  // nothing is left to branch on
    reduced->initialSolve();
    if (!reduced->isProvenOptimal()) return solution;
    preprocess.postProcess(*reduced);
    take_chosen(program, loaded.getColSolution(), solution);
    solution.state = IntegerSolution::State::optimal;
    solution.bound = solution.value;
    return is_better(solution, search) ? solution : IntegerSolution();
  }

  CbcModel model(*reduced);
  model.setLogLevel(0);
  model.messageHandler()->setLogLevel(0);
  model.setAllowableGap(0);
  model.setAllowableFractionGap(0);
  model.setAllowablePercentageGap(0);
  add_methods(model);
  Stopper stopper(search);
  model.passInEventHandler(&stopper);
  model.setNumberStrong(10);
  model.setNumberBeforeTrust(10);
  model.setMaximumCutPassesAtRoot(-100);
  model.setMaximumCutPasses(5);
  model.setMaximumNodes(search.most_nodes);
  if (limited) model.setCutoff(-search.better_than - tolerance(search.better_than));
  model.initialSolve();
  model.branchAndBound();

  if (model.isProvenInfeasible() && model.bestSolution() == nullptr) return solution;
  solution.state =
      model.isProvenOptimal() ? IntegerSolution::State::optimal : IntegerSolution::State::stopped;
  solution.bound = std::min(search.most, -model.getBestPossibleObjValue());
  if (limited) solution.bound = std::max(solution.bound, search.better_than);
  if (model.bestSolution() == nullptr) return solution;
  preprocess.postProcess(*model.solver());
  take_chosen(program, loaded.getColSolution(), solution);
  const bool no_more = solution.value >= search.most - tolerance(search.most);
  if (no_more) solution.state = IntegerSolution::State::optimal;
  if (solution.state == IntegerSolution::State::optimal) solution.bound = solution.value;
  return solution;
}

std::optional<std::vector<double>> row_prices(const IntegerProgram& program) {
  if (!has_terms(program)) {
    if (!solved_by_bounds(program).found()) return std::nullopt;
    return std::vector<double>(program.rows.size(), 0.0);
  }
  OsiClpSolverInterface solver;
  load(program, solver);
  solver.initialSolve();
  if (!solver.isProvenOptimal()) return std::nullopt;
  const double* const prices = solver.getRowPrice();
  std::vector<double> all(program.rows.size());
  for (std::size_t r = 0; r < all.size(); ++r) all[r] = prices[r] == 0 ? 0 : -prices[r];
  return all;
}

}  // namespace combat_odds
