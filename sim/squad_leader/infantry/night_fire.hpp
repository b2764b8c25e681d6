#pragma once

#include <optional>

#include "sim/declare/declaration.hpp"

namespace combat_odds::squad_leader {

/// 49, 67.5: fire by night.
struct NightFire {
  enum class Lit { none, starshell, burning_afv };

  std::optional<int> visibility;
  Lit lit = Lit::none;
  bool target_fired = false;

  static void describe(Declaration<NightFire>& night) {
    night
        .asks(&NightFire::visibility, "night_visibility", 2, 30,
              "it is night, and one sees so many hexes in this game turn (sl.night has the DR), 3 "
              "more to a vehicle; default: it is day")
        .tried_with({"5", "12"})
        .asks(&NightFire::lit, "lit", one_of({"none", "starshell", "burning_afv"}),
              "what lights the target as by day: a starshell 3 hexes off at most (49.6), or a "
              "burning AFV 2 hexes off at most and in its LOS (67.5)")
        .asks(&NightFire::target_fired, "target_fired",
              "the target fired in this player turn or the last: beyond the visibility it is "
              "fired at by half, and no other one is (49)")
        .only_when({"lit", "target_fired"}, &NightFire::is_night, "", "--night-visibility");
  }

  bool is_night() const { return visibility.has_value(); }
  /// Whether fire at that range is halved. Throws ArgumentError where the target is not seen.
  bool halves(int range) const {
    if (!is_night() || lit != Lit::none || range <= *visibility) return false;
    if (!target_fired) {
      throw ArgumentError("night_visibility", "the target is not seen so far at night (49)",
                          "a --range of no more than that, --target-fired, or --lit starshell or "
                          "burning_afv");
    }
    return true;
  }
};

}  // namespace combat_odds::squad_leader
