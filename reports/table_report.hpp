#pragma once

#include <functional>
#include <set>
#include <span>
#include <string>

#include "combat_odds/reports/csv_report.hpp"

namespace combat_odds {

/// How a table is drawn.
enum class TableStyle { terminal, ascii, markdown };

/// What is shown of each value k of a measure: P(= k) with its interval, exact value and bar, P(>=
/// k) and P(<= k).
struct MeasureColumns {
  bool equal = true;
  bool at_least = true;
  bool at_most = true;
};

/// "firepower 8, drm 1": the parameters of a situation that are `wanted`.
std::string parameters_text(
    const Situation& situation,
    const std::function<bool(const Parameter&, const std::string& value)>& wanted);

/// One situation: every outcome with its probability, interval, exact value and a bar.
std::string situation_table(const SituationOdds& result, const ReportOptions& options,
                            TableStyle style, const MeasureColumns& columns = {});

/// Several situations: a line each, outcomes and events side by side, measures by their mean.
std::string comparison_table(std::span<const SituationOdds> results, const ReportOptions& options,
                             TableStyle style);

/// What a reader should know about the charts: a line for each whose numbers are not verbatim.
std::string chart_notes(const std::set<std::string>& used, const Charts& charts);

/// "2.78 %", with as many digits as tell it from 0 and 1.
std::string percent(double probability);

}  // namespace combat_odds
