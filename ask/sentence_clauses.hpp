#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "ask/names_said.hpp"
#include "ask/spoken_words.hpp"

namespace combat_odds {

// Who does it to whom, by the grammar of a sentence's clauses.

/// Where a sentence names two sides one after the other, and no word parts them: "467 lmg, 4 hexes,
/// 447 in woods".
struct TwoGroups {
  std::size_t first_end = 0;     ///< behind the last of the first
  std::size_t second_begin = 0;  ///< with what is said in front of it: "concealed", "two"
  std::string first;             ///< one of each, as it was said
  std::string second;
};

/// Units of two nations, a vehicle and another one, or units and a vehicle. Nothing where a word
/// parts them, or joins them.
std::optional<TwoGroups> two_groups(const Words& words, const NamesSaid& vehicles);

/// A sentence whose grammar leaves no doubt who acts, with him in front and "at" between the two:
/// "two 467, range 4, chance to pin a 447", "a 447 runs through the fire of a 467", "advance a 467
/// into a building with a 447". Nothing where it has none of these forms.
std::optional<Words> in_said_order(const Words& words, const NamesSaid& vehicles);

/// What a sentence that is not understood may be in the usual order, the likeliest first:
/// "capturing a 447 with a 467", "a molotov from a 447 at a KV-1", "a 467 has the HMG, a 527 runs
/// across the street".
std::vector<Words> in_plain_order(const Words& words, const NamesSaid& vehicles);

}  // namespace combat_odds
