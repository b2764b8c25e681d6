#include "sim/declare/declaration.hpp"
#include "sim/squad_games/numbers_needed.hpp"

namespace combat_odds::squad_leader {
namespace {

struct Repair {
  enum class Status : std::uint8_t { immobilized, repaired, permanent };
  Status status = Status::immobilized;
  std::uint8_t attempts = 0;
};

struct ImmobilizationRepair {
  enum class Cause { hit, woods };

  Cause cause = Cause::hit;
  int attempts = 6;
  int armor_leader = 0;

  Repair start() const { return {}; }

  Repair step(const Repair& before, Dice& dice) const {
    using Status = Repair::Status;
    Repair state = before;
    ++state.attempts;
    if (cause == Cause::woods) {  // Supplement F
      state.status =
          repaired(dice, 1, Repairable{Status::repaired, Status::immobilized, Status::permanent});
      return state;
    }
    // 66.3. A leader's modifier can't prevent a roll that makes it permanent (76.6).
    state.status = dice.DR([&](TwoDice roll) {
      if (roll.total() >= 9) return Status::permanent;
      return roll.total() + armor_leader <= 2 ? Status::repaired : Status::immobilized;
    });
    return state;
  }

  std::optional<Outcome> outcome(const Repair& state) const {
    using Status = Repair::Status;
    if (state.status == Status::immobilized && state.attempts < attempts) return std::nullopt;
    return Outcome(state.status == Status::repaired    ? "repaired"
                   : state.status == Status::permanent ? "permanently_immobilized"
                                                       : "still_immobilized")
        .measure_if(state.status == Status::repaired, "rally_phase", state.attempts);
  }
};

}  // namespace

Procedure immobilization_repair() {
  using Asked = ImmobilizationRepair;
  return procedure<Asked>(
             "sl.immobilization-repair", "COI 66.3, 76.6, Supplement F",
             "the crew tries to repair its immobilized AFV, Rally Phase after Rally Phase")
      .asks(&Asked::cause, "cause", one_of({"hit", "woods"}),
            "hit: by fire, mines or a speed breakdown (66.3)")
      .asks(&Asked::attempts, "attempts", 1, 30, "how many Rally Phases there are")
      .tried_with({"1", "3", "6"})
      .asks(&Asked::armor_leader, "armor_leader", -3, 0,
            "the modifier of the armor leader; one with +1 stands aside (76.6)")
      .or_of_unit(UnitFact::leadership)
      .only_when([](const Asked& asked) { return asked.cause != Asked::Cause::woods; },
                 "woods have no leadership modifier (Supplement F)", "")
      .outcome("repaired", "the AFV may move again")
      .outcome("permanently_immobilized", "it is immobilized for the rest of the scenario")
      .outcome("still_immobilized", "neither within the time")
      .measure("rally_phase", "the Rally Phase that repaired it")
      .only_where({"repaired"})
      .less_is_better()
      .headline("repaired", "it is repaired")
      .headline("permanently_immobilized", "it never moves again");
}

}  // namespace combat_odds::squad_leader
