#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/odds/odds.hpp"

namespace combat_odds {

// How simulations are asked for, wherever that is written: on the command line, in a question.

/// "250000", "1e6", "10M": a whole number from 1 to 1e15. Nothing for anything else.
std::optional<std::uint64_t> read_trials(std::string_view text);
inline constexpr const char* trials_form =
    "a whole number from 1 to 1e15, such as 250000, 1e6 or 10M";

/// "0.95": a number that is neither 0 nor 1 but between. Nothing for anything else.
std::optional<double> read_share(std::string_view text);

/// The same without what intervals can't be made for: too near 0 or 1.
std::optional<double> read_confidence(std::string_view text);
inline constexpr const char* confidence_form = "a number from 1e-12 to 1 - 1e-12, such as 0.95";

/// "both", "monte-carlo" or "exact". Nothing for anything else.
std::optional<Method> read_method(std::string_view text);
inline constexpr const char* method_form = "both, monte-carlo or exact";

}  // namespace combat_odds
