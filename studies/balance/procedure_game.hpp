#pragma once

#include <memory>

#include "ask/library.hpp"
#include "core/text/csv.hpp"
#include "studies/balance/balance.hpp"
#include "studies/balance/balance_list.hpp"

namespace combat_odds {

/// The units of a list, matched in a duel of their game (see DuelForm). The columns of the list are
/// procedure, name, points, vehicle (by a listing or the base game, which then may tell its
/// points), perhaps rarity, year_from, year_to, leader, leader_points and note, and the procedure's
/// parameters for a side. What is asked are `points` and parameters that neither side has for
/// itself; lists and ranges sweep, and so do the months, which the Rarity goes by.
///
/// Every duel is played both ways round and the two are averaged, so that nobody gains by being
/// asked first. A procedure with a number of units for each side plays force against force; any
/// other one is a series of duels. Throws InputError.
std::unique_ptr<BalanceGame> procedure_game(const CsvTable& table, const AskedBalance& asked,
                                            const Library& library);

}  // namespace combat_odds
