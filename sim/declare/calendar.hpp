#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "core/text/error.hpp"

namespace combat_odds {

/// Reads a day: 1942-10-17, 1942/10/17 and 17.10.1942 as spreadsheets write it, or without a year
/// "17 Oct", "17-Oct" or "17 October", in upper or lower case; `usual` is the year then. Nothing if
/// the text is not a day of the calendar.
std::optional<std::chrono::sys_days> read_day(std::string_view text, std::chrono::year usual);

/// The month of that name, in full or by its first three letters, in upper or lower case: 1 to 12.
/// Nothing if it is none.
std::optional<unsigned> month_named(std::string_view text);

/// "october" of 10.
std::string_view month_name(unsigned month);

/// "1942-10-17".
std::string day_text(std::chrono::sys_days day);

/// A month of the war, for dates of introduction and of scenarios.
struct Month {
  int year = 0;
  int month = 1;  ///< 1 to 12

  int count() const { return year * 12 + month - 1; }
  friend bool operator==(const Month&, const Month&) = default;
};

/// "1942-10".
std::string month_text(Month month);

/// Reads 1942-10, 1942/10 or 10.1942, or the month of a day with its year. Nothing if the text is
/// none, or its year is before 1900.
std::optional<Month> read_month(std::string_view text);

/// Reads a year or a month; of a year it is the last month if `last` holds, else the first. Throws
/// InputError at `place`.
Month read_date(const std::string& text, const Place& place, bool last);

}  // namespace combat_odds
