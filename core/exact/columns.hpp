#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/dice/outcome.hpp"
#include "core/exact/bodies.hpp"
#include "core/exact/odds_lines.hpp"

namespace combat_odds {

/// The order of the leaves of a graph of a rule InBodies: that of their measures.
bool stands_before(const Outcome& a, const Outcome& b);

/// Every line of the report with its exact chance, in the order in which a graph of the rule has
/// them. They are worked out without storing a graph of states, or outcomes. All states that wait
/// for the same kind of turn are played together: the steps of the bodies that act are a small
/// graph, found once, and each combination of what stands by is a column of numbers that is carried
/// through it.
///
/// From the first `many_states` on that wait at once with numbers of more than 256 bits, numbers
/// are rounded down to 190 bits. Doubles do not show it; lines that are reached from there have
/// no fractions.
///
/// Nothing where a rule recurs within a round or has rolls that are no whole numbers of 64 bits.
/// Throws GraphTooLarge before its states take too much memory, and Interrupted soon after
/// `control` (may be null) says stop. Best play is not for this: no player may decide.
std::optional<std::vector<Chance>> odds_by_columns(const StagedRule& rule,
                                                   const InBodies& in_bodies,
                                                   const RunControl* control,
                                                   std::size_t many_states = 50'000);

}  // namespace combat_odds
