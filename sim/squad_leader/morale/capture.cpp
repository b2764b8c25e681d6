#include <algorithm>
#include <optional>

#include "sim/declare/declaration.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/infantry/marsh.hpp"
#include "sim/squad_leader/morale/attack_list.hpp"
#include "sim/squad_leader/morale/two_sides.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

/// 89.21, 89.22: units are fired at. Broken ones that can't rout, or are in a melee, are captured.
struct Capture {
  static constexpr std::size_t most_units = 6;

  std::vector<UnitName> units;
  std::vector<double> attacks;
  int drm = 0;
  Status status = Status::good;
  std::optional<int> broken_morale;
  bool not_adjacent = false;
  bool spared = false;
  bool no_quarter = false;
  std::vector<UnitName> melee_with;
  Marsh marsh;
  bool no_russians = false;

  bool in_melee() const { return !melee_with.empty(); }

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    hex_.enemy = target_stack(units, status, broken_morale);
    marsh.lower_morale(hex_.enemy);
    hex_.own = target_stack(melee_with, Status::good);
    // 75.6: whoever is not Russian has one less, on either side.
    Marsh of_firer = marsh;
    if (marsh.is_there()) {
      const bool russians = marsh.units == Marsh::Units::others && !no_russians;
      of_firer.units = russians ? Marsh::Units::russians : Marsh::Units::others;
    }
    of_firer.lower_morale(hex_.own);
    if (in_melee() && attacks.size() > 1) {
      throw ArgumentError("attacks", "who breaks in a melee surrenders before the next attack",
                          "one attack");
    }
  }

  Outcome resolve(Dice& dice) const {
    TwoSides hex = hex_;
    std::uint8_t& next = hex.enemy.memo[0];
    while (next < attacks.size() && how_many(hex.enemy, Status::eliminated) < all()) {
      dice.at(hex);
      const int column = ift_->column(attacks[next++]);
      if (column < 0) continue;
      resolve_fire(dice, hex,
                   dice.DR([&](TwoDice roll) { return ift_->at(column, roll.total() + drm); }));
    }
    const bool by_a_guard = in_melee() ? how_many(hex.own, Status::good) > 0 : !not_adjacent;
    const bool left_alone = !in_melee() && not_adjacent && spared;
    const bool own_taken = how_many(hex.enemy, Status::good) > 0;
    const int captured = left_alone ? 0 : broken_are_lost(hex.enemy, by_a_guard && !no_quarter);
    const int own_captured = broken_are_lost(hex.own, own_taken);
    const int eliminated = how_many(hex.enemy, Status::eliminated) - captured;
    Outcome outcome(captured == 0       ? "nobody_captured"
                    : captured == all() ? "all_captured"
                                        : "some_captured");
    outcome.event("any_captured", captured > 0)
        .event("all_lost", captured + eliminated == all())
        .measure("captured", captured)
        .measure("eliminated", eliminated)
        .measure("units_counted", eliminated + 2 * captured);
    if (in_melee()) {
      outcome.measure("own_captured", own_captured)
          .measure("own_eliminated", how_many(hex.own, Status::eliminated) - own_captured);
    }
    return tell(outcome, fate_of(hex.enemy, status), Pins::no);
  }

 private:
  int all() const { return hex_.enemy.unit_count; }

  /// Broken units are captured or otherwise eliminated (13.42, 20.9); in both cases they are out of
  /// the game. Returns the number captured.
  static int broken_are_lost(TargetStack& stack, bool are_captured) {
    const int broken = how_many(stack, Status::broken);
    for (TargetUnit& unit : stack.units) {
      if (unit.status == Status::broken) unit.status = Status::eliminated;
    }
    return are_captured ? broken : 0;
  }

  const Ift* ift_ = nullptr;
  TwoSides hex_;
};

}  // namespace

Procedure capture() {
  using Asked = Capture;
  return procedure<Asked>("sl.capture", "13.42, COI 89.2, 89.3, 83.5",
                          "units under fire that can't rout, or in a melee, are taken prisoner")
      .asks(&Asked::units, "units", units_form, "the units under fire, in one hex",
            units_up_to<Asked::most_units>)
      .or_named(infantry_names())
      .tried_with({"4-6-7", "2*4-4-7", "4-6-7 8-1", "2*4-3-6 8-0"})
      .asks(&Asked::attacks, "attacks", attacks_form,
            "the attacks on them in the turn, after all multipliers", read_attack_list)
      .tried_with({"4", "8", "8 2", "24"})
      .asks(&Asked::drm, "drm", -10, 10, "the modifiers of each attack")
      .asks(&Asked::status, "status", one_of({"good", "broken"}), "how the units are before")
      .asks(&Asked::broken_morale, "broken_morale", 2, 12,
            "the morale on the broken side; default: that of the front, a 4-3-6 one less")
      .or_of_unit(UnitFact::morale)
      .asks(&Asked::not_adjacent, "not_adjacent",
            "no unbroken enemy infantry is next to them in the Rout Phase: eliminated (89.21)")
      .asks(&Asked::spared, "spared",
            "the enemy spares those: they stay, to be captured later (89.21)")
      .only_when([](const Asked& asked) { return asked.not_adjacent; },
                 "units next to the enemy are captured", "--not-adjacent")
      .asks(&Asked::no_quarter, "no_quarter",
            "eliminated in place of captured: SS in Russian hands (83.5), or as the captor likes "
            "(89.3)")
      .asks(&Asked::melee_with, "melee_with", units_form,
            "the firer's own units that are in a melee with them: the roll strikes them, too "
            "(20.83), and who breaks surrenders to the other side (89.22); or none",
            none_or_units_up_to<Asked::most_units>)
      .or_named(infantry_names())
      .by_default("none")
      .tried_with({"4-4-7", "2*4-4-7", "6-2-8 9-1"})
      .includes(&Asked::marsh)
      .asks(
          &Asked::no_russians, "no_russians",
          "the firer's own units in the melee are no Russians either, so that they lose morale in "
          "the marsh, too (75.6)")
      .only_when(
          [](const Asked& asked) {
            return asked.in_melee() && asked.marsh.units == Marsh::Units::others;
          },
          "", "--melee-with and --marsh others")
      .only_when(
          {"not_adjacent", "status"}, [](const Asked& asked) { return !asked.in_melee(); },
          "in a melee everybody is unbroken and in one hex", "--melee-with none")
      .outcome("nobody_captured", "nobody is captured")
      .outcome("some_captured", "some are")
      .outcome("all_captured", "all are")
      .events(infantry_events(Pins::no))
      .event("any_captured", "a unit at least is captured")
      .event("all_lost", "all are captured or eliminated")
      .measure("captured", "units captured")
      .measure("eliminated", "units eliminated")
      .measure("units_counted",
               "what they count for victory: eliminated once, captured twice (89.1)")
      .measure("own_captured", "in a melee: the firer's own units that the enemy captures")
      .measure("own_eliminated", "in a melee: those that are eliminated")
      .measures(infantry_measures())
      .headline("any_captured", "at least one is captured", "it is captured")
      .headline("all_lost", "all are lost", "it is lost")
      .headline("mean units_counted", "units that they count as, on average: {}");
}

}  // namespace combat_odds::squad_leader
