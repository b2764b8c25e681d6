#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace combat_odds {

/// What some programs put in front of UTF-8; a file may begin with it.
inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

/// Where a text has its first byte that is no UTF-8, or that begins a control character other than
/// a line break or a tab; npos where there is none. Terminals take control characters for commands.
std::size_t first_not_text(std::string_view text);

/// The same on one line that a terminal only shows: everything else stands there as "?".
std::string one_line(std::string_view text);

/// The text with "-" for the dashes and minus signs that word processors and spreadsheets put
/// beside digits: "4–6–7", "−2". Numbers, units and dates go through it wherever they are read.
std::string plain_dashes(std::string_view text);

/// The same of a whole number, which spreadsheets write with decimals: "7" for "7.0", "-2" for
/// "−2.0".
std::string plain_whole(std::string_view text);

/// The name of a parameter, outcome or measure in plain words: "passed pinned" for "passed_pinned".
std::string plain_name(std::string name);

/// The text with a capital letter in front, where it begins with a word ("d20" is none).
std::string capitalized(std::string text);
/// As a sentence of its own: "a throw." but "who is first?".
std::string ended(std::string text);

/// The text up to at most so many bytes, whole characters only.
std::string_view clipped(std::string_view text, std::size_t most);

}  // namespace combat_odds
