#pragma once

#include <string>

#include "ask/sentence_reader.hpp"

namespace combat_odds {

/// What to type for the words of a sentence that were not understood: the procedure's own words for
/// what they are about, its names, or its option; else the word that was misspelt; else the
/// question without them, as `command` asks it; empty: that would be no question.
std::string what_to_say(const SentenceReading& reading, const Vocabulary& vocabulary,
                        const Library& library, const std::string& command);

/// A command of words.csv with what the sentence says in its holes: "--side {side:german}" is
/// "--side russian" where that was said, "{cpp:100}" takes the number in front of "cpp".
std::string with_what_was_said(std::string text, const SentenceReading& reading);

/// Whether words.csv has a hint for words that were not understood.
bool has_hint(const SentenceReading& reading, const Vocabulary& vocabulary);

}  // namespace combat_odds
