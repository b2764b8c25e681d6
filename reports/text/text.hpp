#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/text/shell_word.hpp"

namespace combat_odds {

/// A file's name without its folder and ending: "early" for "plans/early.csv".
std::string stem(const std::string& path);

/// "17 Oct" for "1942-10-17"; any other text as it is.
std::string short_date(const std::string& date);

/// "1000 trials each, seed 1"; situations that are played to a precision have not all as many.
std::string trials_each(std::uint64_t fewest, std::uint64_t most, std::uint64_t seed);

/// "A", "A and B", "A, B and C".
std::string joined(const std::vector<std::string>& names);

}  // namespace combat_odds
