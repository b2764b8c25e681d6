#pragma once

#include <string>

#include "ask/odds_by_step.hpp"
#include "ask/why.hpp"
#include "reports/tables/page.hpp"
#include "reports/tables/plot.hpp"
#include "reports/tables/table_report.hpp"

namespace combat_odds {

/// How an answer comes about, as a table: the results of the first roll with their chances and what
/// each leads to, those of later rolls indented below. Columns as the width has room for (0: all).
std::string why_table(const WhyRoll& first, const SituationOdds& result,
                      const ReportOptions& options, TableStyle style, std::size_t width);

/// The same for a page, all columns.
Table why_rows(const WhyRoll& first, const SituationOdds& result, const ReportOptions& options);

/// What a rule of steps comes to if it ends after the first, the second, and so on.
std::string by_step_table(const std::vector<OddsAfterStep>& steps, const SituationOdds& result,
                          const ReportOptions& options, TableStyle style, std::size_t width);
Table by_step_rows(const std::vector<OddsAfterStep>& steps, const SituationOdds& result,
                   const ReportOptions& options);

/// As a tree: a branch for each result, as thick as it is likely, to what it leads to. Throws
/// InputError at --tree where it has too many branches for a picture.
std::string why_tree(const WhyRoll& first, const SituationOdds& result,
                     const ReportOptions& options, const Drawing& drawing = {});
/// Whether it has few enough.
bool fits_tree(const WhyRoll& first);

}  // namespace combat_odds
