#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reports/tables/page.hpp"
#include "reports/tables/table_report.hpp"

namespace combat_odds {

/// A line of a table of odds: what stands first, and the odds of it.
struct OddsLine {
  std::vector<std::string> lead;
  const Odds* odds = nullptr;
};

/// Odds of one procedure side by side, a line for each: outcomes and events by their chance,
/// measures by their mean. A chance that exact odds leave out is 0, one that no trial saw is
/// "never".
struct OddsGrid {
  std::vector<std::string> lead;  ///< what the first columns are
  std::vector<OddsLine> lines;
  /// Subjects whose columns come next, whether they happen or not.
  std::vector<std::string> first = {};

  /// As many columns as the width has room for (0: all of them), those that matter most: what
  /// differs before what does not; `left_out` gets the names of the others.
  Table table(const Procedure& procedure, const ReportOptions& options, std::size_t width,
              std::vector<std::string>& left_out) const;
};

/// What the odds tell of a subject (ask/headline.hpp), as a cell: "34.34 %", or the mean "1.250" of
/// "mean squads".
std::string subject_text(const std::string& subject, const Odds& odds, double confidence);

/// Whether the odds tell of measures, as those of a stack do; where they do, the outcomes are many
/// and say less.
bool is_measured(const Odds& odds);

/// Whether a measure counts a few things, such as units: whole numbers from 0 to 10.
bool counts_units(const Odds& odds, const std::string& measure);

/// Distributions side by side: how likely each value of a measure is in each situation, or with
/// `at_least` so much or more. Nothing where that is more than a screen or the width holds.
std::optional<Table> value_grid(std::span<const SituationOdds> results, const std::string& measure,
                                bool at_least, std::size_t width);

}  // namespace combat_odds
