#include "sim/asl/tasks/manhole.hpp"

namespace combat_odds::asl {

void Manhole::describe(Declaration<Manhole>& manhole, Lost lost) {
  manhole
      .asks(&Manhole::friendly_manhole, "friendly_manhole",
            "other friendly units are in the Manhole Location: -1")
      .asks(
          &Manhole::unobserved, "unobserved",
          "the manhole is in a building without enemies, or out of their LOS or behind Hindrance of 2 or more: -1");
  if (lost == Lost::asked) manhole.asks(&Manhole::lost, "lost", "the units are lost: +1");
  manhole
      .asks(&Manhole::enemy_mmc, "enemy_mmc", 0, 6,
            "enemy Good Order MMC in the Manhole Location: +1 each")
      .asks(&Manhole::enemy_in_sewer, "enemy_in_sewer",
            "enemy units in an adjacent Sewer Location: +1");
}

Manhole::Emergence Manhole::emerge(Dice& dice, bool is_lost) const {
  const int drm = (friendly_manhole ? -1 : 0) + (unobserved ? -1 : 0) + (is_lost ? 1 : 0) +
                  enemy_mmc + (enemy_in_sewer ? 1 : 0);
  return dice.die([&](int roll) {
    const int final_dr = roll + drm;
    return final_dr <= 4   ? Emergence::emerges
           : final_dr <= 6 ? Emergence::waits
                           : Emergence::discovered;
  });
}

}  // namespace combat_odds::asl
