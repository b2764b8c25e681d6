#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/dice/function_ref.hpp"
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
    std::string gun;                   ///< of the vehicle, or served by the units; empty: none
    bool shielded = false;             ///< the gun has a shield
    /// Of a vehicle, as the steps go on: the group that it has overrun last.
    std::optional<std::string> in_hex_of;

    /// Whether it is a vehicle, which then is its only unit.
    bool is_vehicle() const { return !units.empty() && is_vehicle_name(units.front()); }
    /// Its units and weapons.
    std::string text() const;
    /// Those who fire: its units and weapons, and of several leaders the best, if he does not fire
    /// alone.
    std::string firing() const;
    /// Whether its units have modifiers of their own.
    bool has_own_modifiers() const {
      return std::any_of(units.begin(), units.end(),
                         [](const UnitName& unit) { return unit.drm != 0; });
    }
  };
  /// What a game knows of a vehicle that is named; nothing where there is none of that name.
  struct KnownVehicle {
    std::string name;
    std::string gun;  ///< as words for a gun; empty: none
  };
  using FindVehicle = FunctionRef<std::optional<KnownVehicle>(std::string_view)>;

  /// A vehicle as a unit: a name without numbers.
  static UnitName vehicle_unit(std::string name) {
    UnitName unit;
    unit.text = std::move(name);
    return unit;
  }
  static bool is_vehicle_name(const UnitName& unit) { return !unit.leader && unit.morale == 0; }

  /// The first group with a vehicle or a gun; null where there is none.
  const Group* ordnance() const {
    const auto found = std::find_if(groups.begin(), groups.end(), [](const Group& group) {
      return group.is_vehicle() || !group.gun.empty();
    });
    return found == groups.end() ? nullptr : &*found;
  }
  std::vector<Group> groups;

  bool empty() const { return groups.empty(); }
  bool has_weapons() const {
    return std::any_of(groups.begin(), groups.end(),
                       [](const Group& group) { return !group.weapons.empty(); });
  }
  /// Whether any group has a weapon of that kind ("LMG").
  bool has(std::string_view kind) const {
    return std::any_of(groups.begin(), groups.end(), [&](const Group& group) {
      return std::any_of(group.weapons.begin(), group.weapons.end(), [&](const std::string& name) {
        return name.find(kind) != std::string::npos;
      });
    });
  }
  bool has_vehicles() const {
    return std::any_of(groups.begin(), groups.end(),
                       [](const Group& group) { return group.is_vehicle(); });
  }
  bool in_groups() const { return !groups.empty() && !groups.front().name.empty(); }
  /// Units of the same UnitName::group have the same modifier of their own, those of group 0 none.
  std::vector<UnitName> units() const;
  std::vector<std::string> names() const;
  /// "2*4-6-7 8-1", or "2*4-6-7 MMG 9-1 (base), 3*4-6-7 8-1 (assault)".
  std::string text() const;

  /// Reads units ("2*4-6-7 8-1", or "4-4-7@2 / 4-4-7" with modifiers of their own), or groups with
  /// their names: "base: 2*4-6-7 MMG 9-1 range 3; assault: 3*4-6-7 8-1; tank: PzKw IV F2; pak:
  /// 2-4-7 gun 75L shielded". Throws ArgumentError about `parameter` as read_units() does, for more
  /// than most_groups groups, and for names that are none.
  static AssaultForce read(std::string_view text, std::string_view parameter, FindVehicle find);
  /// The same of a game that plays no vehicles or guns here; `instead` says what does.
  static AssaultForce read_infantry(std::string_view text, std::string_view parameter,
                                    const char* instead);

 private:
  void number_modifiers();
  static AssaultForce read(std::string_view text, std::string_view parameter, FindVehicle find,
                           const char* form);
};

/// The form of a force, for messages and documentation.
extern const char* const force_form;
/// The meaning of the parameters `defender` and `attacker`.
extern const char* const defender_meaning;
extern const char* const attacker_meaning;

/// The names of both sides. Throws ArgumentError about `parameter` where both have the same.
GroupNames group_names(const AssaultForce& attacker, const AssaultForce& defender,
                       std::string_view parameter, const OrdnanceElsewhere* elsewhere = nullptr);

/// In the game's words, when such a group fires, where `step` does not say so itself.
using WordsOfPhase = FunctionRef<std::vector<std::string>(const AssaultStep& step,
                                                          const AssaultForce::Group& firing)>;
/// The words of a step in which groups fire all they have, as if who fires were written out:
/// "2*4-6-7 MMG 9-1 drm +1 range 3 terrain woods". Throws ArgumentError about `parameter`.
std::vector<std::string> words_of_own_fire(const AssaultStep& step, const AssaultForce& firing,
                                           const AssaultForce& target, WordsOfPhase of_phase,
                                           std::string_view parameter);
/// The words for a group's gun and its range: "gun 75L range 6".
std::vector<std::string> words_of_gun(const AssaultStep& step, const AssaultForce::Group& firing);
/// The same of a gun that fires at a vehicle. Throws ArgumentError about steps where the step says
/// again which gun or vehicle that is.
std::vector<std::string> words_of_rounds(const AssaultStep& step,
                                         const AssaultForce::Group& firing);
/// The words of a step in which a group's gun fires HE: "gun 75L range 6 terrain woods".
std::vector<std::string> words_of_own_gun(const AssaultStep& step, const AssaultForce& firing,
                                          const AssaultForce& target, WordsOfPhase of_phase);

/// What the shield of a gun in the hex under fire adds to the dice roll (COI 63.52).
int shield_drm(const AssaultForce& target, std::uint8_t at);

}  // namespace combat_odds
