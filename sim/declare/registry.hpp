#pragma once

#include <span>
#include <string_view>

#include "sim/declare/procedure.hpp"

namespace combat_odds {

/// A built-in procedure. Its name is known before it is declared, which takes time.
struct BuiltInProcedure {
  std::string_view name;     ///< "asl.climb"
  std::string_view chapter;  ///< of its game: "close fight"; empty: the game has none
  Procedure (*declare)();
};

/// All built-in procedures: every function `Procedure name() {` in a file of a game's folder (see
/// cmake/WriteRegistry.cmake).
std::span<const BuiltInProcedure> built_in_procedures();

/// The chapter of a built-in procedure; empty: none, or it is not built in.
std::string_view chapter_of(std::string_view procedure);

/// The built-in charts (see Charts).
std::span<const BuiltInChart> built_in_charts();

/// The points that the rules leave open, by procedure (see open_points()).
std::span<const BuiltInChart> built_in_open_points();

/// The built-in tables of presets, one for each game's folder.
std::span<const BuiltInChart> built_in_presets();

/// The built-in tables of the words for situations, one for each game's folder (see
/// ask/spoken_situation.hpp).
std::span<const BuiltInChart> built_in_sentences();

/// The built-in tables of players' words: the general ones first, then those of each game's folder
/// (see ask/vocabulary.hpp).
std::span<const BuiltInChart> built_in_words();

}  // namespace combat_odds
