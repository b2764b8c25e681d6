#include "core/dice/small.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds::asl {
namespace {

/// A7.9: fire attacks that no leader directs.
struct UndirectedFire {
  int attacks = 1;

  Outcome resolve(Dice& dice) const {
    struct State {
      std::uint8_t made = 0;
      std::uint8_t cowered = 0;
    } state;
    for (; state.made < attacks; ++state.made) {
      dice.at(state);
      const bool doubles = dice.DR([](TwoDice roll) { return 2 * roll.coloured == roll.total(); });
      if (doubles) ++state.cowered;
    }
    return Outcome(state.cowered > 0 ? "cowers" : "does_not_cower").measure("times", state.cowered);
  }
};

}  // namespace

Procedure cowering() {
  return procedure<UndirectedFire>("asl.cowering", "A7.9",
                                   "whether a fire attack that no leader directs cowers")
      .asks(&UndirectedFire::attacks, "attacks", 1, 20, "how many such attacks are made")
      .outcome("cowers", "Original doubles, at least once")
      .outcome("does_not_cower", "never")
      .measure("times", "how many of the attacks cower")
      .headline("cowers", "it cowers");
}

}  // namespace combat_odds::asl
