#pragma once

#include <optional>
#include <string>

#include "sim/declare/declaration.hpp"

namespace combat_odds::squad_leader {

/// 69.85: a gun that fired at a mover fires again only when he has spent a quarter of his MP more.
struct MoverInSight {
  std::optional<double> mp;
  std::optional<double> allowance;

  /// `moving_mp` and `moving_allowance`; `whose`: "the moving target".
  static void describe(Declaration<MoverInSight>& mover, const std::string& whose) {
    mover
        .asks(&MoverInSight::mp, "moving_mp", 0, 60,
              "the MP that " + whose +
                  " has still to spend in sight when it is first fired at: a second shot at it "
                  "waits for a quarter of its allowance, a third for another (69.85); default: it "
                  "is not counted")
        .tried_with({"4", "9"})
        .asks(&MoverInSight::allowance, "moving_allowance", 1, 60,
              "the MP allowance of " + whose + ", or the MF of infantry")
        .needed_when(&MoverInSight::counted, "a quarter of it is counted (69.85)",
                     "the MP on its counter")
        .only_when(&MoverInSight::counted, "", "--moving-mp")
        .tried_with({"12", "16"});
  }

  bool counted() const { return mp.has_value(); }
  /// How many shots a gun with that rate of fire, Intensive Fire not counted, has at it while it
  /// moves, out of `shots`.
  int most_shots(int rate_of_fire, int shots) const {
    constexpr int never_limited = 3;
    if (!counted() || rate_of_fire >= never_limited) return shots;
    const int more = static_cast<int>(4 * *mp / *allowance);
    return shots < 1 + more ? shots : 1 + more;
  }
};

}  // namespace combat_odds::squad_leader
