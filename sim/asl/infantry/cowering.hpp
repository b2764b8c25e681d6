#pragma once

#include "sim/declare/declaration.hpp"

namespace combat_odds::asl {

/// Columns that fire loses on Original doubles if no leader directs it (A7.9).
struct Cowering {
  enum class Kind { none, cower, inexperienced, never } kind = Kind::none;

  /// Who cowers by A7.9 and A19.33, where nobody directs.
  static Kind of(bool any_inexperienced) {
    return any_inexperienced ? Kind::inexperienced : Kind::cower;
  }

  static void describe(Declaration<Cowering>& cowering) {
    cowering.asks(
        &Cowering::kind, "cowering", one_of({"none", "cower", "inexperienced", "never"}),
        "columns lost on Original doubles: none (a leader directs), one, or two; attackers "
        "whom nobody directs lose one, with Conscripts among them two, unless they never cower (the "
        "Fanatic and berserk)");
  }
  int columns(TwoDice roll) const {
    if (!roll.doubles() || kind == Kind::none || kind == Kind::never) return 0;
    return kind == Kind::cower ? 1 : 2;
  }
};

}  // namespace combat_odds::asl
