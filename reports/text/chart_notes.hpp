#pragma once

#include <set>
#include <span>
#include <string>

#include "ask/evaluate.hpp"
#include "core/text/chart.hpp"

namespace combat_odds {

/// What a reader should know about the charts: a line for each whose numbers are not verbatim.
/// Where its notes speak of units (4-6-8), only those that speak of units that were asked about are
/// told, and nothing where none does; without situations all are. No line is longer than `width`
/// characters (0: as long as it takes).
std::string chart_notes(const std::set<std::string>& used, const Charts& charts,
                        std::span<const SituationOdds> results = {}, std::size_t width = 0);

}  // namespace combat_odds
