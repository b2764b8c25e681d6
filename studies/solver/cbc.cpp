// Stands in a library of its own, which is loaded when a program is first solved: CBC and what it
// needs take longer to load than most questions take to answer.
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

#include "studies/solver/integer_solver.hpp"

namespace combat_odds {
namespace {

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

void take_chosen(const IntegerProgram& program, const double* chosen, IntegerSolution& solution) {
  for (std::size_t v = 0; v < program.variables.size(); ++v) {
    solution.chosen.push_back(program.variables[v].whole ? std::round(chosen[v]) : chosen[v]);
  }
  solution.value = value_of(program, solution.chosen);
}

/// Nothing has to be whole: CLP solves it, and there is nothing to search.
IntegerSolution solve_linear(const IntegerProgram& program, const IntegerSearch& search) {
  constexpr double exact = 1e-9;  // CLP's own tolerance is 1e-7
  OsiClpSolverInterface solver;
  load(program, solver);
  solver.setDblParam(OsiPrimalTolerance, exact);
  solver.setDblParam(OsiDualTolerance, exact);
  solver.initialSolve();
  IntegerSolution solution;
  if (!solver.isProvenOptimal()) return solution;
  take_chosen(program, solver.getColSolution(), solution);
  solution.state = IntegerSolution::State::optimal;
  solution.bound = solution.value;
  return is_better(solution, search) ? solution : IntegerSolution();
}

IntegerSolution solve(const IntegerProgram& program, const IntegerSearch& search) {
  if (std::ranges::none_of(program.variables, &IntegerProgram::Variable::whole)) {
    return solve_linear(program, search);
  }
  const bool limited = std::isfinite(search.better_than);
  IntegerSolution solution;
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

std::optional<std::vector<double>> solve_for_prices(const IntegerProgram& program) {
  OsiClpSolverInterface solver;
  load(program, solver);
  solver.initialSolve();
  if (!solver.isProvenOptimal()) return std::nullopt;
  const double* const prices = solver.getRowPrice();
  std::vector<double> all(program.rows.size());
  for (std::size_t r = 0; r < all.size(); ++r) all[r] = prices[r] == 0 ? 0 : -prices[r];
  return all;
}

}  // namespace

extern "C" const IntegerSolver combat_odds_integer_solver;
const IntegerSolver combat_odds_integer_solver = {solve, solve_for_prices};

}  // namespace combat_odds
