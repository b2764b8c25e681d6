#include "sim/asl/support/oba_battery.hpp"

#include "core/dice/small.hpp"
#include "sim/asl/units/named_numbers.hpp"

namespace combat_odds::asl {

DrawPile DrawPile::of(std::string_view nationality, Ammo ammo, bool pre_registered,
                      const Charts& charts) {
  const auto& chart = charts.get<NamedNumbers>("asl/oba.csv");
  DrawPile pile;
  pile.black = small(chart.at(nationality, "black") + (ammo == Ammo::plentiful ? 1 : 0) +
                     (pre_registered ? 1 : 0));
  pile.red = small(chart.at(nationality, "red") + (ammo == Ammo::scarce ? 1 : 0));
  return pile;
}

bool DrawPile::draw(Dice& dice, bool spared) {
  if (black + red == 0) return false;
  if (chit(dice) == Chit::black) {
    --black;
    ++blacks_drawn;
    return true;
  }
  if (!spared || reds_drawn == 0 || blacks_drawn >= 2) {
    --red;
    ++reds_drawn;
  }
  return false;
}

bool DrawPile::draw_extra(Dice& dice) const {
  if (black + red == 0) return false;
  return chit(dice) == Chit::black;
}

DrawPile::Chit DrawPile::chit(Dice& dice) const {
  return dice.chit(black + red, [&](int drawn) { return drawn < black ? Chit::black : Chit::red; });
}

}  // namespace combat_odds::asl
