#pragma once

#include "sim/declare/declaration.hpp"
#include "sim/squad_games/terrain.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"

namespace combat_odds::squad_leader {

/// COI 75: units in a marsh hex.
struct Marsh {
  enum class Units { none, russians, others };
  Units units = Units::none;

  static void describe(Declaration<Marsh>& asked);

  bool is_there() const { return units != Units::none; }
  /// 75.6: the change of morale; Russians keep theirs.
  int morale() const { return units == Units::others ? -1 : 0; }
  void lower_morale(TargetStack& stack) const;
  /// Throws ArgumentError where something else than open ground is in the hex.
  void check(const Terrain& terrain) const;
  /// 75.4: infantry in a marsh fires with half its factors.
  double of_fire_from_it() const { return is_there() ? 0.5 : 1.0; }
  /// 75.5: HE fire at a marsh has half its factors.
  double of_high_explosive() const { return is_there() ? 0.5 : 1.0; }
};

}  // namespace combat_odds::squad_leader
