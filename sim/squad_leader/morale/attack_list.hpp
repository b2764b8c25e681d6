#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace combat_odds::squad_leader {

inline constexpr const char* attacks_form = "the factors of each attack, such as '4 8 2'";

/// Reads the factors of up to 12 attacks, in order ("4 8 2"). Throws ArgumentError about
/// `parameter`.
std::vector<double> read_attack_list(std::string_view text, std::string_view parameter);

}  // namespace combat_odds::squad_leader
