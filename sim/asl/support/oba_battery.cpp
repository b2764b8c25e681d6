#include "sim/asl/support/oba_battery.hpp"

#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/asl/units/named_numbers.hpp"

namespace combat_odds::asl {
namespace {

const NamedNumbers& oba_chart(const Charts& charts) {
  return charts.get<NamedNumbers>("asl/oba.csv");
}

}  // namespace

int accuracy_of(std::string_view side, BatteryObserver observer, const Charts& charts) {
  const int accuracy = oba_chart(charts).at(side, "accuracy_dr_at_most");
  return observer == BatteryObserver::offboard ? std::min(accuracy, 1) : accuracy;
}

std::optional<int> contact_number(std::optional<int> given, std::string_view side,
                                  BatteryObserver observer, const Charts& charts) {
  if (observer == BatteryObserver::offboard) return std::nullopt;
  if (given) return given;
  const bool by_radio = observer == BatteryObserver::radio;
  const std::optional<int> charted =
      oba_chart(charts).find(side, by_radio ? "radio_contact" : "field_phone_contact");
  if (charted) return charted;
  throw ArgumentError("contact", "the Contact number of that side was not found",
                      "the number on its radio or phone counter");
}

DrawPile DrawPile::of(std::string_view nationality, Ammo ammo, bool pre_registered,
                      const Charts& charts) {
  const NamedNumbers& chart = oba_chart(charts);
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
