#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "combat_odds/sim/procedure.hpp"

namespace combat_odds {

/// A situation that players often meet: values for some of a procedure's parameters, the others
/// keep their defaults. Presets stand in sim/*/presets.csv.
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

/// Reads a table of presets with the columns procedure, preset, meaning and parameters
/// ("firepower=8;drm=1;target=3*4-6-7 8-1"). Throws InputError where a procedure, a parameter or
/// its value is not known or a name stands twice.
std::vector<Preset> read_presets(const CsvTable& table);

/// All presets of the program: by procedure, in the order of their tables.
const std::vector<Preset>& presets();

/// Those of one procedure.
std::span<const Preset> presets_of(const Procedure& procedure);

/// The preset of that name, however it is typed. Throws InputError at `option` with the nearest.
const Preset& preset_named(const Procedure& procedure, std::string_view name,
                           const std::string& option);

}  // namespace combat_odds
