#pragma once

#include <string_view>

#include "ask/spoken_words.hpp"

namespace combat_odds {

/// "two trained red 1 helpers", "two cars with red 1 helping", "two helpers, trained, red 1" as
/// "helped by 2 trained red 1", without the data link over which they help. Nothing is changed
/// where no triangle with its number is theirs; a comma in front of "helper" in the sentence tells
/// that what stands there is not.
void put_helpers_in_order(Words& words, std::string_view sentence);

/// "elite ... against trained ..., elite fires first" as "first side fires first".
void put_quality_as_side(Words& words);

}  // namespace combat_odds
