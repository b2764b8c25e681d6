#pragma once

#include "sim/asl/units/selection.hpp"
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
        "columns lost on Original doubles where no leader directs (A7.9): none, one, or two; attackers "
        "whom nobody directs lose one, with Conscripts among them two, unless they never cower (the "
        "Fanatic and berserk)");
  }
  int columns(TwoDice roll) const {
    if (!roll.doubles() || kind == Kind::none || kind == Kind::never) return 0;
    return kind == Kind::cower ? 1 : 2;
  }
};

/// A7.9: all fire of a group that cowers loses columns, but Random Selection says which of its
/// `firing` units are marked as if they had fired for good, with their MGs: a bit for each.
/// `alike(a, b)`: whether the next unit is as good as the one before it.
template <class Alike>
std::uint32_t who_cowers(Dice& dice, int firing, const Alike& alike) {
  if (firing == 1) return 1;
  return dice.random_selection(
      firing, 1, [&](std::uint32_t selected) { return first_of_like(firing, selected, alike); });
}

}  // namespace combat_odds::asl
