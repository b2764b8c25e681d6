#pragma once

#include <string>

namespace combat_odds {

/// A text and the name of the file that it was read from, for messages.
struct TextFile {
  std::string name;
  std::string text;
};

}  // namespace combat_odds
