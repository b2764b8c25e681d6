#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace combat_odds {

/// A fact that a player knows when deciding: "phase 3", "acquired -2", "leader yes".
struct Fact {
  Fact(std::string_view what, int value)
      : name(what), text(std::to_string(value)), number(value), is_number(true) {}
  Fact(std::string_view what, bool value) : name(what), text(value ? "yes" : "no"), is_flag(true) {}
  Fact(std::string_view what, std::string_view value) : name(what), text(value) {}
  Fact(std::string_view what, const char* value) : name(what), text(value) {}

  std::string name;
  std::string text;
  int number = 0;
  bool is_number = false;
  bool is_flag = false;  ///< "yes" or "no"

  friend bool operator==(const Fact&, const Fact&) = default;
};

/// A situation in a player's words. All situations of one decision have the same names in the same
/// order.
using Facts = std::vector<Fact>;

/// The question put to a player. The texts need to live for the call only.
struct Decision {
  std::string_view parameter;  ///< decides by its value where best play is not asked for
  std::string_view question;   ///< "Intensive Fire?"
  std::span<const std::string_view> options;
  int side = 0;  ///< who decides: 0 is the side that asks for the odds, 1 the other
};

/// The options of many decisions: 0 and 1, so that a bool is one.
inline constexpr std::string_view no_or_yes[] = {"no", "yes"};

}  // namespace combat_odds
