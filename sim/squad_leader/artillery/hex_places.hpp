#pragma once

#include <array>
#include <string_view>

#include "sim/squad_leader/artillery/fire_mission.hpp"

namespace combat_odds::squad_leader {

/// The hexes in a straight line from the one aimed at, by direction and extent, less one each.
using HexTable = std::array<std::array<bool, 6>, 6>;

/// What they look like, for messages and documentation.
extern const char* const landing_form;
extern const char* const hex_table_form;

/// Reads "3.4", four hexes away in direction 3, or "0", the hex aimed at. Throws ArgumentError
/// about `parameter` for anything else.
FireMission::Landing read_landing(std::string_view text, std::string_view parameter);

/// Reads "3 4.5 1.2-6": all of direction 3, the fifth hex of 4, the second to the sixth of 1; or
/// "none". Throws ArgumentError about `parameter` for anything else.
HexTable read_hex_table(std::string_view text, std::string_view parameter);

}  // namespace combat_odds::squad_leader
