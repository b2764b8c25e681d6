#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace combat_odds {

/// Where a text first has a word, as a whole one; npos where it has not.
inline std::size_t find_word(std::string_view text, std::string_view word) {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
  const auto is_letter = [&](char c) { return letters.find(c) != letters.npos; };
  if (word.empty()) return word.npos;
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool starts = at == 0 || !is_letter(word.front()) || !is_letter(text[at - 1]);
    if (starts && (end == text.size() || !is_letter(text[end]))) return at;
  }
  return text.npos;
}

/// The line that a place of a text is in: the first is 1.
inline int line_at(std::string_view text, std::size_t place) {
  const std::string_view before = text.substr(0, place);
  return static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1;
}

}  // namespace combat_odds
