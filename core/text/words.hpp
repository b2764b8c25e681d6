#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/text/trimmed.hpp"

namespace combat_odds {

/// The words of a text, which spaces separate.
inline std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    const std::size_t end = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

}  // namespace combat_odds
