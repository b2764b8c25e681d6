#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "sim/declare/units.hpp"

namespace combat_odds::squad_leader {

/// A hex with infantry in it, and the modifiers of an attack on it.
struct OccupiedHex {
  std::vector<UnitName> units;
  int drm = 0;
};

/// The six hexes around another one, numbered 1 to 6 clockwise.
using Neighbours = std::array<OccupiedHex, 6>;

/// The forms of a hex and of neighbours, for messages and documentation.
extern const char* const occupied_hex_form;
extern const char* const hex_line_form;
extern const char* const neighbours_form;

/// Reads "4-6-7 8-1@1", with the DRM after the @, or "none". Throws ArgumentError about `parameter`
/// for anything else.
OccupiedHex read_occupied_hex(std::string_view text, std::string_view parameter);

/// Reads the hexes of a line, "4-6-7@1; 2*4-4-7@0", or "none". Throws ArgumentError about
/// `parameter` for anything else, and for more than `most`.
std::vector<OccupiedHex> read_hexes(std::string_view text, std::string_view parameter,
                                    std::size_t most);

/// Reads "2=4-6-7@1; 5=4-6-7 8-1", or "none". Throws ArgumentError about `parameter` for anything
/// else.
Neighbours read_neighbours(std::string_view text, std::string_view parameter);

/// Reads a whole number, with or without a plus. Throws ArgumentError about `parameter`, with
/// `form` as the right form.
int read_whole(std::string_view text, std::string_view parameter, const char* form);

}  // namespace combat_odds::squad_leader
