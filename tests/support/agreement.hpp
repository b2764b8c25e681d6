#pragma once

#include "core/odds/agreement.hpp"

namespace combat_odds::test {

using combat_odds::chi_squared;
using combat_odds::chi_squared_p;
using combat_odds::ChiSquared;
using combat_odds::disagreement;
using combat_odds::outcome_odds;
using combat_odds::OutcomeOdds;
using combat_odds::text_of;

}  // namespace combat_odds::test
