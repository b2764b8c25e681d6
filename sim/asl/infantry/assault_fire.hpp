#pragma once

#include <optional>
#include <string>

#include "core/dice/working.hpp"
#include "sim/asl/infantry/attackers.hpp"
#include "sim/asl/infantry/fire_target.hpp"

namespace combat_odds::asl {

/// One step of an assault that is a fire attack. Its FP is given, worked out as in asl.fire, or
/// that of the firing side's surviving units.
class AssaultFire {
 public:
  std::optional<double> firepower;
  std::optional<double> factor;
  int drm = 0;
  Cowering cowering;
  Attackers attackers;
  int rate_of_fire = 0;
  int most_shots = 4;
  std::optional<double> rate_firepower;

  static void describe(Declaration<AssaultFire>& fire);
  void prepare(const Charts& charts);

  /// Whether the side's own units fire, so that their losses lower the FP.
  bool by_own_units() const { return factor.has_value(); }

  /// The result of a DR, and whether a MG keeps its rate of fire (A9.2).
  struct Shot {
    IftResult result;
    std::uint8_t again = 0;
    std::string text() const { return result.text() + (again != 0 ? ", keeps its rate" : ""); }
  };
  /// Rolls one attack of `side`, whose roster is in `units`, after `shots` earlier shots of the
  /// same attack. Rolls nothing if no unit is left to fire.
  Shot roll(Dice& dice, const FireTarget& units, const TargetStack& side, int shots) const;

  /// Adds sums and notes to `working` and returns a summary: "8 FP (8 column), +1".
  std::string tell(Working& working) const;

 private:
  struct Attack {
    int column = -1;
    int drm = 0;
    Cowering cowering;
  };
  Attack own_attack(const FireTarget& units, const TargetStack& side) const;

  const Ift* ift_ = nullptr;
  Attack given_;
  int rate_column_ = -1;
};

}  // namespace combat_odds::asl
