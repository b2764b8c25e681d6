#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/exact/sum_distribution.hpp"
#include "core/odds/odds.hpp"

namespace combat_odds {

/// Adds a measure that is a sum: a chance for every value that was seen or can be. `counts` are how
/// many trials came to `least`, least + 1 ...; `exact` may be null.
void add_values(Odds& odds, const std::string& name, std::int64_t least,
                std::span<const std::uint64_t> counts, const SumDistribution* exact);

}  // namespace combat_odds
