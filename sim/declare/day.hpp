#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace combat_odds {

/// Reads a day: 1942-10-17, 1942/10/17 and 17.10.1942 as spreadsheets write it, or without a year
/// "17 Oct", "17-Oct" or "17 October", in upper or lower case; `usual` is the year then. Nothing if
/// the text is not a day of the calendar.
std::optional<std::chrono::sys_days> read_day(std::string_view text, std::chrono::year usual);

/// "1942-10-17".
std::string day_text(std::chrono::sys_days day);

}  // namespace combat_odds
