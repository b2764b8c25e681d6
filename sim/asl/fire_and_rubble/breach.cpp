#include <optional>

#include "core/dice/small.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_games/numbers_needed.hpp"

namespace combat_odds::asl {
namespace {

/// O5.331: attempts to breach an interior wall.
struct Breach {
  int breach_number = 0;
  int drm = 0;
  int attempts = 1;
  int dud_number = 13;

  struct State {
    std::uint8_t made = 0;
    std::uint8_t breached = 0;
  };

  State start() const { return {}; }
  State step(State state, Dice& dice) const {
    ++state.made;
    const bool breached = dice.DR([&](TwoDice roll) {
      return roll.total() < dud_number && roll.total() + drm <= breach_number;
    });
    if (breached) state.breached = 1;
    return state;
  }
  std::optional<Outcome> outcome(const State& state) const {
    if (state.breached == 0 && state.made < attempts) return std::nullopt;
    return Outcome(state.breached != 0 ? "breached" : "stands")
        .measure_if(state.breached != 0, "attempt", state.made);
  }
};

}  // namespace

Procedure breach() {
  using Asked = Breach;
  return procedure<Asked>("asl.breach", "O5.331, A23.3",
                          "attempts to breach an interior wall of a factory")
      .asks(&Asked::breach_number, "breach_number", 2, 15,
            "the Final DR, or less, that breaches the wall, from your own chart (O5.331)")
      .required()
      .tried_with({"5", "7"})
      .asks(&Asked::drm, "drm", -10, 10, "the modifiers of that DR")
      .asks(&Asked::attempts, "attempts", 1, 12, "how many attempts there are, a DR each")
      .asks(&Asked::dud_number, "dud_number", 2, 13,
            "the Original DR, or more, that is a dud of a DC: 12; 13: none")
      .tried_with({"13", "12"})
      .outcome("breached", "the wall is breached")
      .outcome("stands", "it stands")
      .measure("attempt", "the attempt that breached it")
      .only_where({"breached"})
      .less_is_better()
      .headline("breached", "the wall is breached");
}

}  // namespace combat_odds::asl
