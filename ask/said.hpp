#pragma once

#include <string>
#include <string_view>

#include "ask/ask.hpp"

namespace combat_odds {

/// A question that was asked in a sentence: "2*4-6-7 LMG 8-1 at 4-4-7 in a stone building, range
/// 3".
struct Said {
  std::string procedure;
  std::vector<std::pair<std::string, std::string>> values;  ///< in the procedure's order
  std::string note;  ///< what was taken for granted: the game; empty: nothing

  /// "combat-odds odds asl.fire --range 3 ...": the same question, to copy.
  std::string command() const;
};

/// Reads a sentence by the vocabulary of words.csv (ask/vocabulary.hpp). Every word of it counts,
/// but the fillers listed there. Where it could be of several games it is of that which it names in
/// front ("sl: ..."), else of `usual_game`, which the note then tells. Throws InputError at `place`
/// where words are not understood (all of them are named), something is said twice or is missing,
/// or it could mean two things (both as commands).
Said said(const Library& library, std::string_view sentence, const Place& place,
          std::string_view usual_game = "asl");

/// Whether a text that is no procedure's name is meant as a sentence, not as words to look for: it
/// has several words, and a number, a unit or a game's name in front is among them.
bool is_sentence(std::string_view text);

}  // namespace combat_odds
