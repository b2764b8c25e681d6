#include "reports/text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/text/number_text.hpp"

namespace combat_odds {

std::string short_date(const std::string& date) {
  constexpr std::array<const char*, 12> months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  if (date.size() != 10 || date[4] != '-' || date[7] != '-') return date;
  const auto month = number_in<std::size_t>(date.substr(5, 2));
  const auto day = number_in<int>(date.substr(8, 2));
  if (!month || !day || *month < 1 || *month > months.size()) return date;
  return fmt::format("{} {}", *day, months[*month - 1]);
}

std::string stem(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos || dot == 0 || name == ".." ? name : name.substr(0, dot);
}

std::string trials_each(std::uint64_t fewest, std::uint64_t most, std::uint64_t seed) {
  return fewest == most ? fmt::format("{} trials each, seed {}", most, seed)
                        : fmt::format("{} to {} trials each, seed {}", fewest, most, seed);
}

std::string joined(const std::vector<std::string>& names) {
  if (names.size() < 2) return names.empty() ? "" : names.front();
  return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

}  // namespace combat_odds
