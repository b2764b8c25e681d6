#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/text/trimmed.hpp"

namespace combat_odds {

/// The parts of a text with that character between them, without spaces around each. An empty text
/// is one empty part. They are views of the text, which has to outlive them.
inline std::vector<std::string_view> parts_of(std::string_view text, char between) {
  std::vector<std::string_view> parts;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(between, start), text.size());
    parts.push_back(trimmed(text.substr(start, end - start)));
    start = end + 1;
  }
  return parts;
}

}  // namespace combat_odds
