#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ask/vocabulary.hpp"

namespace combat_odds {

/// Words as the file has them, and as a sentence has them.
struct SpokenText {
  std::string text;
  std::vector<std::string> words;
};

/// A line of words.csv.
struct WordsLine {
  std::vector<std::string> procedures;
  std::vector<std::string> parameters;
  std::string value;
  SentenceSide side = SentenceSide::any;
  std::vector<std::string> words;
  std::vector<SpokenText> spoken = {};  ///< of a line of phrases, degrees written out
};

/// Those of all games.
const std::vector<WordsLine>& words_lines();
/// The same with their words as a sentence has them: all procedures share them, so they are read
/// once.
const std::vector<WordsLine>& spoken_lines();
WordsLine with_spoken(WordsLine line);
/// The places in spoken_lines() of those that are for a procedure, or name another (may be empty),
/// in their order.
std::vector<std::size_t> word_lines_for(const std::string& procedure, const std::string& another);
/// The places of those that have that parameter and no other.
const std::vector<std::size_t>& word_lines_with(const std::string& parameter);

std::vector<std::string> copied(const std::vector<std::string_view>& texts);
/// "subject", "object"; any other: either.
SentenceSide side_named(std::string_view name);
/// "<filler>" in place of a parameter.
bool is_special(std::string_view parameter);
/// "asl.fire", "sl.*" or "*".
bool is_meant(const std::string& pattern, const std::string& procedure);
/// Whether the line is for that procedure, by its name or with others.
bool is_for(const WordsLine& line, const std::string& procedure);

}  // namespace combat_odds
