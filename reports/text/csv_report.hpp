#pragma once

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

/// scenario,procedure,kind,name,value,monte_carlo,ci_low,ci_high,exact,exact_fraction,trials,seed
std::string distribution_header();
std::string distribution_lines(const SituationOdds& result, const ReportOptions& options);

/// scenario,procedure,measure,mean,mean_ci_low,mean_ci_high,exact_mean,standard_deviation,p05,median,p95
std::string summary_header();
std::string summary_lines(const SituationOdds& result, const ReportOptions& options);

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
  std::string header() const { return columns_.header(); }
  std::string line(const SituationOdds& result) const;

  /// The column of how the numbers come about.
  static constexpr const char* working_column = "working";

 private:
  CsvColumns<SituationOdds> columns_;
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
