#include <array>

#include "sim/declare/declaration.hpp"

namespace combat_odds::squad_leader {
namespace {

/// 27.22: stacks go down into the sewers.
struct Sewer {
  int stacks = 1;
  int wanted = 1;

  Outcome resolve(Dice& dice) const {
    constexpr int finds = 4;
    std::uint8_t arrived = 0;
    for (std::uint8_t stack = 0; stack < stacks; ++stack) {
      dice.at(std::array<std::uint8_t, 2>{stack, arrived});
      if (dice.die([](int roll) { return roll <= finds; })) ++arrived;
    }
    return Outcome(arrived == stacks ? "all_arrive"
                   : arrived > 0     ? "some_arrive"
                                     : "all_lost")
        .event("enough_arrive", arrived >= wanted)
        .measure("arrived", arrived);
  }
};

}  // namespace

Procedure sewer() {
  return procedure<Sewer>("sl.sewer", "27.22", "stacks move through the sewers: who finds the way?")
      .asks(&Sewer::stacks, "stacks", 1, 10, "how many stacks, each on an entrance with a leader")
      .asks(&Sewer::wanted, "wanted", 1, 10, "how many have to arrive to be enough")
      .tried_with({"1", "2"})
      .only_when([](const Sewer& asked) { return asked.wanted <= asked.stacks; }, "",
                 "as many --stacks")
      .outcome("all_arrive", "all come up where they want within 3 hexes")
      .outcome("some_arrive", "some do")
      .outcome("all_lost", "all have lost their way")
      .event("enough_arrive", "as many arrive as are wanted")
      .measure("arrived", "stacks that arrive")
      .headline("enough_arrive", "enough of them arrive");
}

}  // namespace combat_odds::squad_leader
