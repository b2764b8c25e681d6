#pragma once

#include <optional>

#include "sim/declare/calendar.hpp"

namespace combat_odds {

/// Whether a unit of a point list is to be had at a date, which affects its Rarity. Lists of every
/// game may have Rarities, and they all go by the same factors.
enum class Availability { common, early, late, not_yet };

/// Common from its introduction to its last month (nothing: to the end of the war), early up to 3
/// months before, late afterwards.
Availability availability(Month from, std::optional<Month> to, Month date);

/// The factor of Rarity: 2 when early, 1.5 when late.
double rarity_factor(Availability availability);

}  // namespace combat_odds
