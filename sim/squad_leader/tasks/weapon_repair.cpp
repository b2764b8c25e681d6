#include <algorithm>
#include <optional>

#include "core/dice/small.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_games/numbers_needed.hpp"

namespace combat_odds::squad_leader {
namespace {

/// The state of the weapons between two rolls.
struct Weapons {
  std::uint8_t working = 0;
  std::uint8_t broken = 0;
  std::uint8_t removed = 0;
  std::uint8_t player_turns = 0;  ///< player turns begun
  std::uint8_t repairing = 0;     ///< broken weapons that have not rolled in this Rally Phase
  std::uint8_t firing = 0;        ///< working weapons that have not fired in this turn
  std::uint8_t first_repair = 0;  ///< player turn of the first repair
  std::uint8_t turns_fired = 0;
};

/// 18.1, 18.2: weapons break down and are repaired, player turn after player turn.
struct WeaponRepair {
  enum class Status { broken, working };

  int weapons = 1;
  Status status = Status::broken;
  int player_turns = 6;
  bool american = false;
  bool allied = false;
  int armor_leader = 0;
  std::optional<int> breakdown_number;
  int shots = 1;
  bool sustained_fire = false;
  bool captured = false;
  bool inexperienced = false;

  Weapons start() const {
    Weapons now;
    (status == Status::broken ? now.broken : now.working) = small(weapons);
    next_turn(now);
    return now;
  }

  Weapons step(const Weapons& before, Dice& dice) const {
    Weapons now = before;
    if (now.repairing > 0) {
      repair(dice, now);
    } else {
      fire(dice, now);
    }
    if (now.repairing == 0 && now.firing == 0) next_turn(now);
    return now;
  }

  std::optional<Outcome> outcome(const Weapons& now) const {
    if (now.player_turns <= player_turns && (now.broken > 0 || (fires() && now.working > 0))) {
      return std::nullopt;
    }
    std::optional<Outcome> outcome(std::in_place, now.working == weapons ? "all_work"
                                                  : now.working > 0      ? "some_work"
                                                                         : "none_works");
    outcome->measure("working", now.working).measure("removed", now.removed);
    if (begins_broken()) {
      outcome->event("repaired", now.first_repair > 0)
          .measure_if(now.first_repair > 0, "first_repair", now.first_repair);
    }
    if (fires()) outcome->measure("turns_fired", now.turns_fired);
    return outcome;
  }

  bool fires() const { return breakdown_number.has_value(); }
  bool begins_broken() const { return status == Status::broken; }
  bool begins_working() const { return status == Status::working; }

 private:
  /// A player turn begins with its Rally Phase, in which a weapon that has just broken can already
  /// be repaired.
  void next_turn(Weapons& now) const {
    while (now.player_turns <= player_turns) {
      ++now.player_turns;
      if (now.player_turns > player_turns) return;
      now.repairing = now.broken;
      if (now.repairing > 0) return;
      begin_fire(now);
      if (now.firing > 0) return;
      if (now.broken == 0) return;
    }
  }

  void begin_fire(Weapons& now) const {
    now.firing = fires() ? now.working : std::uint8_t{0};
    if (now.firing > 0) ++now.turns_fired;
  }

  /// 18.2, 74.4, 76.6, 88.6: one die for each broken weapon.
  void repair(Dice& dice, Weapons& now) const {
    enum class Result : std::uint8_t { stays_broken, repaired, removed };
    const int repaired_up_to = american ? 2 : 1;
    const int removed_from = allied ? 5 : 6;
    // Leaders do not change what removes it.
    const Result result =
        repaired(dice, repaired_up_to - armor_leader,
                 Repairable{Result::repaired, Result::stays_broken, Result::removed}, removed_from);
    --now.repairing;
    if (result == Result::repaired) {
      --now.broken;
      ++now.working;
      if (begins_broken() && now.first_repair == 0) now.first_repair = now.player_turns;
    } else if (result == Result::removed) {
      --now.broken;
      ++now.removed;
    }
    if (now.repairing == 0) begin_fire(now);
  }

  /// 18.1: on an Original DR of the breakdown number or more it breaks and fires no more this turn.
  void fire(Dice& dice, Weapons& now) const {
    const int from =
        *breakdown_number - (sustained_fire ? 2 : 0) - (captured ? 2 : 0) - (inexperienced ? 1 : 0);
    --now.firing;
    for (int shot = 0; shot < shots; ++shot) {
      if (!dice.DR([&](TwoDice roll) { return roll.total() >= from; })) continue;
      --now.working;
      ++(captured ? now.removed : now.broken);  // 90.12
      return;
    }
  }
};

}  // namespace

Procedure weapon_repair() {
  using Asked = WeaponRepair;
  return procedure<Asked>("sl.weapon-repair", "18.1, 18.2, COI 74.4, 76.6, 88.6, 90.12, 94.3, 95.3",
                          "weapons break down and are repaired, player turn after player turn")
      .asks(&Asked::weapons, "weapons", 1, 6,
            "how many support weapons, guns or weapons of AFVs there are")
      .asks(&Asked::status, "status", one_of({"broken", "working"}), "how they begin")
      .asks(&Asked::player_turns, "player_turns", 1, 30,
            "how many player turns, each with its Rally Phase and its fire")
      .tried_with({"1", "4", "8"})
      .asks(&Asked::american, "american", "American support weapons: repaired on 1 or 2 (88.6)")
      .asks(&Asked::allied, "allied",
            "foreign troops repair a weapon of their ally: removed on 5 or 6 (74.4)")
      .asks(&Asked::armor_leader, "armor_leader", -3, 0,
            "the modifier of the armor leader, for the gun or MGs of his AFV; one with +1 stands "
            "aside (76.6)")
      .or_of_unit(UnitFact::leadership)
      .only_when([](const Asked& asked) { return !asked.american && !asked.allied; },
                 "it is for the gun and MGs of an AFV, --american and --allied for support weapons",
                 "")
      .asks(
          &Asked::breakdown_number, "breakdown_number", 2, 12,
          "they fire in every player turn in which they work, and break down on an Original DR of "
          "this or more; default: they do not fire")
      .needed_when(&Asked::begins_working, "a weapon that works and does not fire stays as it is",
                   "12, or what is printed on it, such as 10 for a Russian LMG")
      .tried_with({"12", "10"})
      .asks(&Asked::shots, "shots", 1, 4, "how often each fires in a player turn")
      .tried_with({"1", "2"})
      .only_when(&Asked::fires, "", "--breakdown-number")
      .asks(&Asked::sustained_fire, "sustained_fire",
            "they use Sustained Fire, or guns Intensive Fire: the number is 2 lower (70.5, 95.3)")
      .only_when(&Asked::fires, "", "--breakdown-number")
      .asks(&Asked::captured, "captured",
            "captured weapons: the number is 2 lower, and one that breaks down is gone (90.12)")
      .only_when(&Asked::fires, "", "--breakdown-number")
      .only_when(&Asked::begins_working, "a captured weapon that broke down is gone (90.12)",
                 "--status working")
      .asks(&Asked::inexperienced, "inexperienced",
            "inexperienced infantry has them: the number is 1 lower (94.3)")
      .only_when(&Asked::fires, "", "--breakdown-number")
      .outcome("all_work", "all of them work in the end")
      .outcome("some_work", "some of them do")
      .outcome("none_works", "none does")
      .event("repaired", "broken at first: one at least is repaired")
      .measure("working", "weapons that work in the end")
      .measure("removed", "weapons that are gone for good")
      .less_is_better()
      .measure("first_repair", "the player turn whose Rally Phase repairs the first")
      .only_where({"repaired"})
      .less_is_better()
      .measure("turns_fired", "player turns in which at least one weapon fires")
      .headline("all_work", "all work in the end")
      .headline("mean turns_fired", "they fire in {} player turns on average")
      .headline("mean removed", "{} are gone for good on average");
}

}  // namespace combat_odds::squad_leader
