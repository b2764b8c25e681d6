#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace combat_odds {

/// A unit as printed on its counter: "4-6-7" (firepower, range, morale), or a leader "8-1" (morale,
/// modifier; the modifier of a "6+1" hurts).
struct UnitName {
  std::string text;
  bool leader = false;
  int firepower = 0;
  int range = 0;
  int morale = 0;
  int modifier = 0;  ///< leaders: added to the dice, so -1 for an 8-1
  int group = 0;     ///< of units under fire that differ in their modifiers, counted from 0
  int drm = 0;       ///< of that group alone, on an attack on all

  friend bool operator==(const UnitName&, const UnitName&) = default;
};

/// The form of units, for messages and documentation.
extern const char* const units_form;

/// Reads units separated by spaces: "3*4-6-7 8-1" is three 4-6-7 and an 8-1. Throws ArgumentError
/// about `parameter` for any other text, for no unit, and for more than `most`.
std::vector<UnitName> read_units(std::string_view text, std::string_view parameter,
                                 std::size_t most = 12);

/// For Declaration::asks: at most `Most` units.
template <std::size_t Most>
std::vector<UnitName> units_up_to(std::string_view text, std::string_view parameter) {
  return read_units(text, parameter, Most);
}
/// The same; "none" stands for no units.
template <std::size_t Most>
std::vector<UnitName> none_or_units_up_to(std::string_view text, std::string_view parameter) {
  return text == "none" ? std::vector<UnitName>() : read_units(text, parameter, Most);
}

/// The form of units with modifiers of their own.
extern const char* const groups_form;

/// Reads units that one attack reaches with different modifiers: "4-6-7 8-1@-2; 4-6-7" is a 4-6-7
/// and a leader at -2, and a 4-6-7 for which the attack has no further modifier. Throws
/// ArgumentError as read_units() does, and for more groups than `most_groups`.
std::vector<UnitName> read_groups(std::string_view text, std::string_view parameter,
                                  std::size_t most, std::size_t most_groups);
template <std::size_t Most, std::size_t MostGroups>
std::vector<UnitName> groups_up_to(std::string_view text, std::string_view parameter) {
  return read_groups(text, parameter, Most, MostGroups);
}
/// The modifiers of the groups, one for each.
std::vector<int> drms_of(const std::vector<UnitName>& units);

/// Whether the text is the name of one unit, as printed.
bool is_unit(std::string_view text);

/// Reads one unit. Throws ArgumentError about `parameter` as read_units() does.
UnitName read_unit(std::string_view text, std::string_view parameter);

}  // namespace combat_odds
