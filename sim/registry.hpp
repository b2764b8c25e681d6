#pragma once

#include <string_view>
#include <vector>

#include "combat_odds/sim/procedure.hpp"

namespace combat_odds {

/// Every procedure of the program, sorted by name.
const std::vector<const Procedure*>& procedures();

/// The procedure of that name; null where there is none.
const Procedure* find_procedure(std::string_view name);

std::vector<std::string> procedure_names();

/// The charts that come with the program (see Charts).
std::span<const BuiltInChart> built_in_charts();

/// What the rules leave open, by the names of their procedures (see open_points()).
std::span<const BuiltInChart> built_in_open_points();

/// The tables of presets that come with the program, one for each game's folder (sim/presets.hpp).
std::span<const BuiltInChart> built_in_presets();

}  // namespace combat_odds
