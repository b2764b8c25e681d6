#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace combat_odds::squad_leader {

inline constexpr const char* attacks_form = "the factors of each attack, such as '4 8 2'";

/// Reads attacks that follow each other, at most 12, as their factors ("4 8 2"). Throws
/// ArgumentError for the parameter.
std::vector<double> read_attack_list(std::string_view text, std::string_view parameter);

}  // namespace combat_odds::squad_leader
