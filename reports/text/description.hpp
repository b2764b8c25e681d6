#pragma once

#include <span>
#include <string>

#include "ask/library.hpp"
#include "ask/search.hpp"

namespace combat_odds {

/// Everything about a procedure, for `describe`: parameters with type, default and allowed values,
/// outcomes, events, measures, rule and charts with their confidence.
std::string description(const Procedure& procedure, const Library& library);

/// The procedures by game, a line each, clipped to the width; a record a line without padding, with
/// tabs, for other programs; and as CSV (procedure,game,rule,summary): for `list`.
std::string procedure_table(std::span<const Procedure* const> procedures, std::size_t width);
std::string procedure_lines(std::span<const Procedure* const> procedures);
std::string procedure_csv(std::span<const Procedure* const> procedures);

/// Presets by game and procedure, a line each, clipped to the width; a record a line; as CSV
/// (procedure,preset,meaning,parameters) and as a Markdown table, for `list --presets`.
std::string preset_table(std::span<const Preset> presets, std::size_t width);
std::string preset_lines(std::span<const Preset> presets);
std::string preset_csv(std::span<const Preset> presets);
std::string preset_markdown(std::span<const Preset> presets);

/// What a search found, a line each: the command to go on with, and what it is about.
std::string found_table(std::span<const Found> found, std::size_t width);

}  // namespace combat_odds
