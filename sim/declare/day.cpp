#include "sim/declare/day.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/plain_text.hpp"
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
  const std::string plain = plain_dashes(trimmed(text));
  text = plain;
  std::optional<unsigned> year = static_cast<unsigned>(static_cast<int>(usual));
  std::optional<unsigned> month;
  std::optional<unsigned> day;
  constexpr std::size_t year_digits = 4;
  const auto parts = [&](char sign) {
    std::vector<std::string_view> all = parts_of(text, sign);
    return all.size() == 3 ? all : std::vector<std::string_view>{};
  };
  for (const char sign : {'-', '/'}) {  // 1942-10-17
    const std::vector<std::string_view> all = parts(sign);
    if (all.empty() || all[0].size() != year_digits) continue;
    year = number_in<unsigned>(all[0]);
    month = number_in<unsigned>(all[1]);
    day = number_in<unsigned>(all[2]);
  }
  if (const std::vector<std::string_view> all = parts('.');
      !all.empty() && all[2].size() == year_digits) {  // 17.10.1942
    day = number_in<unsigned>(all[0]);
    month = number_in<unsigned>(all[1]);
    year = number_in<unsigned>(all[2]);
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
