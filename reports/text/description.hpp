#pragma once

#include <span>
#include <string>

#include "ask/library.hpp"

namespace combat_odds {

/// Everything about a procedure, for `describe`: parameters with type, default and allowed values,
/// outcomes, events, measures, rule and charts with their confidence.
std::string description(const Procedure& procedure, const Library& library);

/// The procedures as a table, wrapped at words, and as CSV (procedure,game,rule,summary), for
/// `list`.
std::string procedure_table(std::span<const Procedure* const> procedures, std::size_t width);
std::string procedure_csv(std::span<const Procedure* const> procedures);

/// Presets as a table, wrapped at words, as CSV (procedure,preset,meaning,parameters) and as a
/// Markdown table, for `list --presets`.
std::string preset_table(std::span<const Preset> presets, std::size_t width);
std::string preset_csv(std::span<const Preset> presets);
std::string preset_markdown(std::span<const Preset> presets);

}  // namespace combat_odds
