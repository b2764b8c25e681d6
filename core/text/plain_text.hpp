#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace combat_odds {

/// Where a text has its first byte that is no UTF-8, or that begins a control character other than
/// a line break or a tab; npos where there is none. Terminals take control characters for commands.
std::size_t first_not_text(std::string_view text);

/// The same on one line that a terminal only shows: everything else stands there as "?".
std::string one_line(std::string_view text);

/// The text up to at most so many bytes, whole characters only.
std::string_view clipped(std::string_view text, std::size_t most);

}  // namespace combat_odds
