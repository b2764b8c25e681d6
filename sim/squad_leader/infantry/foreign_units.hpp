#pragma once

#include <vector>

#include "sim/declare/declaration.hpp"
#include "sim/declare/units.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"

namespace combat_odds::squad_leader {

/// Units of a stack whose leaders are of another nation, or not of the SS as they are: a leader of
/// -1 or better modifies their Morale Checks by one less (74.2, 83.7).
struct ForeignUnits {
  std::vector<UnitName> units;

  static void describe(Declaration<ForeignUnits>& foreign);
  /// Marks them in the stack that was just made of `target`. Throws ArgumentError about
  /// `foreign_units` if they are not in it, or if no leader makes a difference to them.
  void mark(TargetStack& stack, const std::vector<UnitName>& target) const;
};

}  // namespace combat_odds::squad_leader
