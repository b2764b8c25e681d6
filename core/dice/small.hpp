#pragma once

#include <cassert>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace combat_odds {

/// The number (or the enumerator's) in one byte, as states keep it. It must be from 0 to 255.
template <class Number>
requires std::integral<Number> || std::is_enum_v<Number>
constexpr std::uint8_t small(Number number) {
  assert(static_cast<long long>(number) >= 0 && static_cast<long long>(number) <= 255);
  return static_cast<std::uint8_t>(number);
}

}  // namespace combat_odds
