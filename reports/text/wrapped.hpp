#pragma once

#include <string>
#include <string_view>

namespace combat_odds {

/// Text in lines of at most so many characters (0: as many as there are), broken at spaces; lines
/// after the first are indented. A word that is longer stands alone. Lines that are there already
/// stay.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent = 0);

/// The same for a text with tables, whose lines stay as they are: those with two spaces in a row
/// between words, and those of Markdown.
std::string wrapped_beside_tables(std::string_view text, std::size_t width);

}  // namespace combat_odds
