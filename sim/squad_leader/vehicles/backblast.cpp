#include <optional>

#include "sim/declare/declaration.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"

namespace combat_odds::squad_leader {
namespace {

/// 103.2: a panzerfaust, bazooka or Panzerschreck is fired from inside a vehicle.
struct Backblast {
  std::vector<UnitName> passengers;
  std::optional<int> crew_morale;
  int shots = 1;

  Outcome resolve(Dice& dice) const {
    TargetStack stack = target_stack(passengers, TargetUnit::Status::good);
    std::uint8_t& stunned = stack.memo[0];
    std::uint8_t& fired = stack.memo[1];
    while (fired < shots && how_many(stack, TargetUnit::Status::good) > 0) {
      dice.at(stack);
      ++fired;
      morale_checks(dice, stack, 0);
      if (!crew_morale || stunned != 0) continue;
      stunned = dice.DR([&](TwoDice roll) { return roll.total() > *crew_morale; }) ? 1 : 0;
    }
    const int broken = how_many(stack, TargetUnit::Status::broken);
    const int eliminated = how_many(stack, TargetUnit::Status::eliminated);
    const bool none_left = how_many(stack, TargetUnit::Status::good) == 0;
    Outcome outcome(none_left                 ? "nobody_unbroken"
                    : broken + eliminated > 0 ? "some_broken"
                                              : "all_unbroken");
    outcome.event("crew_stunned", stunned != 0)
        .measure("broken", broken)
        .measure("eliminated", eliminated)
        .measure("shots_fired", fired);
    return tell(outcome, fate_of(stack, TargetUnit::Status::good), Pins::no);
  }
};

}  // namespace

Procedure backblast() {
  return procedure<Backblast>("sl.backblast", "COI 103.2",
                              "a panzerfaust or bazooka fired from inside a vehicle: the backlash")
      .asks(&Backblast::passengers, "passengers", units_form, "who is in the vehicle",
            units_up_to<4>)
      .tried_with({"4-6-7", "4-6-7 8-1", "2*4-6-7", "8-3-8"})
      .asks(&Backblast::crew_morale, "crew_morale", 2, 11,
            "the morale of the vehicle's crew; default: it has none")
      .or_of_unit(UnitFact::morale)
      .asks(&Backblast::shots, "shots", 1, 6, "how many shots are wanted")
      .outcome("all_unbroken", "all passengers stay unbroken")
      .outcome("some_broken", "some are broken or eliminated")
      .outcome("nobody_unbroken", "all are")
      .events(infantry_events(Pins::no))
      .event("crew_stunned", "the vehicle's crew is stunned")
      .measures(infantry_measures())
      .measure("broken", "passengers who are broken in the end")
      .measure("eliminated", "passengers who are eliminated")
      .measure("shots_fired", "shots that were fired before nobody unbroken was left")
      .headlines(infantry_headline("good_order"))
      .headline("crew_stunned", "the crew is stunned");
}

}  // namespace combat_odds::squad_leader
