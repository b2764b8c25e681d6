#include "sim/squad_leader/infantry/smoke.hpp"

namespace combat_odds::squad_leader {

int Smoke::roll(Dice& rolled) const {
  int sum = 0;
  if (!rolls()) return sum;
  const bool thinned = air == Air::mild_breeze;  // 102.63: halved, fractions rounded up
  for (int i = 0; i < dice; ++i) {
    sum += rolled.die([&](int die) { return thinned ? (die + 1) / 2 : die; });
  }
  return sum;
}

void Smoke::describe(Declaration<Smoke>& asked) {
  asked
      .asks(&Smoke::air, "smoke", one_of({"none", "still_air", "mild_breeze", "heavy_winds"}),
            "whether the fire goes into, out of or through smoke, and the wind: a die is added to "
            "the DR, in a Mild Breeze half of it, in Heavy Winds nothing (24.6, 102.62, 102.63)")
      .asks(&Smoke::dice, "smoke_dice", 1, 3,
            "one die, however many hexes of smoke there are, or one for each")
      .only_when(&Smoke::is_there, "", "--smoke");
}

}  // namespace combat_odds::squad_leader
