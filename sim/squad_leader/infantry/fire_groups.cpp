#include "sim/squad_games/fire_phase_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/squad_games/fire_phase_solver.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_games/several_targets.hpp"
#include "sim/squad_leader/infantry/assault_fire.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"
#include "sim/squad_leader/infantry/marsh.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

struct AskedFirePhase {
  std::string attackers;
  SeveralTargets targets;
  Status status = Status::good;
  std::optional<int> broken_morale;
  FirePhaseGroups::Rules rules;
  Marsh marsh;

  std::unique_ptr<Rule> rule(const Charts& charts) const;
};

/// Units under fire in one or several hexes, and the firers that have not fired.
struct Targets {
  std::array<TargetStack, FirePhaseGroups::most_targets> stacks{};
  FirePhaseGroups::Phase phase;
  std::uint8_t over = 0;
};

/// The fire of one phase, group after group, each at the remaining units.
class FirePhase : public Process<Targets>, public SolvesItself {
 public:
  FirePhase(const AskedFirePhase& asked, const Charts& charts)
      : asked_(asked), ift_(&charts.get<Ift>()) {
    const FireSteps<AssaultFire> reader;
    std::vector<GroupFirer> firers;
    for (const WrittenFirer& written :
         read_firers(asked.attackers, "attackers", asked.targets.units.size())) {
      GroupFirer firer{written.place, written.text, {}};
      for (const std::optional<AssaultStep>& step : written.at) {
        firer.at.emplace_back();
        if (step) firer.at.back() = fire_of(reader.read(*step, "attackers", charts), *step);
      }
      firers.push_back(std::move(firer));
    }
    groups_ = FirePhaseGroups(std::move(firers), asked.targets.names(), asked.rules,
                              [&](double firepower) { return ift_->column(firepower); });
  }

  Targets start() const override {
    Targets start;
    for (std::size_t i = 0; i < asked_.targets.units.size(); ++i) {
      start.stacks.at(i) =
          target_stack(asked_.targets.units[i], asked_.status, asked_.broken_morale);
      asked_.marsh.lower_morale(start.stacks.at(i));
    }
    start.phase = groups_.start();
    return alike(start);
  }

  Targets step(const Targets& before, Dice& dice) const override {
    Targets now = before;
    const auto checking = std::find_if_not(now.stacks.begin(), now.stacks.end(), is_resolved);
    if (checking != now.stacks.end()) {
      squad_leader::step(dice, *checking);
      return now;
    }
    const FirePhaseGroups::Attack* const attack =
        groups_.choose(dice, now, now.phase, left(now), [&] { return words(now); });
    if (attack == nullptr) {
      now.over = 1;
      return now;
    }
    groups_.fire(now.phase, *attack);
    begin_fire(now.stacks.at(attack->target),
               dice.DR([&](TwoDice roll) { return result(*attack, roll); }));
    return now;
  }

  Targets alike(const Targets& before) const override {
    Targets now = before;
    for (TargetStack& stack : now.stacks) squad_leader::make_alike(stack);
    return now;
  }

  std::optional<Outcome> outcome(const Targets& now) const override {
    const bool all_resolved = std::all_of(now.stacks.begin(), now.stacks.end(), is_resolved);
    if (!all_resolved || (now.over == 0 && now.phase.unfired != 0)) return std::nullopt;
    InfantryFate fate{.units = 0};
    fate.good_before = asked_.status == Status::good;
    int units = 0;
    for (const TargetStack& stack : now.stacks) {
      if (stack.unit_count == 0) continue;
      units += stack.unit_count;
      add_fate(fate, fate_of(stack, asked_.status));
    }
    const int unbroken = all_of(now, Status::good);
    Outcome outcome(label_of(unbroken, units));
    outcome.measure("eliminated", all_of(now, Status::eliminated))
        .measure("broken", asked_.status == Status::good ? all_of(now, Status::broken) : 0)
        .measure("unbroken", unbroken);
    // The common events include it only for several units.
    if (fate.units == 1) outcome.event("all_broken_or_worse", fate.broken_or_worse == 1);
    tell(outcome, fate, Pins::no);
    return outcome;
  }

  Working working() const override {
    Working working;
    working.situation = "who fires with whom at " + asked_.targets.text();
    working.sums = groups_.told();
    return working;
  }

  // For the solver:

  using Stack = TargetStack;
  using Result = FireResult;
  using State = Targets;
  Policy solved(const BestPlay& best, const RunControl* control) const override {
    return FirePhaseSolver<FirePhase>(*this, best, control).policy();
  }
  const FirePhaseGroups& groups() const { return groups_; }
  std::size_t target_count() const { return asked_.targets.units.size(); }
  FireResult result(const FirePhaseGroups::Attack& attack, TwoDice roll) const {
    return ift_->at(attack.column, roll.total() + attack.drm);
  }
  static bool is_resolved(const TargetStack& stack) { return resolved(stack); }
  static TargetStack begun(std::size_t /*target*/, TargetStack stack, FireResult rolled,
                           bool /*last*/) {
    begin_fire(stack, rolled);
    return stack;
  }
  static TargetStack stepped(std::size_t /*target*/, TargetStack stack, Dice& dice) {
    squad_leader::step(dice, stack);
    return stack;
  }
  static TargetStack made_alike(std::size_t /*target*/, TargetStack stack) {
    squad_leader::make_alike(stack);
    return stack;
  }
  static FirePhaseGroups::Targets left(const Targets& now) {
    FirePhaseGroups::Targets left;
    for (std::size_t i = 0; i < now.stacks.size(); ++i) {
      const TargetStack& stack = now.stacks.at(i);
      if (how_many(stack, Status::eliminated) < stack.unit_count) left.left |= 1u << i;
      if (how_many(stack, Status::good) > 0) left.unbroken |= 1u << i;
    }
    return left;
  }

  Facts words(const Targets& now) const {
    Facts facts;
    for (std::size_t i = 0; i < asked_.targets.units.size(); ++i) {
      const TargetStack& stack = now.stacks.at(i);
      facts.emplace_back(asked_.targets.fact("unbroken", i), how_many(stack, Status::good));
      facts.emplace_back(asked_.targets.fact("broken", i), how_many(stack, Status::broken));
      if (stack.leader_count == 0) continue;
      int leaders = 0;
      for (std::size_t unit = 0; unit < stack.leader_count; ++unit) {
        leaders += stack.units[unit].status == Status::good ? 1 : 0;
      }
      facts.emplace_back(asked_.targets.fact("leaders unbroken", i), leaders);
    }
    return facts;
  }

 private:
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

  static int all_of(const Targets& now, Status wanted) {
    int all = 0;
    for (const TargetStack& stack : now.stacks) all += how_many(stack, wanted);
    return all;
  }

  const AskedFirePhase asked_;
  const Ift* const ift_;
  FirePhaseGroups groups_;
};

std::unique_ptr<Rule> AskedFirePhase::rule(const Charts& charts) const {
  return std::make_unique<FirePhase>(*this, charts);
}

}  // namespace

Procedure fire_groups() {
  return procedure<AskedFirePhase>(
             "sl.fire-groups", "COI 8 to 12, 15, Q&A 15.2",
             "the fire of several units: which of them fire together, at whom, and in "
             "which order")
      .asks(&AskedFirePhase::attackers, "attackers", firers_form,
            "who may fire, one or all of a hex each, in the words of sl.assault: '8 1' for "
            "firepower and DRM, or '4-6-7 LMG range 2 terrain stone'; with a name and a colon in "
            "front for his hex; for several targets what he fires at each, with | between and - "
            "for nothing")
      .required()
      .tried_with({"8 1; 4", "4; 4; 2 -1", "A: 4; A: 2; 6 1",
                   "4-6-7 range 2 leader 8-1; 4-6-7 LMG range 2"})
      .includes(&AskedFirePhase::targets)
      .adjust("target",
              [](Parameter& parameter) {
                parameter.tried = {"4-4-7", "4-4-7 8-0", "4-3-6; 4-4-7"};
              })
      .asks(&AskedFirePhase::status, "status", one_of({"good", "broken"}),
            "whether the targets are broken already")
      .asks(&AskedFirePhase::broken_morale, "broken_morale", 2, 12,
            "the morale on the broken side of the squads, where it is not that of the front (13.6)")
      .includes(&AskedFirePhase::rules,
                [](Declaration<FirePhaseGroups::Rules>& asked) {
                  describe_fire_groups(asked);
                  asked.asks(&FirePhaseGroups::Rules::modifier, "modifier",
                             one_of({"worst", "best"}),
                             "the DRM of a group whose members have different ones");
                })
      .includes(&AskedFirePhase::marsh)
      .outcomes(phase_outcomes())
      .events(infantry_events(Pins::no))
      .measure("eliminated", "units eliminated")
      .measure("broken", "units broken, by this and not before")
      .measure("unbroken", "units that are unbroken in the end")
      .measures(infantry_measures())
      .headlines(infantry_headline("good_order"));
}

}  // namespace combat_odds::squad_leader
