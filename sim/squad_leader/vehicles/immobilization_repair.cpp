#include "combat_odds/sim/procedure.hpp"

namespace combat_odds::squad_leader {
namespace {

struct Repair {
  enum class Status : std::uint8_t { immobilized, repaired, permanent };
  Status status = Status::immobilized;
  std::uint8_t attempts = 0;
};

class ImmobilizationRepair : public Process<Repair> {
 public:
  explicit ImmobilizationRepair(const Arguments& arguments)
      : attempts_(arguments.integer("attempts")),
        woods_(arguments.choice("cause") == "woods"),
        leader_(arguments.integer("armor_leader")) {
    if (woods_ && leader_ != 0) {
      throw ArgumentError("armor_leader", "no leadership modifier in woods (Supplement F)", "0");
    }
  }

  Repair start() const override { return {}; }

  Repair step(const Repair& before, Dice& dice) const override {
    using Status = Repair::Status;
    Repair state = before;
    ++state.attempts;
    if (woods_) {  // Supplement F
      state.status = dice.dr([](int roll) {
        return roll == 1 ? Status::repaired : roll == 6 ? Status::permanent : Status::immobilized;
      });
      return state;
    }
    // 66.3; by 76.6 a leader's modifier can't spare a roll that makes it permanent.
    state.status = dice.DR([&](TwoDice roll) {
      if (roll.total() >= 9) return Status::permanent;
      return roll.total() + leader_ <= 2 ? Status::repaired : Status::immobilized;
    });
    return state;
  }

  std::optional<Outcome> outcome(const Repair& state) const override {
    using Status = Repair::Status;
    if (state.status == Status::immobilized && state.attempts < attempts_) return std::nullopt;
    return Outcome(state.status == Status::repaired    ? "repaired"
                   : state.status == Status::permanent ? "permanently_immobilized"
                                                       : "still_immobilized")
        .measure("rally_phase", state.status == Status::repaired ? state.attempts : 0);
  }

 private:
  int attempts_;
  bool woods_;
  int leader_;
};

}  // namespace

Procedure immobilization_repair() {
  return {
      .name = "sl.immobilization-repair",
      .rule = "COI 66.3, 76.6, Supplement F",
      .summary = "the crew tries to repair its immobilized AFV, Rally Phase after Rally Phase",
      .details =
          "A DR of 2 or less repairs, an armor leader's modifier applied; an Original 9 or more "
          "makes the immobilization permanent, which his modifier can't prevent (76.6). The crew "
          "must get out in a Movement Phase before the first attempt and back in during an "
          "Advance Phase; that it is fired at meanwhile is not followed here. An AFV immobilized "
          "by moving in woods (Supplement F) is repaired on a die of 1 and lost on a 6, without "
          "leadership. A bogged vehicle is sl.bog's.",
      .parameters =
          {
              choice("cause", {"hit", "woods"}, "hit: by fire, mines or a speed breakdown (66.3)"),
              integer("attempts", 1, 30, "how many Rally Phases there are")
                  .by_default("6")
                  .tried_with({"1", "3", "6"}),
              integer("armor_leader", -3, 1, "the modifier of the armor leader")
                  .or_of_unit(UnitFact::leadership)
                  .by_default("0"),
          },
      .outcomes = {{"repaired", "the AFV may move again"},
                   {"permanently_immobilized", "it is immobilized for the rest of the scenario"},
                   {"still_immobilized", "neither within the time"}},
      .events = {},
      .measures = {{"rally_phase", "the Rally Phase that repaired it; 0: none did"}},
      .charts = {},
      .rule_for = [](const Arguments& arguments,
                     const Charts&) { return std::make_unique<ImmobilizationRepair>(arguments); },
  };
}

}  // namespace combat_odds::squad_leader
