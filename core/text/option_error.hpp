#pragma once

#include <string>

#include "core/text/error.hpp"

namespace combat_odds {

/// Input that is wrong in an option, or in a word by its place: "--seed: 'x' is not possible
/// (...)".
class OptionError : public InputError {
 public:
  OptionError(const std::string& option, const std::string& wrong, const std::string& right)
      : InputError({option}, wrong, right) {}
};

}  // namespace combat_odds
