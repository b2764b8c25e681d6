#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "sim/declare/declaration.hpp"
#include "sim/squad_games/numbers_needed.hpp"

namespace combat_odds::asl {

/// The chits of an OBA module (C1.21): a part of a state.
struct DrawPile {
  /// What Scarce and Plentiful Ammunition do to it.
  enum class Ammo : std::uint8_t { normal, plentiful, scarce };
  static OneOf ammo_names() { return one_of({"normal", "plentiful", "scarce"}); }
  /// The sides of chart asl/oba.csv.
  static OneOf side_names() {
    return one_of({"german", "russian", "british", "american", "french", "italian"});
  }

  std::uint8_t black = 0;
  std::uint8_t red = 0;
  std::uint8_t blacks_drawn = 0;  ///< permanently removed; each is a fire mission
  std::uint8_t reds_drawn = 0;    ///< permanently removed

  /// The pile of a side named as in chart asl/oba.csv (C1.211); a Pre-Registered hex adds a chit.
  static DrawPile of(std::string_view nationality, Ammo ammo, bool pre_registered,
                     const Charts& charts);

  /// Draws for Battery Access: true for a black chit. The second red chit is the end of the module;
  /// with `spared` it goes back while fewer than two black ones are gone (Red Barricades 11).
  bool draw(Dice& dice, bool spared);
  /// Draws a chit that goes back whatever it is (C1.6).
  bool draw_extra(Dice& dice) const;
  bool lost() const { return reds_drawn == 2; }

 private:
  enum class Chit : std::uint8_t { red, black };
  Chit chit(Dice& dice) const;
};

/// How the Observer has contact with his battery; from outside the map he always has (C1.63).
enum class BatteryObserver { radio, field_phone, offboard };
inline OneOf observer_names() { return one_of({"radio", "field_phone", "offboard"}); }

/// The highest Accuracy dr that places the SR where it is aimed (C1.31); of an Offboard Observer
/// never better than 1 (C1.63).
int accuracy_of(std::string_view side, BatteryObserver observer, const Charts& charts);

/// The highest DR that makes contact (C1.2): the one that is given, else the chart's. Nothing: it
/// is automatic. Throws ArgumentError where the chart has none.
std::optional<int> contact_number(std::optional<int> given, std::string_view side,
                                  BatteryObserver observer, const Charts& charts);

/// How the Observer speaks to his battery (C1.2).
struct BatteryContact {
  std::optional<int> number;  ///< the highest DR that makes contact; nothing: it is automatic
  bool battalion_mortar = false;

  /// The DRM to maintain contact that there is already.
  int maintenance_drm() const { return battalion_mortar ? -2 : -1; }
  /// Whether he has contact this Player Turn.
  bool made(Dice& dice, bool had_contact) const {
    if (!number) return true;
    const int drm = had_contact ? maintenance_drm() : 0;
    return DR_at_most(dice, *number - drm);
  }
};

}  // namespace combat_odds::asl
