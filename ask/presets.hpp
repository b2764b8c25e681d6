#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/columns.hpp"
#include "sim/declare/procedure.hpp"

namespace combat_odds {

/// A situation that players often meet: values for some of a procedure's parameters, the others
/// keep their defaults. Those that come with the program stand in sim/*/presets.csv.
struct Preset {
  std::string procedure;
  std::string name;     ///< "moving-in-the-open"
  std::string meaning;  ///< the situation and its modifiers in a player's words
  std::vector<std::pair<std::string, std::string>> values;  ///< parameter and value

  /// The value of a parameter; empty where the preset leaves it alone.
  std::string_view value(std::string_view parameter) const;
  /// "firepower 8, drm 3, target 4-6-7".
  std::string text() const;
};

/// "firepower=8;drm=1;target=3*4-6-7 8-1" in the column `parameters`, as parameters and values of
/// the procedure. Throws InputError where a parameter or its value is not known.
std::vector<std::pair<std::string, std::string>> read_preset_values(const Columns::Row& row,
                                                                    const Procedure& procedure);

}  // namespace combat_odds
