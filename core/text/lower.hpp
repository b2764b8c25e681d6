#pragma once

#include <string>
#include <string_view>

namespace combat_odds {

/// The small letter of A to Z; every other character as it is, whatever the locale.
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

inline std::string lower(std::string_view text) {
  std::string small(text);
  for (char& letter : small) letter = lower(letter);
  return small;
}

}  // namespace combat_odds
