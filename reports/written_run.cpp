#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <filesystem>

#include "combat_odds/reports/run_page.hpp"
#include "combat_odds/reports/text.hpp"
#include "combat_odds/reports/written.hpp"

namespace combat_odds {
namespace {

/// Situations by name and procedure; lines of the other files must speak of one of them.
class Finder {
 public:
  explicit Finder(std::vector<ReportedSituation>& situations) : situations_(&situations) {
    for (std::size_t i = 0; i < situations.size(); ++i) {
      index_[{situations[i].name, situations[i].procedure}] = i;
    }
  }
  ReportedSituation& of(const Written& file, const std::vector<CsvCell>& row) const {
    const CsvCell& name = file.cell(row, "scenario");
    const auto found = index_.find({name.text, file.text(row, "procedure")});
    if (found == index_.end()) {
      throw InputError(file.table().place(name),
                       fmt::format("'{}' is not in situations.csv", name.text),
                       "files of the same run");
    }
    return (*situations_)[found->second];
  }

 private:
  std::vector<ReportedSituation>* situations_;
  std::map<std::pair<std::string, std::string>, std::size_t> index_;
};

}  // namespace

WrittenRun read_run(const std::string& directory) {
  WrittenRun run;
  run.directory = directory;
  const Written asked(directory, "situations.csv");
  for (const auto& row : asked.table().rows) {
    ReportedSituation situation;
    situation.name = asked.text(row, "scenario");
    situation.procedure = asked.text(row, "procedure");
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string& column = asked.table().header[i].text;
      if (column == "scenario" || column == "procedure" || row[i].text.empty()) continue;
      situation.parameters.emplace_back(column, row[i].text);
    }
    run.situations.push_back(std::move(situation));
  }
  const Finder finder(run.situations);

  const Written distribution(directory, "distribution.csv");
  for (const auto& row : distribution.table().rows) {
    ReportedSituation& situation = finder.of(distribution, row);
    situation.chances.push_back(
        {distribution.text(row, "kind"), distribution.text(row, "name"),
         distribution.text(row, "value"), distribution.number(row, "monte_carlo"),
         distribution.number(row, "ci_low"), distribution.number(row, "ci_high"),
         distribution.number(row, "exact"), distribution.text(row, "exact_fraction")});
    situation.trials = distribution.text(row, "trials");
    if (run.seed.empty()) run.seed = distribution.text(row, "seed");
  }

  const Written summary(directory, "summary.csv");
  for (const auto& row : summary.table().rows) {
    const std::optional<double> exact = summary.number(row, "exact_mean");
    const std::optional<double> mean = exact ? exact : summary.number(row, "mean");
    finder.of(summary, row)
        .measures.push_back({summary.text(row, "measure"), mean.value_or(0),
                             summary.number(row, "standard_deviation").value_or(0),
                             summary.text(row, "p05"), summary.text(row, "median"),
                             summary.text(row, "p95")});
  }

  run.charts = read_reported_charts(directory);
  return run;
}

std::optional<double> WrittenRun::confidence() const {
  for (const ReportedSituation& situation : situations) {
    for (const ReportedChance& chance : situation.chances) {
      if (!chance.simulated || !chance.high || !(*chance.high < 1) || situation.trials.empty()) {
        continue;
      }
      // The end h of Wilson's interval around p is where (p - h)^2 = z^2 h (1 - h) / n.
      const double h = *chance.high;
      const double z =
          std::abs(*chance.simulated - h) * std::sqrt(std::stod(situation.trials) / (h * (1 - h)));
      return 2 * boost::math::cdf(boost::math::normal(), z) - 1;
    }
  }
  return std::nullopt;
}

std::string WrittenRun::command() const {
  const std::string file = (std::filesystem::path(directory) / "situations.csv").string();
  std::string command = "combat-odds run " + shell_word(file);
  std::string trials;
  bool exact = false;
  for (const ReportedSituation& situation : situations) {
    if (!situation.trials.empty()) trials = situation.trials;
    for (const ReportedChance& chance : situation.chances) exact = exact || chance.exact;
  }
  if (trials.empty()) {
    command += " --method exact";
  } else {
    command += fmt::format(" --trials {} --seed {}", trials, seed);
    if (!exact) command += " --method monte-carlo";
    const double level = confidence().value_or(0.95);
    if (std::abs(level - 0.95) > 1e-6) command += fmt::format(" --confidence {:.6g}", level);
  }
  return command + " --out again";
}

}  // namespace combat_odds
