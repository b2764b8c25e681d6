#pragma once

#include "sim/declare/declaration.hpp"

namespace combat_odds::asl {

/// Whether a unit has a MOL and is in position to use it (A22.611): a dr of 1 to 3, with +1 for a
/// half-squad or crew, +2 for an SMC, +1 if CX and +1 against anything but an AFV.
struct MolotovCheck {
  enum class Unit { squad, half_squad, crew, smc };
  enum class Against { afv, others };

  Unit unit = Unit::squad;
  bool cx = false;
  bool antitank_crew = false;

  static void describe(Declaration<MolotovCheck>& check);

  /// The dr, or less, that passes it.
  int needed(Against target) const;
  bool passed(Dice& dice, Against target) const;
  bool is_crew() const { return unit == Unit::crew; }
};

}  // namespace combat_odds::asl
