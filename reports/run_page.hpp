#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "combat_odds/reports/page.hpp"
#include "combat_odds/scenarios/library.hpp"

namespace combat_odds {

/// A line of distribution.csv, as a report needs it.
struct ReportedChance {
  std::string kind;
  std::string name;
  std::string value;
  std::optional<double> simulated;
  std::optional<double> low;
  std::optional<double> high;
  std::optional<double> exact;
  std::string fraction;

  double best() const { return exact ? *exact : simulated.value_or(0); }
  std::string label() const { return kind == "measure" ? name + " " + value : name; }
};

/// A line of summary.csv.
struct ReportedMeasure {
  std::string name;
  double mean = 0;
  double standard_deviation = 0;
  std::string p05;
  std::string median;
  std::string p95;
};

/// Everything that a run tells about one situation.
struct ReportedSituation {
  std::string name;
  std::string procedure;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< those that have a value
  std::vector<ReportedChance> chances;
  std::vector<ReportedMeasure> measures;
  std::string trials;  ///< empty: exact odds only
};

/// What `run` wrote into a folder.
struct WrittenRun {
  std::string directory;
  std::vector<ReportedSituation> situations;
  std::vector<ReportedChart> charts;
  std::string seed;  ///< empty: exact odds only

  /// Of the intervals, worked out from one of them; nothing where nothing was simulated.
  std::optional<double> confidence() const;
  /// The command that makes the same numbers again, from the run's own situations.csv.
  std::string command() const;
};

/// Reads distribution.csv, summary.csv, situations.csv and charts.csv. Throws InputError.
WrittenRun read_run(const std::string& directory);

/// The page. `program` is the name and version of the program, for the reader.
std::string run_page(const WrittenRun& run, const Library& library, const std::string& program,
                     PageFormat format);

}  // namespace combat_odds
