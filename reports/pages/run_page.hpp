#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ask/library.hpp"
#include "core/odds/odds.hpp"
#include "reports/tables/page.hpp"
#include "reports/text/csv_report.hpp"
#include "reports/text/written_command.hpp"

namespace combat_odds {

/// A line of distribution.csv, as a report needs it.
struct ReportedChance {
  std::string kind;
  std::string name;
  std::string value;
  Estimate estimate;

  double best() const { return estimate.best(); }
  std::string label() const { return kind == "measure" ? name + " " + value : name; }
};

/// Everything that a run tells about one situation.
struct ReportedSituation {
  std::string name;
  std::string procedure;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< those that have a value
  std::vector<ReportedChance> chances;
  std::vector<MeasureSummary> measures;
  std::string trials;                 ///< empty: exact odds only
  std::string sentence;               ///< what matters most; empty: not known
  std::vector<std::string> subjects;  ///< what the sentence is about (ask/headline.hpp)
  std::vector<std::string> working;   ///< how its numbers come about
};

/// What `run` wrote into a folder, or what was worked out for a page.
struct WrittenRun {
  WrittenCommand command;
  std::vector<ReportedSituation> situations;
  std::vector<ChartSource> charts;
};

/// The files of a run.
inline const std::vector<std::string> run_files = {"distribution.csv", "summary.csv",
                                                   "situations.csv", "charts.csv", command_file};

/// Reads them. Throws InputError. What the library knows of the procedures makes the sentences.
WrittenRun read_run(const Folder& folder, const Library& library);

/// The same of situations that were just worked out.
WrittenRun reported_run(std::span<const SituationOdds> results, const ReportOptions& options,
                        const std::set<std::string>& charts_used, const Charts& charts,
                        WrittenCommand command);

/// What stands on a page of a run beside what every such page has.
struct RunPageParts {
  std::string title = {};                  ///< empty: what the procedures are
  std::string sentence = {};               ///< before those of the situations
  std::function<void(Page&)> answer = {};  ///< before the situations are compared
  bool compared = false;                   ///< the answer compares them already
};

/// The page. `library` tells what the procedures are.
std::string run_page(const WrittenRun& run, const Library& library, PageFormat format,
                     const RunPageParts& parts = {});

}  // namespace combat_odds
