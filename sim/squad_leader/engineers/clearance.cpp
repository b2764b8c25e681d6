#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_leader/engineers/fieldwork.hpp"

namespace combat_odds::squad_leader {
namespace {

/// 53, 55: squads clear mines or wire.
struct Clearance {
  Fieldwork squads;

  void prepare(const Charts& charts) {
    squads.begin(charts, [](const UnitName& squad) { return squad.firepower; });
  }
  Fieldwork::State start() const { return squads.start(); }
  Fieldwork::State step(const Fieldwork::State& before, Dice& dice) const {
    return squads.step(before, dice);
  }
  Fieldwork::State alike(const Fieldwork::State& state) const { return Fieldwork::alike(state); }
  std::optional<Outcome> outcome(const Fieldwork::State& state) const {
    return squads.outcome(state, "cleared", "not_cleared");
  }
};

}  // namespace

Procedure clearance() {
  return procedure<Clearance>("sl.clearance", "53, 55",
                              "squads clear a hex of mines or wire, perhaps under fire")
      .includes(&Clearance::squads, "", "clears mines in its hex or the next, or wire in its hex")
      .outcome("cleared", "the hex is clear")
      .outcome("not_cleared", "it is not within the time")
      .outcome("stopped", "no unbroken squad is left for it")
      .events(infantry_events(Pins::no))
      .measures(Fieldwork::measures("cleared"))
      .headline("cleared", "the hex is cleared in time")
      .headline("broken_or_worse", "at least one breaks or worse", "it breaks or worse");
}

}  // namespace combat_odds::squad_leader
