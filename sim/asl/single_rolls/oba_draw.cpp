#include <fmt/format.h>

#include "core/text/plain_text.hpp"
#include "sim/asl/support/oba_battery.hpp"

namespace combat_odds::asl {
namespace {

/// C1.2-.21: the first chits of a module's draw pile.
struct ObaDraw {
  std::string side;
  DrawPile::Ammo ammo = DrawPile::Ammo::normal;
  bool pre_registered = false;
  int draws = 1;
  bool red_barricades = false;

  void prepare(const Charts& charts) {
    pile_ = DrawPile::of(side, ammo, pre_registered, charts);
    if (draws <= pile_.black + pile_.red) return;
    throw ArgumentError("draws", "there are not so many chits",
                        "at most " + std::to_string(pile_.black + pile_.red));
  }

  Outcome resolve(Dice& dice) const {
    struct State {
      DrawPile pile;
      std::uint8_t drawn = 0;
      std::uint8_t first_black = 0;
    };
    State state{pile_};
    while (state.drawn < draws && !state.pile.lost()) {
      dice.at(state);
      const bool black = state.pile.draw(dice, red_barricades);
      if (state.drawn == 0 && black) state.first_black = 1;
      ++state.drawn;
    }
    const int blacks = state.pile.blacks_drawn;
    const bool one = draws == 1;
    return Outcome(blacks == draws ? (one ? "black" : "all_black")
                   : one           ? "red"
                   : blacks > 0    ? "some_black"
                                   : "none_black")
        .event("first_black", state.first_black != 0)
        .event("battery_lost", state.pile.lost())
        .measure("black_chits", blacks);
  }

  Working working() const {
    Working working;
    working.situation = fmt::format("{} draw pile of {} black and {} red chits, {} drawn",
                                    capitalized(side), pile_.black, pile_.red, draws);
    return working;
  }

 private:
  DrawPile pile_;
};

}  // namespace

Procedure oba_draw() {
  return procedure<ObaDraw>("asl.oba-draw", "C1.2-.21; Red Barricades CG III 11",
                            "the first chits of an OBA module's draw pile")
      .asks(&ObaDraw::side, "side", DrawPile::side_names(), "whose draw pile")
      .required()
      .asks(&ObaDraw::ammo, "ammo", DrawPile::ammo_names(),
            "Plentiful adds a black chit, Scarce a red one")
      .asks(&ObaDraw::pre_registered, "pre_registered", "a Pre-Registered hex adds a black chit")
      .asks(&ObaDraw::draws, "draws", 1, 12, "how many chits are drawn for Battery Access")
      .asks(&ObaDraw::red_barricades, "red_barricades",
            "the second red chit goes back while fewer than two black ones are gone (CG III 11)")
      .outcome("black", "the chit is black")
      .outcome("red", "it is red")
      .outcome("all_black", "of several, every one is black")
      .outcome("some_black", "some are")
      .outcome("none_black", "none is")
      .event("first_black", "the first one is")
      .event("battery_lost", "two red chits are removed: no more draws")
      .measure("black_chits", "black chits drawn")
      .headline("black", "it is black")
      .headline("all_black", "all are black")
      .headline("mean black_chits", "{} black on average")
      .headline("battery_lost", "the battery is lost");
}

}  // namespace combat_odds::asl
