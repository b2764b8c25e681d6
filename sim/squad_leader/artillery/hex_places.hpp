#pragma once

#include <array>
#include <string_view>

#include "sim/squad_leader/artillery/fire_mission.hpp"

namespace combat_odds::squad_leader {

/// A flag for each hex in a straight line from the hex aimed at, by direction and extent, each less
/// one.
using HexTable = std::array<std::array<bool, 6>, 6>;

/// The forms of these, for messages and documentation.
extern const char* const landing_form;
extern const char* const hex_table_form;

/// Reads "3.4" (four hexes away in direction 3), or "0" (the hex aimed at). Throws ArgumentError
/// about `parameter` for anything else.
FireMission::Landing read_landing(std::string_view text, std::string_view parameter);

/// Reads "3 4.5 1.2-6" (all hexes of direction 3, the fifth of direction 4, the second to sixth of
/// direction 1), or "none". Throws ArgumentError about `parameter` for anything else.
HexTable read_hex_table(std::string_view text, std::string_view parameter);

}  // namespace combat_odds::squad_leader
