#pragma once

#include <cstdint>

#include "core/odds/odds.hpp"

namespace combat_odds::test {

inline OddsOptions options(Method method, std::uint64_t trials) {
  OddsOptions options;
  options.method = method;
  options.trials = trials;
  return options;
}

}  // namespace combat_odds::test
