#pragma once

#include <string>
#include <string_view>

namespace combat_odds {

/// A game's title: "Advanced Squad Leader" for "asl". A game that is not built in has no title of
/// its own: the first part of its procedures' names is returned.
std::string game_title(std::string_view game);

}  // namespace combat_odds
