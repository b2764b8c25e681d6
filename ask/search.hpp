#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ask/library.hpp"

namespace combat_odds {

/// What a search found: a procedure or one of its presets.
struct Found {
  std::string command;  ///< to go on with: "combat-odds odds asl.clearance --help"
  std::string about;    ///< a procedure's summary, a preset's meaning
  double weight = 0;    ///< the more, the better it fits
};

/// Looks for words in the names, summaries, verbs (words.csv), parameters, choices, units, vehicles
/// and presets of all procedures, best first, at most `most`. Each word counts by where it stands
/// and by how few procedures have it. Where no procedure has all of them, those are found that have
/// most.
std::vector<Found> search(const Library& library, std::string_view words, std::size_t most = 15);

}  // namespace combat_odds
