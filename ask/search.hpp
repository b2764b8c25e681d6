#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ask/library.hpp"

namespace combat_odds {

/// What a search found: a procedure, one of its presets, or what else was given to it.
struct Found {
  std::string command;  ///< to go on with: "combat-odds odds asl.clearance --help"
  std::string about;    ///< a procedure's summary, a preset's meaning
  double weight = 0;    ///< the more, the better it fits
};

/// What else can be found: a command, a page.
struct Topic {
  Found found;
  /// Texts that speak of it, and how much a word in each counts: 10 for its name, 1 for the meaning
  /// of something that it takes.
  std::vector<std::pair<std::string, double>> texts;
};

/// Looks for words in the names, summaries, verbs (words.csv), parameters, choices, units, vehicles
/// and presets of all procedures, and in `topics`, best first, at most `most`. Each word counts by
/// where it stands and by how few procedures have it. Where no procedure has all of them, those are
/// found that have most.
std::vector<Found> search(const Library& library, std::string_view words,
                          std::span<const Topic> topics = {}, std::size_t most = 15);

}  // namespace combat_odds
