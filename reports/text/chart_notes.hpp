#pragma once

#include <set>
#include <span>
#include <string>

#include "ask/evaluate.hpp"
#include "core/text/chart.hpp"

namespace combat_odds {

/// What a reader should know about the charts whose numbers are not verbatim: a line that names
/// them, and before it a line for each chart of the user's own, and for each whose notes speak of
/// units that were asked about (4-6-8), with what they say. Notes that speak of other units only
/// are left out; without situations their charts are named, too. No line is longer than `width`
/// characters (0: as long as it takes).
std::string chart_notes(const std::set<std::string>& used, const Charts& charts,
                        std::span<const SituationOdds> results = {}, std::size_t width = 0);

/// One chart's line: its title, its confidence, and `notes`. Throws as Charts::source() does.
std::string chart_note(const std::string& name, const Charts& charts, const std::string& notes,
                       std::size_t width = 0);

}  // namespace combat_odds
