#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string_view>

namespace combat_odds {

/// Takes a whole number off the front of `text`; nothing where there is none that the type can
/// hold.
template <std::integral Whole>
std::optional<Whole> number_at_front(std::string_view& text) {
  Whole value{};
  const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(stopped - text.data()));
  return value;
}

/// The same for floating point, by a library that reads it alike everywhere. "nan" and "inf" are no
/// numbers here.
std::optional<double> floating_point_at_front(std::string_view& text);

/// The number that the whole of `text` writes out: "7", "-1" or, for double, "0.5" and "1e6";
/// nothing where there is anything else in it ("+7", " 7", "7 squads") or where the type can't hold
/// it.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
  std::optional<Number> value;
  if constexpr (std::integral<Number>) {
    value = number_at_front<Number>(text);
  } else {
    static_assert(std::same_as<Number, double>);
    value = floating_point_at_front(text);
  }
  return text.empty() ? value : std::nullopt;
}

}  // namespace combat_odds
