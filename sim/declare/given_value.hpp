#pragma once

#include <string>

#include "core/text/error.hpp"

namespace combat_odds {

/// One parameter as its author gave it: a value, a list (4,8,12) or a range (-2..4; dates too).
struct GivenValue {
  std::string parameter;  ///< its name, with underscores or hyphens
  std::string text;       ///< empty: the default
  Place place;            ///< where it stands, for messages
};

}  // namespace combat_odds
