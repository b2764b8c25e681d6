#pragma once

#include "expression/talk_words.hpp"

namespace combat_odds::expression {

/// The same in the words that the reader knows: "two rolls of 2d6, both 7 or more" as "2d6 2 times
/// each time 7 or more", "none of three d6 under 3" as "3d6 no die under 3".
void put_rolls_in_known_words(TalkWords& words);

}  // namespace combat_odds::expression
