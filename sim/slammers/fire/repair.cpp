#include <cstdint>

#include "sim/slammers/command/quality.hpp"

namespace combat_odds::slammers {
namespace {

/// An Armoured Recovery Vehicle repairs damage results 1 to 4 (Specialists, web article).
struct Repair {
  Troops crew;
  int turns = 1;
  int vehicles = 1;
  int qr_modifier = 0;

  void prepare(const Charts& charts) { roll = crew.roll(charts, qr_modifier); }

  Outcome resolve(Dice& dice) const {
    struct State {
      std::uint8_t tried = 0;
      std::uint8_t repaired = 0;
    };
    State state;
    for (; state.tried < turns && roll.possible(); ++state.tried) {
      if (state.repaired == 1) break;
      dice.at(state);
      for (int i = 0; i < vehicles && state.repaired == 0; ++i) {
        if (roll.made(dice)) state.repaired = 1;
      }
    }
    return Outcome(state.repaired != 0 ? "repaired" : "not_yet")
        .measure_if(state.repaired != 0, "repaired_in_turn", state.tried);
  }

  QualityRoll roll;
};

}  // namespace

Procedure repair() {
  return procedure<Repair>("slammers.repair", "Specialists (web article), Recovery Vehicles",
                           "how soon a recovery vehicle mends a damaged vehicle")
      .includes(&Repair::crew, "", "the recovery vehicle's crew")
      .asks(&Repair::turns, "turns", 1, 12, "turns in which it may try")
      .asks(&Repair::vehicles, "vehicles", 1, 4, "recovery vehicles within Point Blank that try")
      .asks(&Repair::qr_modifier, "qr_modifier", -4, 4, "the sum of the QR modifiers")
      .outcome("repaired", "the damage result, 1 to 4, is mended")
      .outcome("not_yet", "it is not")
      .measure("repaired_in_turn", "the turn in which it is mended")
      .only_where({"repaired"})
      .less_is_better()
      .headline("repaired", "it is mended");
}

}  // namespace combat_odds::slammers
