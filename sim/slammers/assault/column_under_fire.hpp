#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/slammers/fire/vehicle_damage.hpp"
#include "sim/slammers/missiles/interception.hpp"

namespace combat_odds::slammers {

/// A vehicle of a column that is fired at.
struct ColumnVehicle {
  enum class Fate : std::uint8_t { in_column, left_behind, destroyed, never_there };

  Fate fate = Fate::never_there;
  std::uint8_t attacked = 0;  ///< in this turn
  std::uint8_t triangle = 0;  ///< whether its triangle still works
  std::uint8_t confire = 0;   ///< whether ConFire is paid for in this turn
  std::uint8_t weapons = 0;   ///< that it has left, where it has a triangle

  auto operator<=>(const ColumnVehicle&) const = default;
};

inline constexpr int most_in_column = 15;

/// A column under fire during a turn.
struct ColumnState {
  static constexpr std::uint8_t all_have_fired = 255;

  std::array<ColumnVehicle, most_in_column> vehicles{};
  std::uint8_t coming = 0;    ///< missiles, or rounds that nothing has stopped yet
  std::uint8_t defender = 0;  ///< the next vehicle to fire at a salvo, or all_have_fired
  std::uint8_t roll = 0;      ///< its rolls so far

  int count(ColumnVehicle::Fate fate) const;
  int in_column() const { return count(ColumnVehicle::Fate::in_column); }
  /// Those in it whose triangle works.
  int with_triangle() const;
};

/// What comes at a column in a turn.
struct ColumnAttack {
  enum class Kind : std::uint8_t { none, missiles, salvo };
  Kind kind = Kind::none;
  int number = 0;  ///< missiles, or rounds of the salvo
};

/// Missiles and artillery at a column of vehicles, turn after turn (Supplement 4, coloured
/// triangles and Thunder Run; play sheet, phases 7a to 7c).
struct ColumnUnderFire {
  std::optional<std::vector<ColumnAttack>> attacks;  ///< one for each turn; later turns have none
  std::optional<int> top_dv;
  Troops missile_crew;
  std::optional<int> missile_fp;
  Troops gunners;
  std::optional<int> salvo_fp;
  Troops crews;
  Triangle::Colour colour = Triangle::Colour::none;
  std::optional<int> rolls;
  int weapons = 1;
  DamageRules damage = DamageRules::as_charted();

  static void describe(Declaration<ColumnUnderFire>& asks);
  /// Gives the vehicles crews, where none of their own are asked for.
  void man(const Troops& others, const Charts& charts);

  bool any() const { return attacks.has_value(); }
  std::size_t turns() const { return any() ? attacks->size() : 0; }
  bool any(ColumnAttack::Kind kind) const;
  bool has_triangles() const { return colour != Triangle::Colour::none; }

  /// A column of so many vehicles.
  ColumnState column(int vehicles) const;
  /// Sets what comes in that turn, from 0, and for how many vehicles ConFire is paid.
  void begin(ColumnState& column, std::size_t turn, int confire) const;
  bool goes_on(const ColumnState& column) const { return column.coming > 0; }
  /// Plays the next missile, the next roll at a salvo, or its next round.
  void next(Dice& dice, ColumnState& column, std::size_t turn, int tokens) const;

 private:
  void missile(Dice& dice, ColumnState& column, int tokens) const;
  void fire_at_salvo(Dice& dice, ColumnState& column, int tokens) const;
  void end(ColumnState& column, std::size_t turn) const;
  void hit(Dice& dice, ColumnVehicle& vehicle, int firepower) const;
  const Triangle& triangle(int tokens, const ColumnVehicle& vehicle) const {
    return triangles_[static_cast<std::size_t>(tokens)][vehicle.confire];
  }

  QualityRoll missile_roll_;
  QualityRoll salvo_roll_;
  std::array<std::array<Triangle, 2>, 3> triangles_;  ///< by tokens, without ConFire or with
};

/// "-; 2 missiles; 6 rounds": what comes in each turn. Throws ArgumentError about `parameter`.
std::vector<ColumnAttack> read_attacks(std::string_view text, std::string_view parameter);

}  // namespace combat_odds::slammers
