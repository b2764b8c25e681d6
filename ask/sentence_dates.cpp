#include "ask/sentence_dates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "sim/declare/calendar.hpp"

namespace combat_odds {
namespace {

/// "sept" is a month, too.
std::optional<unsigned> month_at(const std::string& word) {
  return month_named(word == "sept" ? "september" : word);
}

/// The month in full; empty: none. "may" and "march" say more than a month.
std::string month_said(const std::string& word) {
  constexpr unsigned march = 3;
  constexpr unsigned may = 5;
  const auto month = month_at(word);
  if (!month || *month == march || *month == may) return "";
  return std::string(month_name(*month));
}

/// The year of the war in four digits: of "44" and "1944"; empty: none.
std::string year_said(std::string_view word) {
  if (word.starts_with("19")) word.remove_prefix(2);
  const auto year = word.size() == 2 ? number_in<int>(word) : std::nullopt;
  constexpr int first = 39;
  constexpr int last = 45;
  return year && *year >= first && *year <= last ? fmt::format("19{}", *year) : "";
}

/// "jun 44" as "june 1944", "late 44" as "late 1944".
void put_years(Words& words) {
  static const Words parts = {"early", "mid", "late", "spring", "summer", "autumn", "fall"};
  for (std::size_t at = 1; at < words.size(); ++at) {
    const auto month = month_at(words[at - 1]);
    const std::string year = year_said(words[at]);
    const bool is_part = has(parts, words[at - 1]);
    if (year.empty() || !(month || is_part)) continue;
    if (month) words[at - 1] = std::string(month_name(*month));
    words[at] = year;
  }
}

}  // namespace

std::string day_said(const std::string& word) {
  static constexpr std::pair<std::string_view, std::string_view> ordinals[] = {
      {"first", "1"}, {"second", "2"}, {"third", "3"}, {"fourth", "4"}, {"fifth", "5"}};
  for (const auto& [ordinal, day] : ordinals) {
    if (word == ordinal) return std::string(day);
  }
  std::string_view digits = word;
  for (const std::string_view ending : {"st", "nd", "rd", "th"}) {
    if (digits.ends_with(ending)) digits.remove_suffix(ending.size());
  }
  constexpr int longest_month = 31;
  const auto day = number_in<int>(digits);
  const bool is_day = day && *day >= 1 && *day <= longest_month && digits.front() != '+';
  return is_day ? std::string(digits) : "";
}

std::optional<std::string> days_said(std::string_view word) {
  const auto day = [](std::string_view text) {
    constexpr std::size_t length = std::string_view("1942-10-17").size();
    constexpr std::chrono::year campaign(1942);
    return text.size() == length && read_day(text, campaign);
  };
  const std::size_t dots = word.find("..");
  const bool is_range =
      dots != word.npos && day(word.substr(0, dots)) && day(word.substr(dots + 2));
  return is_range || day(word) ? std::optional(std::string(word)) : std::nullopt;
}

std::size_t date_length(const Words& words, std::size_t at) {
  std::size_t next = at;
  const auto there = [&] { return next < words.size() ? words[next] : std::string(); };
  if (there() == "in" || there() == "on") ++next;
  const bool has_day = next + 1 < words.size() && !day_said(words[next]).empty() &&
                       !month_said(words[next + 1]).empty();
  if (has_day) ++next;
  const bool has_month = !month_said(there()).empty();
  if (has_month) ++next;
  const bool has_year = there().size() == 4 && !year_said(there()).empty();
  if (has_year) ++next;
  return has_month || has_year ? next - at : 0;
}

void put_dates(Words& words) {
  put_years(words);
  static const Words counting = {"range", "turn", "cg"};
  const auto is_counted = [&](std::size_t at) {
    return at > 0 && std::ranges::find(counting, words[at - 1]) != counting.end();
  };
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string month = month_said(words[at]);
    if (month.empty()) continue;
    std::size_t first = at;
    std::size_t last = at + 1;
    std::string day = at > 0 && !is_counted(at - 1) ? day_said(words[at - 1]) : "";
    if (!day.empty()) {
      --first;
    } else if (last < words.size()) {
      day = day_said(words[last]);
      const bool counts_more = last + 1 < words.size() && words[last + 1].starts_with("hex");
      if (counts_more) day.clear();
      if (!day.empty()) ++last;
    }
    if (day.empty()) continue;
    if (last < words.size() && words[last] == "1942") ++last;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(first),
                words.begin() + static_cast<std::ptrdiff_t>(last));
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(first), {day, month});
    at = first + 1;
  }
}

namespace {

/// "17,23" and "17" in front of "23": days of the month that stands behind them.
std::vector<std::string> days_in(const std::string& word) {
  std::vector<std::string> days;
  for (const std::string_view part : parts_of(word, ',')) {
    days.push_back(day_said(std::string(part)));
    if (days.back().empty()) return {};
  }
  return days;
}

bool is_campaign_month(const std::string& month) {
  return month == "october" || month == "november";
}

/// A day of the campaign in Red Barricades, in 1942.
std::string campaign_day(const std::string& day, const std::string& month) {
  return fmt::format("1942-{}-{:0>2}", month == "october" ? 10 : 11, day);
}

}  // namespace

void put_date_lists(Words& words) {
  for (std::size_t at = 1; at < words.size(); ++at) {
    if (!is_campaign_month(words[at])) continue;
    const std::string month = words[at];
    // The days in front, with "or" or "and" before the last.
    std::size_t first = at;
    std::vector<std::string> days;
    while (first > 0) {
      const bool joins = (words[first - 1] == "or" || words[first - 1] == "and") && first > 1 &&
                         !days.empty() && !days_in(words[first - 2]).empty();
      const std::vector<std::string> more = days_in(words[first - (joins ? 2 : 1)]);
      if (more.empty()) break;
      days.insert(days.begin(), more.begin(), more.end());
      first -= joins ? 2 : 1;
    }
    if (days.size() < 2) continue;
    Words each;
    for (const std::string& day : days) {
      if (!each.empty()) each.emplace_back("or");
      each.insert(each.end(), {day, month});
    }
    const auto begin = words.begin() + static_cast<std::ptrdiff_t>(first);
    words.erase(begin, words.begin() + static_cast<std::ptrdiff_t>(at + 1));
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(first), each.begin(), each.end());
    at = first + each.size() - 1;
  }
  static const Words up_to = {"to", "till", "until", "through", "-"};
  for (std::size_t at = 1; at + 2 < words.size(); ++at) {
    if (!has(up_to, words[at])) continue;
    const std::string last_month = words[at + 2];
    const bool has_month = is_campaign_month(words[at - 1]);
    const std::string first_month = has_month ? words[at - 1] : last_month;
    if ((has_month && at < 2) || !is_campaign_month(last_month)) continue;
    const std::string first_day = day_said(words[at - (has_month ? 2 : 1)]);
    const std::string last_day = day_said(words[at + 1]);
    if (first_day.empty() || last_day.empty()) continue;
    std::size_t first = at - (has_month ? 2 : 1);
    const bool has_from = first > 0 && words[first - 1] == "from";
    if (has_from) --first;
    words[first] = fmt::format("{}..{}", campaign_day(first_day, first_month),
                               campaign_day(last_day, last_month));
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(first + 1),
                words.begin() + static_cast<std::ptrdiff_t>(at + 3));
    at = first;
  }
}

}  // namespace combat_odds
