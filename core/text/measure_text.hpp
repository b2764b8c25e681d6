#pragma once

#include <string>

namespace combat_odds {

/// What a measure comes to, for a reader: "7", "0.5", and "0.3333" where it comes in thirds.
std::string measure_text(double value);

}  // namespace combat_odds
