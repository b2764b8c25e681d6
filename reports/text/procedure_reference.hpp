#pragma once

#include <string>

#include "ask/library.hpp"

namespace combat_odds {

/// The full reference as Markdown: an index by game, then every procedure with its parameters,
/// outcomes, events, measures, rule and charts with their confidence.
std::string procedure_reference(const Library& library);

}  // namespace combat_odds
