#include <fmt/format.h>

#include <algorithm>

#include "sim/squad_games/fire_phase.hpp"
#include "sim/squad_leader/infantry/assault_fire.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"
#include "sim/squad_leader/infantry/group_results.hpp"
#include "sim/squad_leader/infantry/marsh.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

struct Asked {
  using Stack = TargetStack;
  using Result = GroupResults;
  using Fire = AssaultFire;
  static constexpr Pins pins = Pins::no;

  std::string attackers;
  SeveralTargets targets;
  Status status = Status::good;
  std::optional<int> broken_morale;
  FirePhaseGroups::Rules rules;
  Marsh marsh;

  std::unique_ptr<Rule> rule(const Charts& charts) const {
    return std::make_unique<FirePhase<Asked>>(*this, charts);
  }

  // For FirePhase:

  void line_up(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    for (const std::vector<UnitName>& units : targets.units) group_drms_.push_back(drms_of(units));
  }
  static GroupFirer::At fire_of(const AssaultFire& fire, const AssaultStep& step) {
    if (fire.by_own_units()) {
      throw ArgumentError("attackers", fmt::format("'{}' is a multiple of nothing", step.text),
                          "firepower such as '8 1', or who fires");
    }
    const bool named = fire.attackers.given();
    if (named && !fire.attackers.mind_smoke()) {
      throw ArgumentError("attackers", fmt::format("'{}' is in no Fire Group", step.text),
                          "sl.fire or sl.assault for the attack of a flamethrower or DC");
    }
    const std::optional<UnitName>& leader = fire.attackers.leader;
    GroupFirer::At at;
    at.firepower = named ? fire.attackers.firepower() : *fire.firepower;
    at.drm = fire.attackers.drm(fire.drm) - (leader ? leader->modifier : 0);
    if (leader) at.leadership = leader->modifier;
    if (!named) at.leadership = 0;
    return at;
  }

  int column(double firepower) const { return ift_->column(firepower); }
  GroupResults result(const FirePhaseGroups::Attack& attack, TwoDice roll) const {
    return {*ift_, attack.column, roll.total() + attack.drm, group_drms_[attack.target]};
  }
  TargetStack units_at(std::size_t target) const {
    TargetStack stack = target_stack(targets.units[target], status, broken_morale);
    marsh.lower_morale(stack);
    return stack;
  }
  static void begin(std::size_t /*target*/, TargetStack& stack, const GroupResults& rolled,
                    bool /*last*/) {
    begin_fire(stack, rolled.all());
  }
  static void check(std::size_t /*target*/, TargetStack& stack, Dice& dice) { step(dice, stack); }
  static bool resolved(const TargetStack& stack) { return squad_leader::resolved(stack); }
  static void make_alike(std::size_t /*target*/, TargetStack& stack) {
    squad_leader::make_alike(stack);
  }
  static UnitCount count(std::size_t /*target*/, const TargetStack& stack) {
    UnitCount all;
    all.left = stack.unit_count - how_many(stack, Status::eliminated);
    all.unbroken = how_many(stack, Status::good);
    if (stack.leader_count == 0) return all;
    const auto leaders = stack.units.begin();
    all.leaders_unbroken = static_cast<int>(
        std::count_if(leaders, leaders + stack.leader_count,
                      [](const TargetUnit& unit) { return unit.status == Status::good; }));
    return all;
  }
  InfantryFate fate(std::size_t /*target*/, const TargetStack& stack) const {
    return fate_of(stack, status);
  }
  template <class Stacks>
  void measure_losses(Outcome& outcome, const Stacks& stacks, int unbroken) const {
    int eliminated = 0;
    int broken = 0;
    for (const TargetStack& stack : stacks) {
      eliminated += how_many(stack, Status::eliminated);
      if (status == Status::good) broken += how_many(stack, Status::broken);
    }
    outcome.measure("eliminated", eliminated)
        .measure("broken", broken)
        .measure("unbroken", unbroken);
  }

 private:
  const Ift* ift_ = nullptr;
  std::vector<std::vector<int>> group_drms_;  ///< of each target
};

}  // namespace

Procedure fire_groups() {
  return procedure<Asked>("sl.fire-groups", "COI 8 to 12, 15, Q&A 15.2",
                          "the fire of several units: which of them fire together, at whom, and in "
                          "which order")
      .asks(&Asked::attackers, "attackers", firers_form,
            "who may fire, one or all of a hex each, in the words of sl.assault: '8 1' for "
            "firepower and DRM, or '4-6-7 LMG range 2 terrain stone'; with a name and a colon in "
            "front for his hex; for several targets what he fires at each, with | between and - "
            "for nothing")
      .required()
      .tried_with({"8 1; 4", "4; 4; 2 -1", "A: 4; A: 2; 6 1",
                   "4-6-7 range 2 leader 8-1; 4-6-7 LMG range 2"})
      .includes(&Asked::targets)
      .adjust("target",
              [](Parameter& parameter) {
                parameter.tried = {"4-4-7", "4-4-7 8-0", "4-3-6; 4-4-7", "4-4-7@-2 / 4-4-7"};
              })
      .asks(&Asked::status, "status", one_of({"good", "broken"}),
            "whether the targets are broken already")
      .asks(&Asked::broken_morale, "broken_morale", 2, 12,
            "the morale on the broken side of the squads, where it is not that of the front (13.6)")
      .includes(&Asked::rules,
                [](Declaration<FirePhaseGroups::Rules>& asked) {
                  describe_fire_groups(asked);
                  asked.asks(&FirePhaseGroups::Rules::modifier, "modifier",
                             one_of({"worst", "best"}),
                             "the DRM of a group whose members have different ones");
                })
      .includes(&Asked::marsh)
      .outcomes(phase_outcomes())
      .events(infantry_events(Pins::no))
      .measure("eliminated", "units eliminated")
      .measure("broken", "units broken, by this and not before")
      .measure("unbroken", "units that are unbroken in the end")
      .measures(infantry_measures())
      .headlines(infantry_headline("good_order"));
}

}  // namespace combat_odds::squad_leader
