#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "ask/evaluate.hpp"
#include "core/text/chart.hpp"
#include "core/text/columns.hpp"
#include "core/text/csv_columns.hpp"

namespace combat_odds {

/// What its user has a picture say.
struct PictureWords {
  std::string recipe = {};    ///< the command that draws the same again; empty: not known
  std::string title = {};     ///< in place of the picture's own; empty: that
  std::string subtitle = {};  ///< the same
  bool is_narrow = false;     ///< drawn for a phone
};

/// What every line of a report says about how it was made.
struct ReportOptions {
  Method method = Method::both;
  std::uint64_t seed = 1;
  double confidence = 0.95;
  PictureWords picture = {};
};

/// monte_carlo (or `heading`),ci_low,ci_high
CsvColumns<Estimate> simulated_columns(std::string heading = "monte_carlo");
/// monte_carlo,ci_low,ci_high,exact,exact_fraction
CsvColumns<Estimate> estimate_columns();
/// Reads these columns.
Estimate read_estimate(const Columns::Row& row);

/// How something was played. In a report both are empty where there were no trials.
struct Played {
  std::uint64_t trials = 0;
  std::uint64_t seed = 0;
};
/// trials,seed
CsvColumns<Played> played_columns();

/// What the lines of a situation share, found once for all its reports.
struct LinesOf {
  /// Of the chances named so (see is_named()); without names of all.
  explicit LinesOf(const SituationOdds& situation, const std::vector<std::string>& named = {});
  const SituationOdds* result;
  std::string beginning;               ///< "open,asl.fire,"
  std::vector<const Chance*> chances;  ///< in the order of a report
};

/// An outcome or event that was asked for by name.
struct ShownChance {
  Chance::Kind kind = Chance::Kind::outcome;
  std::string name;
};

/// What the names stand for, in any of the situations or, of what occurs nowhere, as the procedure
/// lists it. Measures are left out: their lines are their values.
std::vector<ShownChance> chances_shown(std::span<const SituationOdds> results,
                                       const std::vector<std::string>& names);

/// The same situation with a chance of 0 for what was asked for and can't happen there: of a sweep
/// no situation is missing.
SituationOdds with_impossible(SituationOdds result, std::span<const ShownChance> shown);

/// scenario,procedure,kind,name,value,monte_carlo,ci_low,ci_high,exact,exact_fraction,trials,seed
std::string distribution_header();
std::string distribution_lines(const LinesOf& situation, const ReportOptions& options);
inline std::string distribution_lines(const SituationOdds& result, const ReportOptions& options) {
  return distribution_lines(LinesOf(result), options);
}

/// scenario,procedure,measure,mean,mean_ci_low,mean_ci_high,exact_mean,standard_deviation,p05,median,p95
std::string summary_header();
std::string summary_lines(const LinesOf& situation, const ReportOptions& options);
inline std::string summary_lines(const SituationOdds& result, const ReportOptions& options) {
  return summary_lines(LinesOf(result), options);
}

/// measure,mean,mean_ci_low,mean_ci_high,exact_mean,standard_deviation,p05,median,p95
CsvColumns<MeasureSummary> mean_columns();

/// The value of a measure; nothing of an outcome or event.
std::optional<double> reported_value(const Chance& chance);

/// The name of a kind as the reports have it: outcome, event or measure.
const char* kind_name(Chance::Kind kind);

/// scenario,procedure, the parameters of all procedures of a run and how the numbers come about. A
/// cell is empty where the situation's procedure has no such parameter.
class SituationTable {
 public:
  explicit SituationTable(std::span<const Procedure* const> procedures);
  std::string header() const;
  std::string line(const LinesOf& situation);

  /// The column of how the numbers come about.
  static constexpr const char* working_column = "working";

 private:
  /// Columns that all situations of a scenario have the same text in, and one that varies.
  struct Part {
    std::string same;
    std::size_t parameter = 0;
  };
  void begin(const Scenario& scenario);

  std::vector<std::string> names_;
  std::optional<std::uint64_t> scenario_;  ///< the one that these are of
  std::vector<Part> parts_;
  std::string rest_;  ///< behind them
};

/// chart,title,rule,confidence,file,notes of the charts that the procedures use, by name.
std::string chart_report(const std::set<std::string>& used, const Charts& charts);

/// The chances of a result in the order of a report: outcomes, events and measures as the procedure
/// lists them, others after.
std::vector<const Chance*> in_report_order(const SituationOdds& result);

/// Where a chance stands in its procedure's list of outcomes, events or measures; past the end
/// where it is not listed.
std::size_t report_position(const Chance& chance, const Procedure& procedure);

}  // namespace combat_odds
