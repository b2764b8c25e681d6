#pragma once

#include <string>

namespace combat_odds::cli {

/// The user's folder for settings and rules of his own: $XDG_CONFIG_HOME/combat-odds, or
/// ~/.config/combat-odds. Empty where the environment tells of neither.
std::string settings_folder();

/// The game of a sentence that names none: what `combat-odds set game` keeps, else asl.
std::string usual_game();

}  // namespace combat_odds::cli
