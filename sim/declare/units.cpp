#include "sim/declare/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/trimmed.hpp"
#include "sim/declare/procedure.hpp"

namespace combat_odds {

const char* const units_form = "units such as 3*4-6-7 8-1";
const char* const groups_form =
    "units such as 3*4-6-7 8-1; with '4-6-7@-2; 4-6-7' the first has -2 of its own";

namespace {

/// The longest normal range of any squad, half-squad or crew in any of the games. A 4-7-6 is a
/// typing error.
constexpr int longest_range = 6;

/// The word behind the units of Anti-Mobility MMC (Crucible of Steel 7.2), whose half-squad has the
/// numbers of a crew.
constexpr std::string_view anti_mobility = "AMMC";

/// Takes a number of one or two digits off the front.
std::optional<int> take_number(std::string_view& text) {
  std::string_view rest = text;
  const std::optional<int> value = number_at_front<int>(rest);
  if (!value || text.front() == '-' || text.size() - rest.size() > 2) return std::nullopt;
  text = rest;
  return value;
}

bool take(std::string_view& text, char wanted) {
  if (!text.starts_with(wanted)) return false;
  text.remove_prefix(1);
  return true;
}

/// Puts units into one form: "3x4-6-7", "3 * 4-6-7" and "4–6–7" with dashes are accepted.
std::string one_form(std::string_view written) {
  const std::string text = plain_dashes(written);
  const auto digit = [](char character) { return character >= '0' && character <= '9'; };
  std::string form;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = std::string_view(text).substr(i);
    const std::size_t sign = rest.starts_with("\u00d7")       ? 2
                             : rest.find_first_of("*xX") == 0 ? 1
                                                              : 0;
    const std::size_t after = sign == 0 ? 0 : rest.find_first_not_of(' ', sign);
    const std::size_t before = form.find_last_not_of(' ');
    const bool times = sign > 0 && after != rest.npos && before != form.npos &&
                       digit(rest[after]) && digit(form[before]);
    if (times) {
      form.resize(before + 1);
      form += '*';
      i += after;
    } else {
      form += text[i];
      ++i;
    }
  }
  return form;
}

/// "467" becomes "4-6-7", "81" "8-1", and "102" "10-2": leaders have a morale of 6 to 10 and a
/// modifier of 0 to 3.
std::string with_hyphens(std::string_view text) {
  if (text.size() < 2 || text.find_first_not_of("0123456789") != text.npos) {
    return std::string(text);
  }
  const std::string_view morale = text.substr(0, text.size() - 1);
  const char modifier = text.back();
  const bool leads = morale == "10" || (morale.size() == 1 && morale >= "6");
  if (leads && modifier <= '3') return fmt::format("{}-{}", morale, modifier);
  if (text.size() != 3) return std::string(text);
  return fmt::format("{}-{}-{}", text[0], text[1], text[2]);
}

std::optional<UnitName> read_name(std::string_view text) {
  UnitName unit;
  unit.text = with_hyphens(text);
  text = unit.text;
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
  if (*second > longest_range) return std::nullopt;
  unit.firepower = *first;
  unit.range = *second;
  unit.morale = *third;
  return unit;
}

}  // namespace

bool is_unit(std::string_view text) { return read_name(text).has_value(); }

UnitName read_unit(std::string_view text, std::string_view parameter) {
  const std::vector<UnitName> units = read_units(text, parameter, 1);
  return units.front();
}

std::vector<UnitName> read_units(std::string_view text, std::string_view parameter,
                                 std::size_t most) {
  std::vector<UnitName> units;
  std::size_t count = 0;
  constexpr std::string_view blanks = " \t\n\v\f\r";
  const std::string all = one_form(text);
  std::size_t end = 0;
  for (std::size_t at; (at = all.find_first_not_of(blanks, end)) != std::string::npos;) {
    end = std::min(all.find_first_of(blanks, at), all.size());
    const std::string token = all.substr(at, end - at);
    const bool of_kind = token == anti_mobility && count > 0;
    if (of_kind && units.back().text == "4-2-8") continue;  // there is no other
    if (of_kind && units.back().text == "2-2-8") {
      for (std::size_t i = units.size() - count; i < units.size(); ++i) {
        units[i].text += fmt::format(" {}", anti_mobility);
      }
      continue;
    }
    std::string_view rest = token;
    count = 1;
    if (const std::size_t star = rest.find('*'); star != std::string_view::npos) {
      const std::optional<int> times = take_number(rest);
      if (!times || *times < 1 || !take(rest, '*')) {
        throw ArgumentError(parameter, fmt::format("'{}' is not a number of units", token),
                            units_form);
      }
      count = static_cast<std::size_t>(*times);
    }
    const std::optional<UnitName> unit = read_name(rest);
    if (!unit && token.find('@') != token.npos) {
      throw ArgumentError(parameter,
                          fmt::format("'{}': no unit has a modifier of its own here", token),
                          "the units without an @, or a procedure that lists '4-6-7@-2; 4-6-7' as "
                          "the form of its --target, as sl.fire and asl.fire do");
    }
    if (!unit) {
      const bool is_date = token.size() == 10 && token[4] == '-' && token[7] == '-';
      throw ArgumentError(parameter, fmt::format("'{}' is not a unit", token),
                          is_date ? "a unit such as 4-6-7; a spreadsheet made a date of it: make "
                                    "the column text"
                                  : "a squad or crew such as 4-6-7, a leader such as 8-1 or 6+1");
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

std::vector<UnitName> read_groups(std::string_view text, std::string_view parameter,
                                  std::size_t most, std::size_t most_groups) {
  constexpr int most_drm = 20;
  std::vector<UnitName> units;
  int group = 0;
  for (std::string_view part : parts_of(text, ';')) {
    int drm = 0;
    if (const std::size_t at = part.find('@'); at != std::string_view::npos) {
      std::string number = plain_dashes(trimmed(part.substr(at + 1)));
      if (number.starts_with('+')) number.erase(0, 1);
      const std::optional<int> value = number_in<int>(number);
      if (!value || *value < -most_drm || *value > most_drm) {
        throw ArgumentError(parameter, fmt::format("'{}' is no modifier", number),
                            "a whole number behind the @, at the end of a group: '4-6-7 8-1@-2; "
                            "4-6-7'");
      }
      drm = *value;
      part = part.substr(0, at);
    }
    for (UnitName& unit : read_units(trimmed(part), parameter, most)) {
      unit.group = group;
      unit.drm = drm;
      units.push_back(std::move(unit));
    }
    ++group;
  }
  if (static_cast<std::size_t>(group) > most_groups) {
    throw ArgumentError(parameter, fmt::format("{} groups of different modifiers", group),
                        fmt::format("at most {}", most_groups));
  }
  if (units.size() > most) {
    throw ArgumentError(parameter, fmt::format("{} names more units than fit", parameter),
                        fmt::format("at most {}", most));
  }
  return units;
}

std::vector<int> drms_of(const std::vector<UnitName>& units) {
  std::vector<int> drms;
  for (const UnitName& unit : units) {
    const auto group = static_cast<std::size_t>(unit.group);
    if (group >= drms.size()) drms.resize(group + 1);
    drms[group] = unit.drm;
  }
  return drms;
}

}  // namespace combat_odds
