#include <fmt/format.h>

#include <map>

#include "ask/headline.hpp"
#include "core/text/columns.hpp"
#include "core/text/measure_text.hpp"
#include "core/text/number_text.hpp"
#include "reports/pages/run_page.hpp"
#include "reports/text/csv_report.hpp"

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
  ReportedSituation& of(const Columns::Row& row) const {
    const std::string name = row.name("scenario");
    const auto found = index_.find({name, row.text("procedure")});
    if (found == index_.end()) {
      throw row.error("scenario", fmt::format("'{}' is not in situations.csv", name),
                      "files of the same run");
    }
    return (*situations_)[found->second];
  }

 private:
  std::vector<ReportedSituation>* situations_;
  std::map<std::pair<std::string, std::string>, std::size_t> index_;
};

Columns lines_of(const Folder& folder, const char* file, std::vector<std::string> columns) {
  columns.insert(columns.begin(), {"scenario", "procedure"});
  return reported_lines(folder, file, std::move(columns));
}

/// Adds what would be said of a situation that was just worked out; nothing where the library does
/// not know it, as of a run by another version.
void add_sentence(ReportedSituation& reported, const Library& library) {
  const Procedure* const procedure = library.find(reported.procedure);
  if (procedure == nullptr) return;
  try {
    std::vector<GivenValue> given;
    for (const auto& [parameter, value] : reported.parameters) {
      given.push_back({parameter, value, {}});
    }
    const bool swept = reported.name.starts_with(procedure->name + "[");
    const Scenario scenario(swept ? procedure->name : reported.name, *procedure, given, {});
    SituationOdds result{{&scenario, 0}, reported.name, {}, {}};
    result.working = scenario.rule(0, library.charts())->working();
    for (const ReportedChance& line : reported.chances) {
      Chance chance;
      chance.kind = line.kind == "outcome" ? Chance::Kind::outcome
                    : line.kind == "event" ? Chance::Kind::event
                                           : Chance::Kind::measure;
      chance.name = line.name;
      chance.value = number_in<double>(line.value).value_or(0);
      chance.exact = ExactProbability{line.best(), line.estimate.fraction};
      result.odds.chances.push_back(std::move(chance));
    }
    reported.sentence = (swept ? "" : reported.name + ": ") + headline(result);
    reported.subjects = subjects(*procedure, result.odds);
  } catch (const InputError&) {  // such as a parameter that this version does not know
  }
}

}  // namespace

WrittenRun read_run(const Folder& folder, const Library& library) {
  WrittenRun run;
  run.command = read_command(folder);
  const Columns asked = lines_of(folder, "situations.csv", {});
  for (const Columns::Row row : asked) {
    ReportedSituation situation;
    situation.name = row.name("scenario");
    situation.procedure = row.text("procedure");
    for (std::size_t i = 0; i < row.cells().size(); ++i) {
      const std::string& column = asked.table().header[i].text;
      const std::string& value = row.cells()[i].text;
      if (column == "scenario" || column == "procedure" || value.empty()) continue;
      if (column == SituationTable::working_column) {
        situation.working = {value};
        continue;
      }
      situation.parameters.emplace_back(column, value);
    }
    run.situations.push_back(std::move(situation));
  }
  const Finder finder(run.situations);

  const Columns distribution = lines_of(folder, "distribution.csv",
                                        {"kind", "name", "value", "monte_carlo", "ci_low",
                                         "ci_high", "exact", "exact_fraction", "trials"});
  for (const Columns::Row row : distribution) {
    ReportedSituation& situation = finder.of(row);
    const std::optional<double> value = row.number("value");
    situation.chances.push_back({row.text("kind"), row.text("name"),
                                 value ? measure_text(*value) : "", read_estimate(row)});
    situation.trials = row.text("trials");
  }

  const Columns summary =
      lines_of(folder, "summary.csv",
               {"measure", "mean", "exact_mean", "standard_deviation", "p05", "median", "p95"});
  for (const Columns::Row row : summary) {
    MeasureSummary measure;
    measure.name = row.text("measure");
    measure.chance = row.number("chance").value_or(1);  // older runs have no such column
    measure.mean = row.number("mean");
    measure.exact_mean = row.number("exact_mean");
    measure.standard_deviation = row.number("standard_deviation").value_or(0);
    measure.p05 = row.number("p05").value_or(0);
    measure.median = row.number("median").value_or(0);
    measure.p95 = row.number("p95").value_or(0);
    finder.of(row).measures.push_back(std::move(measure));
  }

  for (ReportedSituation& situation : run.situations) {
    add_sentence(situation, library);
  }
  run.charts = read_reported_charts(folder);
  return run;
}

}  // namespace combat_odds
