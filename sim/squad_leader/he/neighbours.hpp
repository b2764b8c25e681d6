#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "sim/declare/units.hpp"

namespace combat_odds::squad_leader {

/// A hex with infantry in it, and the modifiers of an attack on it.
struct Place {
  std::vector<UnitName> units;
  int drm = 0;
};

/// The hexes around another one, 1 to 6 clockwise.
using Neighbours = std::array<Place, 6>;

/// What a place and neighbours look like, for messages and documentation.
extern const char* const place_form;
extern const char* const neighbours_form;

/// Reads "4-6-7 8-1@1", the DRM behind the @, or "none". Throws ArgumentError about `parameter`
/// for anything else.
Place read_place(std::string_view text, std::string_view parameter);

/// Reads "2=4-6-7@1; 5=4-6-7 8-1", or "none". Throws ArgumentError about `parameter` for anything
/// else.
Neighbours read_neighbours(std::string_view text, std::string_view parameter);

/// A whole number, perhaps with a plus; throws ArgumentError about `parameter` that says `form`.
int read_whole(std::string_view text, std::string_view parameter, const char* form);

}  // namespace combat_odds::squad_leader
