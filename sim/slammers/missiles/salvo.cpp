#include <cstdint>

#include "core/dice/small.hpp"
#include "sim/slammers/missiles/interception.hpp"

namespace combat_odds::slammers {
namespace {

/// How much of a salvo comes through, and how many of its rounds hit (Supplement 4, "What do the
/// coloured triangles mean?"; play sheet, phases 7b and 7c).
struct Salvo {
  Troops gunners;
  int qr_modifier = 0;
  int rounds = 0;
  int defenders = 1;
  Triangle defence;

  void prepare(const Charts& charts) { hit = gunners.roll(charts, qr_modifier); }

  Outcome resolve(Dice& dice) const {
    struct State {
      std::uint8_t defence_rolls;
      std::uint8_t left;
      std::uint8_t intercepted;
      std::uint8_t hits;
    };
    State state{small(defence.roll.possible() ? defenders * defence.rolls : 0), small(rounds), 0,
                0};
    for (; state.defence_rolls > 0 && state.left > 0; --state.defence_rolls) {
      dice.at(state);
      if (!defence.roll.made(dice)) continue;
      --state.left;
      ++state.intercepted;
    }
    state.defence_rolls = 0;
    const int through = state.left;
    for (; state.left > 0; --state.left) {
      dice.at(state);
      if (hit.made(dice)) ++state.hits;
    }
    return Outcome(through == 0 ? "all_stopped" : "some_through")
        .event("any_stopped", state.intercepted > 0)
        .measure("intercepted", state.intercepted)
        .measure("through", through)
        .measure("hits", state.hits);
  }

  QualityRoll hit;
};

}  // namespace

Procedure salvo() {
  return procedure<Salvo>("slammers.salvo",
                          "Supplement 4, coloured triangles; play sheet, phases 7b and 7c",
                          "how many rounds of a salvo are shot down, and how many hit?")
      .includes(&Salvo::gunners, "", "the gunners")
      .asks(&Salvo::qr_modifier, "qr_modifier", -4, 4, "the sum of the gunners' QR modifiers")
      .asks(&Salvo::rounds, "rounds", 1, 12, "the rounds of the salvo")
      .required()
      .asks(&Salvo::defenders, "defenders", 1, 8,
            "vehicles set to artillery defence that fire at the salvo")
      .includes(&Salvo::defence, "defender_", "the vehicles that fire at the salvo")
      .adjust("defender_triangle", [](Parameter& triangle) { triangle.default_value = "red"; })
      .outcome("all_stopped", "no round gets through")
      .outcome("some_through", "at least one round gets through")
      .event("any_stopped", "at least one round is shot down")
      .measure("intercepted", "rounds shot down")
      .measure("through", "rounds that get through")
      .measure("hits", "rounds that get through and hit, each on a TU of its own")
      .headline("mean intercepted", "{} rounds intercepted")
      .headline("mean through", "{} get through")
      .headline("all_stopped", "none gets through");
}

}  // namespace combat_odds::slammers
