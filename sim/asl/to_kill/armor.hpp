#pragma once

#include <optional>
#include <string>

#include "sim/asl/to_hit/guns.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds::asl {

/// The vehicle that is fired at: its armor where it is hit, and its crew.
struct Armor {
  enum class Facing { front, side, rear };
  enum class Schuerzen { none, rulebook, crucible_of_steel };
  enum class Increase { by_one, by_a_step };

  std::optional<std::string> vehicle;  ///< a name of the chart, or "unarmored"; nothing: a counter
  std::optional<int> hull;
  std::optional<int> turret;
  Facing facing = Facing::front;
  std::optional<Facing> turret_facing;
  Schuerzen schuerzen = Schuerzen::none;
  Increase increase = Increase::by_one;
  bool schuerzen_against_heat = true;
  std::optional<bool> has_turret;
  bool brews_up = false;
  std::optional<int> crew_survival;
  std::optional<int> crew_morale;
  bool crew_exposed = false;
  bool casualty_vp = false;       ///< they are told
  std::optional<int> vehicle_vp;  ///< those of the vehicle with a working MA and its crew

  /// `in_return`: of who is fired at in return, by AP or HE, and whose wreck nobody looks at.
  static void describe(Declaration<Armor>& asked, bool in_return = false);
  /// Puts in what the chart says of a named vehicle, and refuses what is missing.
  void look_up(const Charts& charts);

  bool is_unarmored() const { return vehicle == "unarmored"; }
  bool is_armored() const { return !is_unarmored(); }
  bool is_named() const { return vehicle && !is_unarmored(); }
  bool has_schuerzen() const { return schuerzen != Schuerzen::none; }
  bool is_crucible() const { return schuerzen == Schuerzen::crucible_of_steel; }

  Facing facing_of(bool at_turret) const { return at_turret ? turret_facing_ : facing; }
  /// Of the hull or turret that is hit.
  int factor(bool at_turret) const { return at_turret ? *turret : *hull; }
  /// The same against a projectile of that calibre (Crucible of Steel 6.2).
  int factor_against(bool at_turret, int calibre) const;
  /// D5.1: the best elite MMC of its side; in an unarmored vehicle the best 1st line one.
  int morale() const { return crew_morale.value_or(is_unarmored() ? 7 : 8); }
  /// Whether Schuerzen cover it (D11.2).
  bool covered(bool at_turret) const;
  /// The least of the hull's factors; of a counter: the one that is given.
  int least_hull() const { return least_hull_; }

 private:
  Facing turret_facing_ = Facing::front;
  int least_hull_ = 0;
};

}  // namespace combat_odds::asl
