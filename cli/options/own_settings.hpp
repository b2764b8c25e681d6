#pragma once

#include <string>

namespace combat_odds::cli {

/// The user's folder for settings and rules of his own: $XDG_CONFIG_HOME/combat-odds, or
/// ~/.config/combat-odds. Empty where the environment tells of neither.
std::string settings_folder();
/// Makes it, or a folder in it, where there is none yet. Throws SystemError where that can't be, or
/// `folder` is empty.
const std::string& made_settings_folder(const std::string& folder);

/// The game of a sentence that names none: what `combat-odds set game` keeps, else asl.
std::string usual_game();

/// Where the page stands, as `combat-odds set page URL` keeps it; empty: not kept.
std::string page_address();
/// Whether it can be one: it begins as an address does and has no "#" and no space.
bool is_page_address(const std::string& text);
/// Keeps a setting: a line in the file of that name. Throws SystemError.
void keep_setting(const std::string& name, const std::string& value);

}  // namespace combat_odds::cli
