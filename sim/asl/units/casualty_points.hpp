#pragma once

#include <algorithm>

#include "sim/asl/units/infantry.hpp"

namespace combat_odds::asl {

/// The Casualty VP of a unit that is eliminated or captured (A26.211, A26.221): a squad or crew 2,
/// a half-squad 1, a leader 1 and his printed modifier, wounded or not. A hero has none.
inline int casualty_points(UnitType::Kind kind, int modifier = 0) {
  switch (kind) {
    case UnitType::Kind::squad:
    case UnitType::Kind::crew:
      return 2;
    case UnitType::Kind::leader:
    case UnitType::Kind::commissar:
      return 1 + std::max(-modifier, 0);
    case UnitType::Kind::half_squad:
      return 1;
    case UnitType::Kind::hero:
    case UnitType::Kind::vehicle:  // its armor decides (A26.212)
      break;
  }
  return 0;
}
inline int casualty_points(const UnitType& unit) {
  const int by_wound = unit.is_leader() && unit.traits.wounded ? 1 : 0;  // A17.3
  return casualty_points(unit.kind, unit.name.modifier - by_wound);
}

}  // namespace combat_odds::asl
