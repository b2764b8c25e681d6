#pragma once

#include <optional>
#include <string>

#include "core/dice/working.hpp"
#include "sim/asl/infantry/attackers.hpp"
#include "sim/asl/infantry/fire_target.hpp"

namespace combat_odds::asl {

/// A fire attack that is one step of an assault: FP that is given or worked out as asl.fire does,
/// or what is left of the side that fires.
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

  /// Whether the units of the side itself fire, so that what is left of them counts.
  bool by_own_units() const { return factor.has_value(); }

  /// What a DR does, and whether a MG fires again at once (A9.2).
  struct Shot {
    IftResult result;
    std::uint8_t again = 0;
    std::string text() const { return result.text() + (again != 0 ? ", keeps its rate" : ""); }
  };
  /// One DR on the IFT by `side`, whose units are what `units` says, after so many shots of the
  /// same attack. Nothing without a roll where none of them is left to fire.
  Shot roll(Dice& dice, const FireTarget& units, const TargetStack& side, int shots) const;

  /// Adds its sums and notes, and gives it in a few words: "8 FP (8 column), +1".
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
