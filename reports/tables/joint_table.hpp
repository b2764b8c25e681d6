#pragma once

#include <optional>

#include "ask/evaluate.hpp"
#include "reports/tables/table.hpp"

namespace combat_odds {

/// Outcomes that are pairs of whole numbers, "3, 5", as a table: the first down, the second across,
/// the chances of both and of each alone. Nothing where the outcomes are none, or the table would
/// be larger than `most` lines or columns.
std::optional<Table> joint_table(const SituationOdds& result, std::size_t most = 24);

}  // namespace combat_odds
