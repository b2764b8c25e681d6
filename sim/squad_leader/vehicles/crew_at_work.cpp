#include <optional>

#include "sim/declare/declaration.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"

namespace combat_odds::squad_leader {
namespace {

/// The work so far.
struct CrewsWork {
  enum class Ends : std::uint8_t { not_yet, done, permanent, broken, eliminated };

  std::uint8_t turns = 0;
  std::uint8_t attacks = 0;  ///< in this turn
  Ends ends = Ends::not_yet;
};

/// 66.3, 63.75: a crew works outside while the enemy fires at it.
struct CrewAtWork {
  enum class Work { immobilization, rockets };
  using Ends = CrewsWork::Ends;

  Work work = Work::immobilization;
  std::optional<UnitName> crew;
  double firepower = 4;
  int drm = -2;
  int attacks = 1;
  int turns = 6;
  int armor_leader = 0;
  std::optional<int> reload_turns;

  bool repairs() const { return work == Work::immobilization; }
  bool reloads() const { return work == Work::rockets; }

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    column_ = ift_->column(firepower);
    crew_ = target_stack({*crew}, TargetUnit::Status::good);
  }

  CrewsWork start() const { return {}; }

  CrewsWork step(CrewsWork now, Dice& dice) const {
    if (now.attacks < attacks) {
      ++now.attacks;
      under_fire(dice, now);
      return now;
    }
    now.attacks = 0;
    ++now.turns;
    if (reloads()) {
      if (now.turns == *reload_turns) now.ends = Ends::done;
      return now;
    }
    // 66.3, 76.6: as in sl.immobilization-repair.
    now.ends = dice.DR([&](TwoDice roll) {
      if (roll.total() >= 9) return Ends::permanent;
      return roll.total() + armor_leader <= 2 ? Ends::done : Ends::not_yet;
    });
    return now;
  }

  std::optional<Outcome> outcome(const CrewsWork& now) const {
    if (now.ends == Ends::not_yet && (reloads() || now.turns < turns)) return std::nullopt;
    static constexpr const char* labels[] = {"not_done", "done", "permanently_immobilized",
                                             "broken", "eliminated"};
    std::optional<Outcome> outcome(std::in_place, labels[static_cast<std::size_t>(now.ends)]);
    outcome->event("crew_lost", now.ends >= Ends::broken)
        .measure_if(now.ends == Ends::done, "turn", now.turns);
    return outcome;
  }

 private:
  void under_fire(Dice& dice, CrewsWork& now) const {
    TargetStack stack = crew_;
    begin_fire(stack, dice.DR([&](TwoDice roll) { return ift_->at(column_, roll.total() + drm); }));
    while (!resolved(stack)) squad_leader::step(dice, stack);
    const TargetUnit::Status status = stack.units[0].status;
    if (status == TargetUnit::Status::broken) now.ends = Ends::broken;
    if (status == TargetUnit::Status::eliminated) now.ends = Ends::eliminated;
  }

  const Ift* ift_ = nullptr;
  int column_ = -1;
  TargetStack crew_;
};

}  // namespace

Procedure crew_at_work() {
  using Asked = CrewAtWork;
  return procedure<Asked>("sl.crew-at-work", "COI 63.75, 66.3-.32",
                          "a crew repairs its AFV or reloads rockets outside, under fire")
      .asks(&Asked::work, "work", one_of({"immobilization", "rockets"}),
            "it repairs an immobilized AFV, a DR in each Rally Phase (66.3), or reloads a rocket "
            "launcher (63.75)")
      .asks(&Asked::crew, "crew", "a crew such as 2-4-7", "who works", read_unit)
      .or_named(infantry_names())
      .required()
      .tried_with({"2-4-7", "2-3-8"})
      .asks(&Asked::firepower, "firepower", 1, 1000,
            "of each enemy attack at the crew, after all multipliers")
      .or_of_unit(UnitFact::firepower)
      .required()
      .tried_with({"4", "8"})
      .asks(
          &Asked::drm, "drm", -10, 10,
          "the modifiers of these attacks: -2, for rockets in any terrain, for a repair where the "
          "AFV is in an open hex (63.75, 66.31)")
      .tried_with({"-2", "0", "1"})
      .asks(&Asked::attacks, "attacks", 1, 4, "attacks before each turn's work is done")
      .asks(&Asked::turns, "turns", 1, 30, "the owner's Rally Phases in which it may be repaired")
      .only_when(&Asked::repairs, "rockets are loaded after --reload-turns", "")
      .tried_with({"2", "4"})
      .asks(&Asked::armor_leader, "armor_leader", -3, 0,
            "the modifier of the armor leader on the repair; one with +1 stands aside (76.6)")
      .or_of_unit(UnitFact::leadership)
      .only_when(&Asked::repairs, "rockets are reloaded without a roll", "")
      .asks(&Asked::reload_turns, "reload_turns", 1, 30,
            "the player turns that reloading takes: printed for each launcher in 63.7")
      .needed_when(&Asked::reloads, "how long does it take?", "the player turns of your rulebook")
      .only_when(&Asked::reloads, "", "--work rockets")
      .tried_with({"2"})
      .outcome("done", "the AFV may move again, or the launcher is loaded")
      .outcome("permanently_immobilized", "the AFV is immobilized for the rest of the scenario")
      .outcome("broken", "the crew breaks: an AFV is abandoned (66.32)")
      .outcome("eliminated", "the crew is eliminated")
      .outcome("not_done", "not within the time")
      .event("crew_lost", "the crew is broken or eliminated")
      .measure("turn", "the Rally Phase or player turn in which it is done")
      .only_where({"done"})
      .less_is_better()
      .headline("done", "it is done")
      .headline("crew_lost", "the crew breaks or is lost");
}

}  // namespace combat_odds::squad_leader
