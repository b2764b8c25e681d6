#pragma once

#include <span>
#include <string_view>

#include "sim/declare/procedure.hpp"

namespace combat_odds {

/// A procedure that comes with the program, by its name; declaring it takes time.
struct BuiltInProcedure {
  std::string_view name;  ///< "asl.climb"
  Procedure (*declare)();
};

/// Every procedure that comes with the program: every function `Procedure name() {` of a file in
/// a game's folder (see cmake/WriteRegistry.cmake).
std::span<const BuiltInProcedure> built_in_procedures();

/// The charts that come with the program (see Charts).
std::span<const BuiltInChart> built_in_charts();

/// What the rules leave open, by the names of their procedures (see open_points()).
std::span<const BuiltInChart> built_in_open_points();

/// The tables of presets that come with the program, one for each game's folder.
std::span<const BuiltInChart> built_in_presets();

}  // namespace combat_odds
