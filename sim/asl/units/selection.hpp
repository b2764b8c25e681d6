#pragma once

#include <cstdint>

namespace combat_odds::asl {

/// Random Selection among units of which like ones stand side by side: `alike(a, b)` says which.
/// They are as good as each other, so the first of them stand for as many as were chosen.
template <class Alike>
std::uint32_t first_of_like(int units, std::uint32_t chosen, const Alike& alike) {
  std::uint32_t result = 0;
  for (int first = 0, last = 0; first < units; first = last) {
    std::uint32_t selected = 0;
    for (; last < units && (last == first || alike(last, first)); ++last) {
      selected += chosen >> last & 1;
    }
    result |= ((std::uint32_t{1} << selected) - 1) << first;
  }
  return result;
}

}  // namespace combat_odds::asl
