#pragma once

#include <string>

namespace combat_odds {

/// A word of a command line: quoted where a shell would take it apart.
std::string shell_word(const std::string& word);

}  // namespace combat_odds
