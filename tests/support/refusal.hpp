#pragma once

#include <string>

#include "tests/support/ask.hpp"

namespace combat_odds::test {

/// The text of an InputError that is thrown there; empty if none is.
template <class Attempt>
std::string refused(const Attempt& attempt) {
  try {
    attempt();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// The error for a situation that makes no sense; empty if it is accepted.
inline std::string refusal(const std::string& procedure, const Given& given) {
  return refused([&] { scenario(procedure, given).rule(0, charts()); });
}

}  // namespace combat_odds::test
