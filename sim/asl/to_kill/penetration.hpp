#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "core/dice/dice.hpp"
#include "sim/asl/infantry/ift.hpp"
#include "sim/asl/to_hit/aim.hpp"
#include "sim/asl/to_kill/armor.hpp"

namespace combat_odds::asl {

/// What hits a vehicle: its To Kill numbers, and how they change.
struct Projectile {
  enum class Kind { ap, apcr, apds, he, heat, machine_gun };
  Kind kind = Kind::ap;
  std::string name;  ///< for messages: "75L AP"
  int calibre = 0;   ///< of a warhead larger than its tube: more than any that Schuerzen stops
  std::optional<int> basic;  ///< against armor; nothing: not on the chart
  std::optional<int>
      unarmored;  ///< the Final number; nothing: such vehicles are attacked otherwise
  const char* range_chart = nullptr;  ///< no change with range: null
  const char* range_row = nullptr;
  std::optional<int> infantry_firepower;  ///< against exposed crews (C8.31)

  /// How the basic number changes with the range (C7.24). Throws ArgumentError about "range" where
  /// it reaches no armor.
  int range_change(const Charts& charts, int range) const;
};

/// The round of a gun, or the burst of a machine gun.
Projectile projectile(const Gun& gun, bool russian, Ammunition ammunition, const Charts& charts);
/// Of an ATR, or of a weapon with HEAT that has a line of its own: "PF", "BAZ43".
Projectile antitank_rifle(bool russian, const Charts& charts);
Projectile shaped_charge(const std::string& line, int infantry_firepower, const Charts& charts);

/// What a To Kill DR does; the worse, the higher.
enum class Damage : std::uint8_t {
  none,
  possible_shock,
  stun,
  immobilized,
  shock,
  eliminated,
  burning,
};

/// The To Kill DR of one projectile at one target (C7), with the collateral attack on an exposed
/// crew that has the same DR (D.8).
class Penetration {
 public:
  /// `basic`: the To Kill number printed on the user's own chart.
  Penetration(const Projectile& projectile, const Armor& target, bool hull_down, int range,
              std::optional<int> basic, const Charts& charts);

  /// The part of the vehicle hit, and whether the hit is critical.
  struct HitPlace {
    bool turret = false;
    bool critical = false;
  };

  /// The Final To Kill number.
  int needed(HitPlace place) const { return needed_[place.turret][place.critical]; }
  /// The sum that makes up that number.
  const Sum& sum(HitPlace place) const { return sums_[place.turret][place.critical]; }

  /// The effect of one DR.
  struct Effect {
    Damage damage = Damage::none;
    std::uint8_t dud = 0;
    std::uint8_t could_kill = 0;  ///< D5.5: with an Original 5, so that it shakes an immobile crew
    IftResult crew;               ///< of the collateral attack on an exposed crew
  };
  Effect effect(TwoDice roll, HitPlace place) const;
  /// Rolls; `twice`: a Multiple Hit, of which the firer takes the worse result for the target.
  Effect roll(Dice& dice, HitPlace place, bool twice) const;

  bool is_machine_gun() const { return kind_ == Projectile::Kind::machine_gun; }

 private:
  Effect hit(TwoDice roll, HitPlace place) const;

  template <class Value>
  using ByPlace = std::array<std::array<Value, 2>, 2>;

  Projectile::Kind kind_;
  bool unarmored_;
  bool brews_up_;
  bool hull_down_;
  ByPlace<int> needed_{};
  ByPlace<Sum> sums_{};
  ByPlace<bool> could_kill_{};  ///< D5.5, with an Original 5 of a 1 and a 4
  /// By turret; up to half of the number, below it, equal to it, one above it.
  std::array<std::array<Damage, 4>, 2> results_{};
  std::array<bool, 2> doubles_lower_die_{};  ///< D11.2, by turret
  const Ift* ift_ = nullptr;
  int crew_column_ = -1;
};

}  // namespace combat_odds::asl
