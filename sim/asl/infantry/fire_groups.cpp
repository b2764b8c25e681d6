#include "sim/squad_games/fire_phase_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "sim/asl/infantry/assault_fire.hpp"
#include "sim/squad_games/fire_phase_solver.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_games/several_targets.hpp"

namespace combat_odds::asl {
namespace {

struct Asked {
  std::string attackers;
  SeveralTargets targets;
  FireTarget target;  ///< shared by all Locations
  FirePhaseGroups::Rules rules;

  std::unique_ptr<Rule> rule(const Charts& charts) const;
};

/// The units under fire in one Location or several, and the attackers that have still to fire.
struct Targets {
  std::array<TargetStack, FirePhaseGroups::most_targets> stacks{};
  FirePhaseGroups::Phase phase;
  std::uint8_t over = 0;
};

/// The fire of one phase: group after group, each against what is left of its target.
class FirePhase : public Process<Targets>, public SolvesItself {
 public:
  FirePhase(const Asked& asked, const Charts& charts) : asked_(asked), ift_(&charts.get<Ift>()) {
    for (const std::vector<UnitName>& units : asked_.targets.units) {
      FireTarget one = asked.target;
      one.units = units;
      one.prepare(charts);
      targets_.push_back(std::move(one));
    }
    const FireSteps<AssaultFire> reader;
    std::vector<GroupFirer> firers;
    for (const WrittenFirer& written : read_firers(asked.attackers, "attackers", targets_.size())) {
      GroupFirer firer{written.place, written.text, {}};
      for (const std::optional<AssaultStep>& step : written.at) {
        firer.at.emplace_back();
        if (step) firer.at.back() = fire_of(reader.read(*step, "attackers", charts), *step);
      }
      firers.push_back(std::move(firer));
    }
    groups_ = FirePhaseGroups(std::move(firers), asked_.targets.names(), asked.rules,
                              [&](double firepower) { return ift_->column(firepower); });
  }

  Targets start() const override {
    Targets start;
    for (std::size_t i = 0; i < targets_.size(); ++i) start.stacks.at(i) = targets_[i].start();
    start.phase = groups_.start();
    return alike(start);
  }

  Targets step(const Targets& before, Dice& dice) const override {
    Targets now = before;
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      if (is_resolved(now.stacks.at(i))) continue;
      now.stacks.at(i) = stepped(i, now.stacks.at(i), dice);
      return now;
    }
    const FirePhaseGroups::Attack* const attack =
        groups_.choose(dice, now, now.phase, left(now), [&] { return words(now); });
    if (attack == nullptr) {
      now.over = 1;
      return now;
    }
    groups_.fire(now.phase, *attack);
    const IftResult rolled = dice.DR([&](TwoDice roll) { return result(*attack, roll); });
    TargetStack& stack = now.stacks.at(attack->target);
    stack = begun(attack->target, stack, rolled, now.phase.unfired == 0);
    return now;
  }

  Targets alike(const Targets& before) const override {
    Targets now = before;
    for (std::size_t i = 0; i < targets_.size(); ++i) targets_[i].make_alike(now.stacks.at(i));
    return now;
  }

  std::optional<Outcome> outcome(const Targets& now) const override {
    const bool all_resolved =
        std::all_of(now.stacks.begin(), now.stacks.end(), FireTarget::resolved);
    if (!all_resolved || (now.over == 0 && now.phase.unfired != 0)) return std::nullopt;
    InfantryFate fate{.units = 0};
    fate.good_before =
        asked_.target.status == FireTarget::Status::good && !asked_.target.state.traits.berserk;
    Losses lost;
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      add_fate(fate, targets_[i].fate(now.stacks.at(i)));
      const Losses one = targets_[i].losses(now.stacks.at(i));
      lost.eliminated += one.eliminated;
      lost.reduced += one.reduced;
      lost.broken += one.broken;
      lost.pinned += one.pinned;
    }
    // Made in place: GCC 12 warns of an access out of bounds where it is moved.
    std::optional<Outcome> outcome(std::in_place, label_of(unbroken(now), total_units()));
    outcome->measure("eliminated", lost.eliminated)
        .measure("reduced", lost.reduced)
        .measure("broken", lost.broken)
        .measure("pinned", lost.pinned)
        .measure("unbroken", unbroken(now));
    // The shared terms have it only for several units.
    if (fate.units == 1) outcome->event("all_broken_or_worse", fate.broken_or_worse == 1);
    tell(*outcome, fate, Pins::yes);
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
  using Result = IftResult;
  using State = Targets;
  Policy solved(const BestPlay& best, const RunControl* control) const override {
    return FirePhaseSolver<FirePhase>(*this, best, control).policy();
  }
  const FirePhaseGroups& groups() const { return groups_; }
  std::size_t target_count() const { return targets_.size(); }
  IftResult result(const FirePhaseGroups::Attack& attack, TwoDice roll) const {
    const int column = attack.column - (roll.doubles() ? attack.cowering : 0);
    return ift_->at(column, roll.total() + attack.drm);
  }
  static bool is_resolved(const TargetStack& stack) { return FireTarget::resolved(stack); }
  TargetStack begun(std::size_t target, TargetStack stack, IftResult rolled, bool last) const {
    targets_[target].begin(stack, rolled, last);
    forget(stack);
    return stack;
  }
  TargetStack stepped(std::size_t target, TargetStack stack, Dice& dice) const {
    targets_[target].step(dice, stack);
    forget(stack);
    return stack;
  }
  TargetStack made_alike(std::size_t target, TargetStack stack) const {
    targets_[target].make_alike(stack);
    return stack;
  }
  FirePhaseGroups::Targets left(const Targets& now) const {
    FirePhaseGroups::Targets left;
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      if (count(now.stacks.at(i), is_left) > 0) left.left |= 1u << i;
      if (count(now.stacks.at(i), is_unbroken) > 0) left.unbroken |= 1u << i;
    }
    return left;
  }
  Facts words(const Targets& now) const;

 private:
  /// An attacker that is given by units and has no leader cowers unless the text says otherwise.
  /// One that is given by FP cowers only if the text says so, and needs no leader.
  static GroupFirer::At fire_of(const AssaultFire& fire, const AssaultStep& step) {
    using Kind = Cowering::Kind;
    if (fire.by_own_units()) {
      throw ArgumentError("attackers", fmt::format("'{}' is a multiple of nothing", step.text),
                          "FP such as '8 1', or who fires");
    }
    for (const WeaponCounter& weapon : fire.attackers.group().weapons) {
      if (weapon.name != "FT" && weapon.name != "DC") continue;
      throw ArgumentError("attackers", fmt::format("a {} is in no Fire Group", weapon.name),
                          "asl.fire or asl.assault for its attack");
    }
    const bool named = fire.attackers.given();
    if (fire.rate.rate.value_or(0) > 0) {
      throw ArgumentError("attackers", "a rate of fire is not played here: each MG fires once",
                          "leave rate_of_fire out, or asl.assault");
    }
    GroupFirer::At at;
    at.firepower = named ? fire.attackers.firepower() : *fire.firepower;
    at.drm = fire.drm;
    if (named) {
      at.causes = fire.attackers.causes();
      at.causes.push_back(fire.drm);
      at.heroes = fire.attackers.heroes();
    } else {
      at.drm = fire.attackers.drm(fire.drm) - fire.attackers.leadership();
    }
    const Kind kind = fire.cowering.kind;
    if (fire.attackers.directed()) {
      at.leadership = fire.attackers.leadership();
      at.cowering = fire.attackers.inexperienced() ? 2 : 1;
    } else if (kind == Kind::none && !named) {
      at.leadership = 0;
    } else {
      at.cowering = kind == Kind::inexperienced ? 2 : kind == Kind::cower ? 1 : 0;
    }
    return at;
  }

  /// Resets what this procedure does not report.
  static void forget(TargetStack& stack) { stack.nmc_or_better = stack.replaced = 0; }

  static bool is_left(const TargetUnit& unit) { return !unit.is(TargetUnit::eliminated); }
  static bool is_unbroken(const TargetUnit& unit) {
    return is_left(unit) && !unit.is(TargetUnit::broken);
  }
  template <class Is>
  static int count(const TargetStack& stack, Is&& is) {
    return static_cast<int>(
        std::count_if(stack.units.begin(), stack.units.begin() + stack.unit_count, is));
  }
  int unbroken(const Targets& now) const {
    int all = 0;
    for (const TargetStack& stack : now.stacks) all += count(stack, is_unbroken);
    return all;
  }
  int total_units() const {
    int all = 0;
    for (const FireTarget& one : targets_) all += one.start().unit_count;
    return all;
  }

  const Asked asked_;
  const Ift* const ift_;
  std::vector<FireTarget> targets_;
  FirePhaseGroups groups_;
};

std::unique_ptr<Rule> Asked::rule(const Charts& charts) const {
  return std::make_unique<FirePhase>(*this, charts);
}

Facts FirePhase::words(const Targets& now) const {
  Facts facts;
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const TargetStack& stack = now.stacks.at(i);
    const auto add = [&](const char* what, int value) {
      facts.emplace_back(asked_.targets.fact(what, i), value);
    };
    add("unbroken", count(stack, is_unbroken));
    add("broken", count(stack, is_left) - count(stack, is_unbroken));
    add("pinned", count(stack, [](const TargetUnit& unit) {
          return is_unbroken(unit) && unit.is(TargetUnit::pinned);
        }));
    if (targets_[i].start().leader_count == 0) continue;
    add("leaders unbroken", count(stack, [&](const TargetUnit& unit) {
          return is_unbroken(unit) && targets_[i].type(unit).is_leader();
        }));
  }
  return facts;
}

}  // namespace

Procedure fire_groups() {
  return procedure<Asked>("asl.fire-groups", "A7.3, A7.5-.55",
                          "the fire of several units: which of them fire together, at whom, and in "
                          "which order")
      .asks(&Asked::attackers, "attackers", firers_form,
            "who may fire, one or all of a Location each, in the words of asl.assault: '8 1' for "
            "FP and DRM, or '4-6-7 LMG range 2 terrain stone'; with a name and a colon in front "
            "for his Location; for several targets what he fires at each, with | between and - for "
            "nothing")
      .required()
      .tried_with({"8 1; 4", "4; 4; 2 -1", "A: 4; A: 2; 6 1", "6 cowering cower; 2",
                   "4-6-7 range 2 leader 8-1; 4-6-7 LMG range 2"})
      .includes(&Asked::targets)
      .adjust("target",
              [](Parameter& parameter) {
                parameter.tried = {"4-4-7", "4-4-7 8-0", "2-2-8; 4-2-6"};
              })
      .includes(&Asked::target,
                [](Declaration<FireTarget>& target) {
                  target.asks(&FireTarget::status, "status", one_of({"good", "broken"}),
                              "whether the targets are broken already");
                  FireTarget::describe_quality(target);
                })
      .includes(&Asked::rules, describe_fire_groups)
      .outcomes(phase_outcomes())
      .events(infantry_events(Pins::yes))
      .measure("eliminated", "units eliminated")
      .measure("reduced", "of those left, squads reduced and SMC wounded")
      .measure("broken", "of those left, units broken, by this and not before")
      .measure("pinned", "units pinned")
      .measure("unbroken", "units that are unbroken in the end")
      .measures(infantry_measures())
      .headlines(infantry_headline("good_order"));
}

}  // namespace combat_odds::asl
