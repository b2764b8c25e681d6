#pragma once

#include <string_view>

namespace combat_odds {

/// Whether a word of a sentence can be a slip of the pen for a known one: they begin alike, and
/// differ by one letter, of longer words by two. Short words are never guessed at.
bool is_misspelt(std::string_view word, std::string_view known);

/// The same where it is known that a name is meant: of four letters, too.
bool is_slip(std::string_view word, std::string_view known);

}  // namespace combat_odds
