#include <fmt/format.h>

#include <span>
#include <utility>

#include "sim/asl/infantry/assault_fire.hpp"
#include "sim/squad_games/fire_phase.hpp"

namespace combat_odds::asl {
namespace {

struct Asked {
  using Stack = TargetStack;
  using Result = DrResults;
  using Fire = AssaultFire;
  static constexpr Pins pins = Pins::yes;

  std::string attackers;
  SeveralTargets targets;
  FireTarget target;  ///< shared by all Locations
  FirePhaseGroups::Rules rules;

  std::unique_ptr<Rule> rule(const Charts& charts) const {
    return std::make_unique<FirePhase<Asked>>(*this, charts);
  }

  // For FirePhase:

  void line_up(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    for (const std::vector<UnitName>& units : targets.units) {
      FireTarget one = target;
      one.units = units;
      one.prepare(charts);
      one.expect_any(*ift_);
      at_.push_back(std::move(one));
    }
  }
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
    if (fire.attackers.by_vehicle()) {
      throw ArgumentError("attackers", "an AFV is in no Fire Group (D1.8)",
                          "asl.fire for its machine guns");
    }
    const bool named = fire.attackers.given();
    if (fire.rate.rate.value_or(0) > 0) {
      throw ArgumentError("attackers", "a rate of fire is not played here: each MG fires once",
                          "leave out --rate-of-fire, or ask asl.assault");
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

  int column(double firepower) const { return ift_->column(firepower); }
  DrResults result(const FirePhaseGroups::Attack& attack, TwoDice roll) const {
    const int column = attack.column - (roll.doubles() ? attack.cowering : 0);
    return at_[attack.target].results(
        [&](int own) { return ift_->at(column, roll.total() + attack.drm + own); });
  }
  TargetStack units_at(std::size_t i) const { return at_[i].start(); }
  void begin(std::size_t i, TargetStack& stack, const DrResults& rolled, bool last) const {
    at_[i].begin(stack, rolled, last);
    forget(stack);
  }
  void check(std::size_t i, TargetStack& stack, Dice& dice) const {
    at_[i].step(dice, stack);
    forget(stack);
  }
  static bool resolved(const TargetStack& stack) { return FireTarget::resolved(stack); }
  void make_alike(std::size_t i, TargetStack& stack) const { at_[i].make_alike(stack); }
  UnitCount count(std::size_t i, const TargetStack& stack) const {
    UnitCount all;
    all.pinned = 0;
    if (at_[i].start().leader_count > 0) all.leaders_unbroken = 0;
    for (const TargetUnit& unit : std::span(stack.units.data(), stack.unit_count)) {
      if (unit.is(TargetUnit::eliminated)) continue;
      ++all.left;
      if (unit.is(TargetUnit::broken)) continue;
      ++all.unbroken;
      if (unit.is(TargetUnit::pinned)) ++*all.pinned;
      if (at_[i].type(unit).is_leader()) ++*all.leaders_unbroken;
    }
    return all;
  }
  InfantryFate fate(std::size_t i, const TargetStack& stack) const { return at_[i].fate(stack); }
  template <class Stacks>
  void measure_losses(Outcome& outcome, const Stacks& stacks, int unbroken) const {
    Losses lost;
    int points = 0;
    for (std::size_t i = 0; i < at_.size(); ++i) {
      points += stacks.at(i).casualty_vp;
      const Losses one = at_[i].losses(stacks.at(i));
      lost.eliminated += one.eliminated;
      lost.reduced += one.reduced;
      lost.broken += one.broken;
      lost.pinned += one.pinned;
    }
    outcome.measure("eliminated", lost.eliminated)
        .measure("reduced", lost.reduced)
        .measure("broken", lost.broken)
        .measure("pinned", lost.pinned)
        .measure("unbroken", unbroken)
        .measure_if(target.casualty_vp, "casualty_vp", points);
  }

 private:
  /// Resets what this procedure does not report.
  static void forget(TargetStack& stack) { stack.nmc_or_better = stack.replaced = 0; }

  const Ift* ift_ = nullptr;
  std::vector<FireTarget> at_;  ///< the units of each Location
};

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
                parameter.tried = {"4-4-7", "4-4-7 8-0", "2-2-8; 4-2-6", "4-4-7@-2 / 4-4-7"};
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
      .measures({FireTarget::casualty_measure()})
      .measures(infantry_measures())
      .headlines(infantry_headline("good_order"));
}

}  // namespace combat_odds::asl
