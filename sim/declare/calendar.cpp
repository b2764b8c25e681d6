#include "sim/declare/calendar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/text/lower.hpp"
#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/trimmed.hpp"

namespace combat_odds {
namespace {

constexpr std::array<std::string_view, 12> months = {
    "january", "february", "march",     "april",   "may",      "june",
    "july",    "august",   "september", "october", "november", "december"};

/// The numbers of 1942-10-17, 1942/10/17 or 17.10.1942, the year in front, or as many of them as
/// are wanted. Empty if the text is not that.
std::vector<unsigned> date_numbers(std::string_view text, std::size_t wanted) {
  constexpr std::size_t year_digits = 4;
  for (const char sign : {'-', '/', '.'}) {
    std::vector<std::string_view> parts = parts_of(text, sign);
    if (sign == '.') std::reverse(parts.begin(), parts.end());
    if (parts.size() != wanted || parts.front().size() != year_digits) continue;
    std::vector<unsigned> numbers;
    for (const std::string_view part : parts) {
      const std::optional<unsigned> number = number_in<unsigned>(part);
      if (!number) return {};
      numbers.push_back(*number);
    }
    return numbers;
  }
  return {};
}

}  // namespace

std::optional<unsigned> month_named(std::string_view text) {
  const std::string wanted = lower(text);
  const auto known = std::find_if(months.begin(), months.end(), [&](std::string_view month) {
    return wanted == month || wanted == month.substr(0, 3);
  });
  if (known == months.end()) return std::nullopt;
  return static_cast<unsigned>(known - months.begin()) + 1;
}

std::string_view month_name(unsigned month) { return months.at(month - 1); }

std::optional<std::chrono::sys_days> read_day(std::string_view text, std::chrono::year usual) {
  const std::string plain = plain_dashes(trimmed(text));
  std::chrono::year year = usual;
  std::optional<unsigned> month;
  std::optional<unsigned> day;
  if (const std::vector<unsigned> numbers = date_numbers(plain, 3); !numbers.empty()) {
    year = std::chrono::year(static_cast<int>(numbers[0]));
    month = numbers[1];
    day = numbers[2];
  } else if (const std::size_t gap = plain.find_first_of(" -"); gap <= 2) {  // 17 Oct
    const std::string_view words = plain;
    day = number_in<unsigned>(words.substr(0, gap));
    month = month_named(trimmed(words.substr(gap + 1)));
  }
  if (!month || !day) return std::nullopt;
  const std::chrono::year_month_day date{year, std::chrono::month(*month), std::chrono::day(*day)};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date);
}

std::string day_text(std::chrono::sys_days day) {
  const std::chrono::year_month_day date(day);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

std::string month_text(Month month) { return fmt::format("{}-{:02}", month.year, month.month); }

std::optional<Month> read_month(std::string_view text) {
  const std::string plain = plain_dashes(trimmed(text));
  Month month{0, 0};
  if (const std::vector<unsigned> numbers = date_numbers(plain, 2); !numbers.empty()) {
    month = {static_cast<int>(numbers[0]), static_cast<int>(numbers[1])};
  } else if (const auto day = read_day(plain, std::chrono::year(0))) {
    const std::chrono::year_month_day date(*day);
    month = {static_cast<int>(date.year()), static_cast<int>(static_cast<unsigned>(date.month()))};
  }
  if (month.year < 1900 || month.month < 1 || month.month > 12) return std::nullopt;
  return month;
}

Month read_date(const std::string& text, const Place& place, bool last) {
  if (const std::optional<Month> month = read_month(text)) return *month;
  const std::optional<int> year = number_in<int>(text);
  if (year && *year >= 1900 && *year <= 1999) return {*year, last ? 12 : 1};
  throw InputError(place, fmt::format("'{}' is no date", text),
                   "a year such as 1943 or a month such as 1943-07");
}

}  // namespace combat_odds
