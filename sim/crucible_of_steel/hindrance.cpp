#include <algorithm>

#include "sim/declare/declaration.hpp"

namespace combat_odds::crucible_of_steel {
namespace {

/// 2.1, 2.2: one number, without dice.
struct Hindrance {
  enum class From { hillock, up_slope, ground } from = From::hillock;
  enum class To { ground, hillock, up_slope } to = To::ground;
  bool over_hillock = false;
  int grain = 0;
  int sparse_orchards = 0;
  int other = 0;

  /// 2.2: an Up-Slope unit counts as on a Hillock only for LOS to, past or over one.
  bool from_high() const {
    return from == From::hillock || (from == From::up_slope && (over_hillock || to == To::hillock));
  }
  bool to_high() const {
    return to == To::hillock || (to == To::up_slope && (over_hillock || from == From::hillock));
  }
  bool lacks_hillock() const {
    return (from == From::up_slope || to == To::up_slope) && from != From::hillock &&
           to != To::hillock;
  }

  Outcome resolve(Dice&) const {
    // If both ends are at level 1/2 or more, the LOS passes above Grain and Brush at ground level.
    const bool both_high = from_high() && to_high();
    const bool one_high = from_high() || to_high();
    const int of_grain = both_high ? 0 : one_high ? std::min(grain, 1) : grain;
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
      .asks(&Hindrance::over_hillock, "over_hillock",
            "the LOS from or to an Up-Slope unit passes or crosses a Hillock")
      .only_when(&Hindrance::lacks_hillock,
                 "it matters for an Up-Slope unit whose other end is not on a Hillock", "")
      .asks(&Hindrance::grain, "grain", 0, 30,
            "hexes of Grain or Brush at ground level in between (those a level lower are none)")
      .asks(&Hindrance::sparse_orchards, "sparse_orchards", 0, 30,
            "Sparse Orchard hexes in between")
      .asks(&Hindrance::other, "other", 0, 30, "other Hindrances")
      .outcome("clear", "no Hindrance")
      .outcome("hindered", "a Hindrance of at least 1")
      .measure("hindrance", "the Hindrance DRM")
      .headline("mean hindrance", "a Hindrance of {}");
}

}  // namespace combat_odds::crucible_of_steel
