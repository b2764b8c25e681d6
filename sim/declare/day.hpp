#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace combat_odds {

/// A day written as 1942-10-17, or as "17 Oct", "17-Oct" or "17 October", in any case, of the year
/// that goes without saying. Nothing where the text is no day of the calendar.
std::optional<std::chrono::sys_days> read_day(std::string_view text, std::chrono::year usual);

/// "1942-10-17".
std::string day_text(std::chrono::sys_days day);

}  // namespace combat_odds
