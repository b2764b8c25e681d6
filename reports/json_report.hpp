#pragma once

#include <span>
#include <string>

#include "reports/csv_report.hpp"

namespace combat_odds {

/// The results as one JSON document: options, charts, and for each situation its parameters,
/// chances and measures.
std::string json_report(std::span<const SituationOdds> results, const ReportOptions& options,
                        const std::set<std::string>& charts_used, const Charts& charts);

/// The procedures as JSON, for `list`.
std::string json_list(std::span<const Procedure* const> procedures);

}  // namespace combat_odds
