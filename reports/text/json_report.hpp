#pragma once

#include <memory>
#include <span>
#include <string>

#include "ask/presets.hpp"
#include "ask/why.hpp"
#include "reports/text/csv_report.hpp"

namespace combat_odds {

/// The results as one JSON document: options, charts, and for each situation its parameters,
/// chances and measures, and how they come about where that was asked for.
std::string json_report(std::span<const SituationOdds> results, const ReportOptions& options,
                        const std::set<std::string>& charts_used, const Charts& charts,
                        std::span<const std::unique_ptr<const WhyRoll>> why = {});

/// The procedures as JSON, for `list`.
std::string json_list(std::span<const Procedure* const> procedures);

/// Presets as JSON, for `list --presets`.
std::string json_list(std::span<const Preset> presets);

}  // namespace combat_odds
