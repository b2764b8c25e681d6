#pragma once

#include <span>
#include <string>

#include "combat_odds/core/chart.hpp"
#include "combat_odds/sim/procedure.hpp"

namespace combat_odds {

/// docs/procedures.md: an index by game, then every procedure with its parameters, outcomes,
/// events, measures, rule and charts with their confidence. `all` is sorted by name.
std::string procedure_reference(std::span<const Procedure* const> all, const Charts& charts);

}  // namespace combat_odds
