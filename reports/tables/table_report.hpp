#pragma once

#include <set>
#include <span>
#include <string>

#include "reports/tables/table.hpp"
#include "reports/text/csv_report.hpp"
#include "reports/text/situation_text.hpp"

namespace combat_odds {

/// What is shown of each value k of a measure: P(= k) with its interval, exact value and bar, P(>=
/// k) and P(<= k).
struct MeasureColumns {
  bool equal = true;
  bool at_least = true;
  bool at_most = true;
};

/// What a table of one situation shows.
struct TableExtent {
  std::size_t width = 0;          ///< of a line; 0: as long as it takes
  std::size_t most_outcomes = 0;  ///< more of them are left out, the likeliest stay; 0: all stay
  bool says_summary = true;       ///< what the procedure is about
};

/// One situation in full: every outcome, event and value of a measure with its exact probability,
/// the simulated one with its interval, and a bar. Where a line has no room for all of them, the
/// bar is shorter or left out, then the intervals and the fractions.
std::string situation_table(const SituationOdds& result, const ReportOptions& options,
                            TableStyle style, const MeasureColumns& columns = {},
                            const TableExtent& extent = {});

/// One situation in short: what matters most in a sentence, and some ten rows, the likeliest first;
/// no line is longer than `width` characters.
std::string short_table(const SituationOdds& result, const ReportOptions& options, TableStyle style,
                        std::size_t width);

/// Several situations: a sentence, and a line each, apart by procedure and by whether measures tell
/// of them; as many columns as the width has room for (0: all of them).
std::string comparison_table(std::span<const SituationOdds> results, const ReportOptions& options,
                             TableStyle style, std::size_t width);

/// "exact odds" or "1000 trials, seed 1", as a line.
std::string how_made(const Odds& odds, const ReportOptions& options);

/// A probability as a bar of at most so many characters.
std::string bar_text(double probability, TableStyle style, std::size_t cells);

}  // namespace combat_odds
