#pragma once

#include <memory>

#include "combat_odds/sim/procedure.hpp"

namespace combat_odds::squad_leader {

constexpr int most_aircraft = 3;  ///< that attack together

/// 101, Supplement A: the rule of sl.air-support, whose parameters it reads.
std::unique_ptr<Rule> air_raid(const Arguments& arguments, const Charts& charts);

}  // namespace combat_odds::squad_leader
