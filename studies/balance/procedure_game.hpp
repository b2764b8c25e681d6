#pragma once

#include <memory>
#include <vector>

#include "ask/library.hpp"
#include "ask/situation.hpp"
#include "core/text/csv.hpp"
#include "sim/declare/calendar.hpp"
#include "studies/balance/balance.hpp"

namespace combat_odds {

/// The units of a list, matched in a duel of their game (see DuelForm). The columns of the list are
/// procedure, name, points, vehicle (by a listing or the base game, which then may tell its
/// points), perhaps rarity, year_from, year_to, leader, leader_points and note, and the procedure's
/// parameters for a side. `given` holds `points` and parameters that neither side has for itself;
/// lists and ranges sweep, and so do `months`, which the Rarity goes by.
///
/// Every duel is played both ways round and the two are averaged, so that nobody gains by being
/// asked first. A procedure with a number of units for each side plays force against force; any
/// other one is a series of duels. Throws InputError.
std::unique_ptr<BalanceGame> procedure_game(const CsvTable& table,
                                            const std::vector<GivenValue>& given,
                                            const std::vector<Month>& months,
                                            const Library& library);

}  // namespace combat_odds
