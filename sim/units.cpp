#include "sim/units.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <sstream>

#include "sim/procedure.hpp"

namespace combat_odds {

const char* const units_form = "units such as 3*4-6-7 8-1";

namespace {

/// Takes a number of one or two digits off the front.
std::optional<int> take_number(std::string_view& text) {
  int value = 0;
  const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const auto length = static_cast<std::size_t>(stopped - text.data());
  if (error != std::errc() || text.front() == '-' || length > 2) return std::nullopt;
  text.remove_prefix(length);
  return value;
}

bool take(std::string_view& text, char wanted) {
  if (!text.starts_with(wanted)) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<UnitName> read_name(std::string_view text) {
  UnitName unit;
  unit.text = std::string(text);
  const auto first = take_number(text);
  if (!first) return std::nullopt;
  const bool worse = text.starts_with('+');
  if (!take(text, worse ? '+' : '-')) return std::nullopt;
  const auto second = take_number(text);
  if (!second) return std::nullopt;
  if (text.empty()) {
    if (*first < 1 || *first > 11 || *second > 3) return std::nullopt;
    unit.leader = true;
    unit.morale = *first;
    unit.modifier = worse ? *second : -*second;
    return unit;
  }
  if (worse || !take(text, '-')) return std::nullopt;
  const auto third = take_number(text);
  if (!third || !text.empty() || *third < 1 || *third > 11) return std::nullopt;
  unit.firepower = *first;
  unit.range = *second;
  unit.morale = *third;
  return unit;
}

}  // namespace

UnitName read_unit(std::string_view text, std::string_view parameter) {
  const std::vector<UnitName> units = read_units(text, parameter, 1);
  return units.front();
}

std::vector<UnitName> read_units(std::string_view text, std::string_view parameter,
                                 std::size_t most) {
  std::vector<UnitName> units;
  std::istringstream tokens{std::string(text)};
  for (std::string token; tokens >> token;) {
    std::string_view rest = token;
    std::size_t count = 1;
    if (const std::size_t star = rest.find('*'); star != std::string_view::npos) {
      const std::optional<int> times = take_number(rest);
      if (!times || *times < 1 || !take(rest, '*')) {
        throw ArgumentError(parameter, fmt::format("'{}' is not a number of units", token),
                            units_form);
      }
      count = static_cast<std::size_t>(*times);
    }
    const std::optional<UnitName> unit = read_name(rest);
    if (!unit) {
      throw ArgumentError(parameter, fmt::format("'{}' is not a unit", token),
                          "a squad or crew such as 4-6-7, a leader such as 8-1 or 6+1");
    }
    units.insert(units.end(), count, *unit);
    if (units.size() > most) {
      throw ArgumentError(parameter, fmt::format("{} names more units than fit", parameter),
                          fmt::format("at most {}", most));
    }
  }
  if (units.empty()) {
    throw ArgumentError(parameter, fmt::format("{} names no unit", parameter), units_form);
  }
  return units;
}

}  // namespace combat_odds
