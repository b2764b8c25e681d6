#include "sim/declare/day.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "core/text/number_text.hpp"
#include "core/text/trimmed.hpp"

namespace combat_odds {
namespace {

constexpr std::array<std::string_view, 12> months = {
    "january", "february", "march",     "april",   "may",      "june",
    "july",    "august",   "september", "october", "november", "december"};

/// Reads a month by its name or its first three letters.
std::optional<unsigned> month_named(std::string_view text) {
  std::string wanted(text);
  std::transform(wanted.begin(), wanted.end(), wanted.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  const auto known = std::find_if(months.begin(), months.end(), [&](std::string_view month) {
    return wanted == month || wanted == month.substr(0, 3);
  });
  if (known == months.end()) return std::nullopt;
  return static_cast<unsigned>(known - months.begin()) + 1;
}

}  // namespace

std::optional<std::chrono::sys_days> read_day(std::string_view text, std::chrono::year usual) {
  text = trimmed(text);
  std::optional<unsigned> year = static_cast<unsigned>(static_cast<int>(usual));
  std::optional<unsigned> month;
  std::optional<unsigned> day;
  const auto parted_by = [&](char sign, std::size_t first, std::size_t second) {
    return text.size() == 10 && text[first] == sign && text[second] == sign;
  };
  if (parted_by('-', 4, 7) || parted_by('/', 4, 7)) {
    year = number_in<unsigned>(text.substr(0, 4));
    month = number_in<unsigned>(text.substr(5, 2));
    day = number_in<unsigned>(text.substr(8));
  } else if (parted_by('.', 2, 5)) {  // 17.10.1942
    day = number_in<unsigned>(text.substr(0, 2));
    month = number_in<unsigned>(text.substr(3, 2));
    year = number_in<unsigned>(text.substr(6));
  } else if (const std::size_t gap = text.find_first_of(" -"); gap <= 2) {
    day = number_in<unsigned>(text.substr(0, gap));
    month = month_named(trimmed(text.substr(gap + 1)));
  }
  if (!year || !month || !day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(*year)),
                                         std::chrono::month(*month), std::chrono::day(*day)};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date);
}

std::string day_text(std::chrono::sys_days day) {
  const std::chrono::year_month_day date(day);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

}  // namespace combat_odds
