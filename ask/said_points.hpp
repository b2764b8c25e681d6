#pragma once

#include "ask/spoken_words.hpp"
#include "core/text/error.hpp"

namespace combat_odds {

/// "points for two 8-3-8 and a 9-2", "FPP of two trenches": a sum of prices, which another command
/// tells; the refusal has the line to type. Nothing where no units or fortifications are priced.
void refuse_prices(const Words& words, const Place& place);

}  // namespace combat_odds
