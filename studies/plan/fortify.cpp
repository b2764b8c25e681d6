#include "studies/plan/fortify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/text/columns.hpp"
#include "core/text/suggest.hpp"
#include "reports/tables/grid.hpp"
#include "studies/integer_program.hpp"

namespace combat_odds::red_barricades {
namespace {

/// As many of each as there may be, for a total cost within the FPP.
IntegerProgram program_of(const std::vector<Fortify::Bought>& offered, int fpp) {
  IntegerProgram program;
  IntegerProgram::Row cost;
  for (const Fortify::Bought& one : offered) {
    const double most = std::min(one.quantity, fpp / one.fpp);
    const std::size_t x = program.add(IntegerProgram::Variable{one.value, 0, most, true});
    cost.terms.push_back({x, static_cast<double>(one.fpp)});
  }
  cost.most = fpp;
  program.add(std::move(cost));
  return program;
}

/// The value of the second-best set: tries every number in turn above and below that of the best.
double next_best(const IntegerProgram& program, const std::vector<double>& best) {
  double most = 0;
  for (std::size_t v = 0; v < best.size(); ++v) {
    for (const bool more : {false, true}) {
      IntegerProgram other = program;
      IntegerProgram::Variable& variable = other.variables[v];
      (more ? variable.least : variable.most) = best[v] + (more ? 1 : -1);
      if (variable.least > variable.most) continue;
      const IntegerSolution solution = maximize(other);
      if (solution.found()) most = std::max(most, solution.value);
    }
  }
  return most;
}

}  // namespace

Fortify::Fortify(int fpp, const TextFile& values, const Charts& charts) : fpp_(fpp) {
  const auto& chart = charts.get<FortificationTable>();
  const Columns lines(read_csv(values), {"fortification", "value"}, {"most", "fpp"});
  lines.need_rows("fortification");
  std::vector<Bought> offered;
  std::set<std::string> told;
  for (const Columns::Row row : lines) {
    Bought one;
    one.name = row.name("fortification");
    one.value = row.number_above_0("value");
    one.quantity = row.whole_number("most", 1, 1000, 1000);
    const std::optional<int> known = chart.fpp(one.name);
    if (!known && !row.has("fpp")) {
      throw row.error("fortification", fmt::format("no fortification '{}'", one.name),
                      did_you_mean(one.name, chart.names(),
                                   "one of the table, '1-3-5 Pillbox', or its fpp beside it"));
    }
    one.fpp = row.whole_number("fpp", 1, 1000, known);
    if (!told.insert(one.name).second) {
      throw row.error("fortification", fmt::format("{} stands here twice", one.name),
                      "each fortification once");
    }
    offered.push_back(std::move(one));
  }
  const IntegerProgram program = program_of(offered, fpp_);
  const IntegerSolution best = maximize(program);
  value_ = best.value;
  next_best_ = red_barricades::next_best(program, best.chosen);
  for (std::size_t i = 0; i < offered.size(); ++i) {
    offered[i].quantity = static_cast<int>(best.chosen[i]);
    if (offered[i].quantity > 0) bought_.push_back(offered[i]);
  }
}

std::string Fortify::csv() const {
  std::string text = "fortification,quantity,fpp,value\n";
  for (const Bought& one : bought_) {
    text += fmt::format("{},{},{},{:.10g}\n", csv_field(one.name), one.quantity,
                        one.quantity * one.fpp, one.quantity * one.value);
  }
  return text;
}

std::string Fortify::table(TableStyle style) const {
  Grid grid({"fortification", "number", "FPP", "value"});
  int spent = 0;
  for (const Bought& one : bought_) {
    spent += one.quantity * one.fpp;
    grid.add({one.name, fmt::format("{}", one.quantity), fmt::format("{}", one.quantity * one.fpp),
              fmt::format("{:.6g}", one.quantity * one.value)});
  }
  return grid.text(style) +
         fmt::format(
             "{:.6g} for {} of {} FPP, proven: no set is better; the next best has {:.6g}\n",
             value_, spent, fpp_, next_best_);
}

}  // namespace combat_odds::red_barricades
