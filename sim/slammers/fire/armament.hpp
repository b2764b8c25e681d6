#pragma once

#include <string_view>
#include <vector>

#include "sim/slammers/fire/weapons.hpp"

namespace combat_odds::slammers {

/// All the weapons that a TU fires, one after the other.
using Armament = std::vector<Weapon>;

inline constexpr int most_weapons = 8;

inline constexpr const char* armament_form =
    "weapons such as '3*tribarrel_2cm(3,4/4) powergun_rifle'";

/// Weapons with spaces between them: a name of the chart, or any name with its numbers in brackets
/// (Sh, FP against infantry and against vehicles); 3* in front for three of them. Numbers in
/// brackets go before those of the chart. Throws ArgumentError about `parameter`.
Armament read_armament(std::string_view text, std::string_view parameter, const Charts& charts);

}  // namespace combat_odds::slammers
