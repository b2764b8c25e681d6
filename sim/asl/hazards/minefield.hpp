#pragma once

#include "sim/asl/infantry/fire_target.hpp"

namespace combat_odds::asl {

/// B28: units or a vehicle enter and leave mine hexes; the mines attack each time.
struct Minefield {
  enum class Ap { none, six, eight, twelve };
  enum class Crossing { enter, leave, enter_and_leave };
  enum class Vehicle { armored, unarmored };

  Ap ap = Ap::none;
  int at = 0;
  Crossing crossing = Crossing::enter;
  int hexes = 1;
  FireTarget target;  ///< no units: a vehicle
  Vehicle vehicle = Vehicle::armored;
  int armor = 1;

  bool at_vehicle() const { return target.units.empty(); }
  bool at_units() const { return !at_vehicle(); }
  bool armor_matters() const { return at_vehicle() && vehicle == Vehicle::armored && at > 0; }

  void prepare(const Charts& charts);

  Outcome resolve(Dice& dice) const { return at_vehicle() ? by_vehicle(dice) : by_units(dice); }

 private:
  /// Between two mine hexes there are an exit and an entry (B28.412).
  int attacks() const { return 2 * hexes - (crossing == Crossing::enter_and_leave ? 0 : 1); }

  /// B28.41: the units move together; a broken or pinned unit stays where it is.
  Outcome by_units(Dice& dice) const;

  enum class Damage : std::uint8_t { none, immobilized, eliminated, burning_wreck };

  Outcome by_vehicle(Dice& dice) const;

  /// B28.42: a KIA immobilizes an AFV; others are attacked on the star vehicle line.
  Damage ap_attack(Dice& dice) const;

  /// B28.52-.53: a dr of at most the factors is an attack on the 36+ column. A KIA eliminates an
  /// AFV, a DR of half the KIA number burns it, anything else immobilizes it. A vehicle without
  /// armor burns on a KIA and is eliminated otherwise.
  Damage at_attack(Dice& dice) const;

  const Ift* ift_ = nullptr;
  int column_ = -1;
  int kill_number_ = 0;
};

}  // namespace combat_odds::asl
