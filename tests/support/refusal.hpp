#pragma once

#include <string>

#include "tests/support/ask.hpp"

namespace combat_odds::test {

/// The error for a situation that makes no sense; empty if it is accepted.
inline std::string refusal(const std::string& procedure, const Given& given) {
  try {
    scenario(procedure, given).rule(0, charts());
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace combat_odds::test
