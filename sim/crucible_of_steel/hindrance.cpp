#include <algorithm>

#include "combat_odds/sim/declaration.hpp"

namespace combat_odds::crucible_of_steel {
namespace {

/// 2.1, 2.2. One number, no dice.
struct Hindrance {
  enum class From { hillock, up_slope, ground } from = From::hillock;
  enum class To { ground, hillock, up_slope } to = To::ground;
  int grain = 0;
  int low_grain = 0;
  int sparse_orchards = 0;
  int other = 0;

  bool one_end_high() const { return from != From::ground || to != To::ground; }

  Outcome resolve(Dice&) const {
    // From level 1/2 or more at both ends the LOS stays above Grain and Brush of the ground.
    const bool both_high = from != From::ground && to != To::ground;
    const int of_grain = both_high ? 0 : one_end_high() ? std::min(grain, 1) : grain;
    const int hindrance = of_grain + sparse_orchards + other;
    return Outcome(hindrance > 0 ? "hindered" : "clear").measure("hindrance", hindrance);
  }
};

}  // namespace

Procedure hindrance() {
  return procedure<Hindrance>("cos.hindrance", "Crucible of Steel 2",
                              "the Hindrance of a LOS to or from a European Hillock (no dice)")
      .asks(&Hindrance::from, "from", one_of({"hillock", "up_slope", "ground"}),
            "where one end of the LOS is")
      .asks(&Hindrance::to, "to", one_of({"ground", "hillock", "up_slope"}),
            "where the other end is")
      .asks(&Hindrance::grain, "grain", 0, 30, "hexes of Grain or Brush at ground level in between")
      .asks(&Hindrance::low_grain, "low_grain", 0, 30,
            "hexes of Grain or Brush whose base is a level lower")
      .only_when(&Hindrance::one_end_high,
                 "between two ends at ground level it is asked for nothing",
                 "hillock or up_slope as one end")
      .asks(&Hindrance::sparse_orchards, "sparse_orchards", 0, 30,
            "Sparse Orchard hexes in between")
      .asks(&Hindrance::other, "other", 0, 30, "other Hindrances")
      .outcome("clear", "no Hindrance")
      .outcome("hindered", "a Hindrance of at least 1")
      .measure("hindrance", "the Hindrance DRM");
}

}  // namespace combat_odds::crucible_of_steel
