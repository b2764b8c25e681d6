#pragma once

#include "sim/declare/declaration.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"

namespace combat_odds::squad_leader {

/// COI 75: units in a marsh hex.
struct Marsh {
  enum class Units { none, russians, others };
  Units units = Units::none;

  static void describe(Declaration<Marsh>& asked);

  bool is_there() const { return units != Units::none; }
  /// 75.6: what is added to the morale of who is not Russian.
  int morale() const { return units == Units::others ? -1 : 0; }
  void lower_morale(TargetStack& hex) const;
  /// 75.4: what the factors of infantry that fires from there are multiplied by.
  double of_fire_from_it() const { return is_there() ? 0.5 : 1.0; }
  /// 75.5: what the factors of HE fire are multiplied by.
  double of_high_explosive() const { return is_there() ? 0.5 : 1.0; }
};

}  // namespace combat_odds::squad_leader
