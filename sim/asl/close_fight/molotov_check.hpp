#pragma once

#include <vector>

#include "combat_odds/core/dice.hpp"
#include "combat_odds/sim/procedure.hpp"

namespace combat_odds::asl {

/// Whether a unit has a MOL and is in position to use it (A22.611): a dr of 1 to 3, with +1 for a
/// half-squad or crew, +2 for an SMC, +1 if CX and +1 against anything but an AFV.
class MolotovCheck {
 public:
  /// `unit`, `cx` and `antitank_crew`.
  static std::vector<Parameter> parameters();
  MolotovCheck(const Arguments& arguments, bool against_afv);

  bool passed(Dice& dice) const {
    return dice.dr([&](int roll) { return roll + drm_ <= 3; });
  }
  /// A squad whose check fails still fires; for others the check was their only attack (A7.352).
  bool is_squad() const { return squad_; }

 private:
  bool squad_ = true;
  int drm_ = 0;
};

}  // namespace combat_odds::asl
