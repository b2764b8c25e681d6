#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/declare/units.hpp"
#include "sim/squad_games/assault_steps.hpp"

namespace combat_odds {

/// A side of an assault: one stack, or groups that stand apart, each with weapons of its own.
struct AssaultForce {
  static constexpr std::size_t most_groups = 4;

  struct Group {
    std::string name;  ///< empty: the side is one stack
    std::vector<UnitName> units;
    std::vector<std::string> weapons;  ///< in the words of fire_group_form
    std::optional<int> range;          ///< to whoever it fights, where a step says no other
    std::string terrain;               ///< that it is in; empty: not said

    /// The group as those who fire: its units, as far as `left` has them, and these weapons.
    std::string text() const;
  };
  std::vector<Group> groups;

  bool empty() const { return groups.empty(); }
  bool has_weapons() const {
    return std::any_of(groups.begin(), groups.end(),
                       [](const Group& group) { return !group.weapons.empty(); });
  }
  bool in_groups() const { return !groups.empty() && !groups.front().name.empty(); }
  std::vector<UnitName> units() const;
  std::vector<std::string> names() const;
  /// "2*4-6-7 8-1", or "2*4-6-7 MMG 9-1 (base), 3*4-6-7 8-1 (assault)".
  std::string text() const;

  /// Reads units ("2*4-6-7 8-1"), or groups with their names: "base: 2*4-6-7 MMG 9-1 range 3;
  /// assault: 3*4-6-7 8-1". Throws ArgumentError about `parameter` as read_units() does, for more
  /// than most_groups groups, and for names that are none.
  static AssaultForce read(std::string_view text, std::string_view parameter);
  /// The same; an empty text is nobody.
  static AssaultForce read_if_any(std::string_view text, std::string_view parameter);
};

/// The form of a force, for messages and documentation.
extern const char* const force_form;
/// The meaning of the parameters `defender` and `attacker`.
extern const char* const defender_meaning;
extern const char* const attacker_meaning;

/// The names of both sides. Throws ArgumentError about `parameter` where both have the same.
GroupNames group_names(const AssaultForce& attacker, const AssaultForce& defender,
                       std::string_view parameter);

/// The words of a step in which groups fire all they have, as if who fires were written out:
/// "2*4-6-7 MMG 9-1 drm +1 range 3 terrain woods". Throws ArgumentError about `parameter`.
std::vector<std::string> words_of_own_fire(const AssaultStep& step, const AssaultForce& firing,
                                           const AssaultForce& target, std::string_view parameter);

}  // namespace combat_odds
