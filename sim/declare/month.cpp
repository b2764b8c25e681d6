#include "sim/declare/month.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/trimmed.hpp"
#include "sim/declare/day.hpp"

namespace combat_odds {
namespace {

/// GUN & VEHICLE POINT VALUES of Cross of Iron.
constexpr int months_early = 3;
constexpr double early_factor = 2;
constexpr double late_factor = 1.5;

}  // namespace

std::string month_text(Month month) { return fmt::format("{}-{:02}", month.year, month.month); }

std::optional<Month> read_month(std::string_view text) {
  constexpr std::size_t year_digits = 4;
  const std::string plain = plain_dashes(trimmed(text));
  std::optional<int> year;
  std::optional<int> month;
  for (const char sign : {'-', '/', '.'}) {
    const std::vector<std::string_view> parts = parts_of(plain, sign);
    if (parts.size() != 2) continue;
    const std::size_t first = sign == '.' ? 1 : 0;
    if (parts[first].size() != year_digits) continue;
    year = number_in<int>(parts[first]);
    month = number_in<int>(parts[1 - first]);
  }
  if (const auto day = read_day(plain, std::chrono::year(0))) {
    const std::chrono::year_month_day date(*day);
    year = static_cast<int>(date.year());
    month = static_cast<int>(static_cast<unsigned>(date.month()));
  }
  if (!year || !month || *year < 1900 || *month < 1 || *month > 12) return std::nullopt;
  return Month{*year, *month};
}

Month read_date(const std::string& text, const Place& place, bool last) {
  if (const std::optional<Month> month = read_month(text)) return *month;
  const std::optional<int> year = number_in<int>(text);
  if (year && *year >= 1900 && *year <= 1999) return {*year, last ? 12 : 1};
  throw InputError(place, fmt::format("'{}' is no date", text),
                   "a year such as 1943 or a month such as 1943-07");
}

Availability availability(Month from, std::optional<Month> to, Month date) {
  if (date.count() < from.count() - months_early) return Availability::not_yet;
  if (date.count() < from.count()) return Availability::early;
  if (to && date.count() > to->count()) return Availability::late;
  return Availability::common;
}

double rarity_factor(Availability availability) {
  return availability == Availability::early  ? early_factor
         : availability == Availability::late ? late_factor
                                              : 1;
}

}  // namespace combat_odds
