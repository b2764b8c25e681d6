#pragma once

#include <string>
#include <vector>

#include "combat_odds/core/odds.hpp"
#include "combat_odds/reports/csv_report.hpp"
#include "combat_odds/scenarios/library.hpp"

namespace combat_odds {

/// What a shard says of itself, beside its reports.
inline constexpr const char* shard_file = "shard.csv";
std::string shard_report(const OddsOptions& options, const ReportOptions& report);

/// Adds the reports of all shards of a run up to those that one machine would have written, byte
/// for byte. Throws InputError where a shard is missing, stands there twice, or does not belong to
/// the others.
void merge_shards(const std::vector<std::string>& directories, const std::string& out,
                  const Library& library);

}  // namespace combat_odds
