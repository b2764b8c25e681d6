#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace combat_odds {

/// The number that the whole of `text` writes out: "7", "-1" or, for floating-point types, "0.5"
/// and "1e6"; nothing where there is anything else in it ("+7", " 7", "7 squads") or where the type
/// can't hold it.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return value;
}

}  // namespace combat_odds
