#pragma once

#include <string>
#include <string_view>

namespace combat_odds {

/// A game's title: "Advanced Squad Leader" for "asl". A game that did not come with the program
/// goes by the first part of its procedures' names.
std::string game_title(std::string_view game);

}  // namespace combat_odds
