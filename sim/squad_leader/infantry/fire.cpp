#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "core/dice/small.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/infantry/attackers.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"
#include "sim/squad_leader/infantry/foreign_units.hpp"
#include "sim/squad_leader/infantry/group_results.hpp"
#include "sim/squad_leader/infantry/marsh.hpp"
#include "sim/squad_leader/infantry/neighbours.hpp"
#include "sim/squad_leader/infantry/smoke.hpp"

namespace combat_odds::squad_leader {
namespace {

struct Fire {
  static constexpr std::size_t most_behind = 5;
  /// Of one DR: groups, and hexes behind. One place is left for the breakdown.
  static constexpr std::size_t most_results = GroupResults::most - 1;

  std::optional<double> firepower;
  int drm = 0;
  bool sustained_fire = false;
  std::optional<double> sustained_firepower;
  std::optional<int> breakdown_number;
  std::vector<UnitName> target;
  TargetUnit::Status status = TargetUnit::Status::good;
  std::optional<int> broken_morale;
  Attackers attackers;
  Smoke smoke;
  BerserkChecks berserk = BerserkChecks::none;
  Marsh marsh;
  std::vector<OccupiedHex> behind;
  ForeignUnits foreign;

  bool has_groups() const { return has_group(stack_, 1); }

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    stack_ = target_stack(target, status, broken_morale);
    foreign.mark(stack_, target);
    marsh.lower_morale(stack_);
    marsh.check(attackers.terrain());
    stack_.berserk = berserk;
    if (smoke.is_there() && !attackers.mind_smoke()) {
      throw ArgumentError(
          "smoke", "a flamethrower and a demolition charge do not mind smoke (24.7)", "none");
    }
    const double factors = attackers.given() ? attackers.firepower() : *firepower;
    column_ = ift_->column(factors);
    drm_ = attackers.drm(drm);
    group_drms_ = drms_of(target);
    if (group_drms_.size() + behind.size() > most_results) {
      throw ArgumentError("behind", "too many hexes beside the groups of the target",
                          fmt::format("at most {} of both together", most_results));
    }
    if (penetrates()) prepare_penetration(factors);
    target_notes_ = unlisted_notes(target, charts);
    breaks_down_from_ = breakdown_number.value_or(attackers.breaks_down_from());
    if (!sustained_fire) return;
    const bool entered = attackers.vehicle.moves == VehicleMachineGuns::Moves::entered_hex;
    if (attackers.given() && (attackers.moved() || entered)) {
      throw ArgumentError(
          "sustained_fire", "who moved uses no sustained fire (95.23)",
          entered ? "false, or another --vehicle-moves" : "false, or --phase advancing_unmoved");
    }
    const double theirs = attackers.given() ? attackers.firepower_of_machine_guns() : factors;
    const double of_machine_guns = sustained_firepower.value_or(theirs);
    if (of_machine_guns > factors) {
      throw ArgumentError("sustained_firepower", "more than the whole attack has",
                          fmt::format("at most {}", factors));
    }
    if (attackers.given() && of_machine_guns <= 0) {
      throw ArgumentError("sustained_fire", "no machine gun fires",
                          "--attackers with a machine gun");
    }
    // 95.22, 95.5: one column more, if the machine guns make up the difference.
    if (ift_->column(factors + of_machine_guns) > column_) {
      ++column_;
      ++column_behind_;
    }
    if (breaks_down_from_ <= 12) breaks_down_from_ -= 2;  // 95.3
  }

  bool is_given_as_firepower() const { return !attackers.given(); }
  bool penetrates() const { return !behind.empty(); }

  Working working() const {
    Working working;
    attackers.tell(working, *ift_, firepower, drm, column_);
    if (smoke.rolls()) {
      working.situation += smoke.air == Smoke::Air::still_air ? ", through smoke"
                                                              : ", through smoke in a Mild Breeze";
    }
    working.situation += ", at " + units_text(target);
    if (marsh.is_there()) working.situation += " in a marsh";
    working.notes.insert(working.notes.end(), target_notes_.begin(), target_notes_.end());
    return working;
  }

  /// Whether a squad or crew may be broken when it checks.
  bool may_check_broken() const {
    const bool leader = hex_leaders() > 0;
    const bool squad = hex_leaders() < target.size();
    return squad && (status == TargetUnit::Status::broken || leader);
  }

  /// One DR for all hexes (17.5). Those behind are resolved first, as the target's outcome is told.
  Outcome resolve(Dice& dice) const {
    Penetration now;
    if (smoke.rolls()) {
      const int original = dice.DR([](TwoDice roll) { return roll.total(); });
      now.attack = read(original, smoke.roll(dice));
    } else {
      now.attack = dice.DR([&](TwoDice roll) { return read(roll.total(), 0); });
    }
    for (std::size_t hex = 0; hex < behind.size(); ++hex) {
      TargetStack stack = target_stack(behind[hex].units, TargetUnit::Status::good);
      stack.berserk = berserk;
      ++now.hex;
      resolve_one(dice, stack, now, group_drms_.size() + hex, 1);
      const int lost = how_many(stack, TargetUnit::Status::eliminated);
      const int broken = how_many(stack, TargetUnit::Status::broken);
      now.eliminated = small(now.eliminated + lost);
      now.broken = small(now.broken + broken);
      if (lost + broken > 0) ++now.hexes_hurt;
    }
    now.hex = 0;
    TargetStack stack = stack_;
    resolve_one(dice, stack, now, 0, group_drms_.size());
    Outcome outcome = fire_outcome(stack, status);
    outcome.event("breakdown", now.attack.breakdown());
    if (has_groups()) {
      outcome.event("first_group_broken_or_worse", is_hurt(stack, status, 0))
          .event("other_groups_broken_or_worse", is_hurt_behind(stack, status, 0));
    }
    if (!penetrates()) return outcome;
    const bool target_hurt = fate_of(stack, status).broken_or_worse > 0;
    return outcome.event("behind_broken_or_worse", now.hexes_hurt > 0)
        .event("every_hex_broken_or_worse", target_hurt && now.hexes_hurt == behind.size())
        .measure("behind_eliminated", now.eliminated)
        .measure("behind_broken", now.broken);
  }

 private:
  /// What one DR does: to the groups of the target, to the hexes behind it, and to the machine gun.
  struct Attack {
    GroupResults results;
    std::string text() const {
      const std::string text = results.text();
      return breakdown() ? text + ", breakdown" : text;
    }
    bool breakdown() const { return results.noted(most_results) != 0; }
  };
  /// How far the hexes have come, in the memo of the stack.
  struct Penetration {
    Attack attack;
    std::uint8_t hex = 0;
    std::uint8_t eliminated = 0;
    std::uint8_t broken = 0;
    std::uint8_t hexes_hurt = 0;
  };
  static_assert(sizeof(Penetration) <= sizeof(TargetStack::memo) &&
                std::has_unique_object_representations_v<Penetration>);

  Attack read(int original, int hindrance) const {
    GroupResults results(*ift_, column_, original + drm_ + hindrance, group_drms_);
    for (std::size_t hex = 0; hex < behind.size(); ++hex) {
      results.set(group_drms_.size() + hex,
                  ift_->at(column_behind_, original + behind[hex].drm + hindrance));
    }
    results.note(most_results, original >= breaks_down_from_ ? 1 : 0);
    return {results};
  }

  /// Resolves the results of the groups of one hex. The checkpoints remember what is left of the
  /// others.
  static void resolve_one(Dice& dice, TargetStack& stack, Penetration& now, std::size_t first,
                          std::size_t groups) {
    std::array<FireResult, most_groups> by_group;
    for (std::size_t group = 0; group < groups; ++group) {
      by_group[group] = now.attack.results.of(first + group);
      now.attack.results.set(first + group, {});
    }
    std::memcpy(stack.memo.data(), &now, sizeof(now));
    resolve_fire(dice, stack, by_group);
    std::memcpy(&now, stack.memo.data(), sizeof(now));
  }

  /// 17.5, 64.48
  void prepare_penetration(double factors) {
    if (attackers.given() && attackers.firepower_of_machine_guns() < factors) {
      throw ArgumentError(
          "behind", "only machine guns penetrate, and others fire with them (17.5)",
          "attackers that fire machine guns alone, such as '2-4-7 German HMG', or none");
    }
    if (attackers.given() && attackers.any_far()) {
      throw ArgumentError("behind", "no machine gun penetrates at long range (64.48)",
                          "a normal range, or none");
    }
    column_behind_ = ift_->column(attackers.given() ? factors / attackers.point_blank() : factors);
  }

  std::size_t hex_leaders() const {
    return static_cast<std::size_t>(std::count_if(
        target.begin(), target.end(), [](const UnitName& unit) { return unit.leader; }));
  }

  const Ift* ift_ = nullptr;
  int column_ = -1;
  int column_behind_ = -1;
  int drm_ = 0;
  int breaks_down_from_ = 13;
  std::vector<int> group_drms_;
  TargetStack stack_;
  std::vector<std::string> target_notes_;
};

}  // namespace

Procedure fire() {
  return procedure<Fire>("sl.fire", "COI 10, 12, 17.5, 64.48, 95",
                         "a fire attack on the Infantry Fire Table of Squad Leader")
      .asks(&Fire::firepower, "firepower", 0, 1000,
            "the firepower of the attack after all multipliers; or attackers, and it is worked "
            "out")
      .needed_when(
          &Fire::is_given_as_firepower, "with what is fired?",
          "the firepower of the attack, or --attackers such as '2*4-6-7 LMG' with their --range")
      .only_when(&Fire::is_given_as_firepower, "--attackers already give the firepower", "")
      .or_of_unit(UnitFact::firepower)
      .tried_with({"1", "2.5", "4", "8", "12", "24", "36"})
      .asks(&Fire::drm, "drm", -20, 20, "all DRM except those that have an option of their own")
      .asks(&Fire::sustained_fire, "sustained_fire", "machine guns use sustained fire (95)")
      .asks(&Fire::sustained_firepower, "sustained_firepower", 0, 1000,
            "the part of the firepower that is theirs; default: all of it (95.5)")
      .only_when(&Fire::sustained_fire, "", "--sustained-fire")
      .asks(
          &Fire::breakdown_number, "breakdown_number", 2, 13,
          "a machine gun breaks down on an Original DR of this or more; default: the lowest number "
          "of those among the attackers (18.1), and none with a --firepower; 13: none fires")
      .asks(&Fire::target, "target", groups_form,
            "the units under fire, all by one DR (16.5, 54.4)",
            groups_up_to<TargetStack::most_units, TargetStack::most_units>)
      .or_named(infantry_names())
      .tried_with({"4-6-7", "4-3-6", "8-1", "2*4-6-7 8-1", "4-4-7 9-1 8-0", "3*6-2-8",
                   "4-6-7@-2; 4-6-7", "4-6-7 8-1@-2; 2*4-4-7@1; 9-1"})
      .asks(&Fire::status, "status", one_of({"good", "broken"}),
            "whether the target is broken already")
      .asks(&Fire::broken_morale, "broken_morale", 2, 12,
            "the morale on the broken side of the squads, where it is not that of the front (13.6)")
      .only_when(&Fire::may_check_broken,
                 "only a squad that is broken, or that checks twice because its leader is lost, "
                 "checks with the morale of its broken side",
                 "--status broken, or a leader in --target")
      .includes(&Fire::attackers)
      .includes(&Fire::smoke)
      .asks(&Fire::berserk, "berserk", one_of({"none", "of_fire", "all"}),
            "Russian or SS infantry (18.4, 83.6): which Morale Checks send a unit berserk on an "
            "Original 2, those that the fire demands, or those for the loss of a leader too")
      .includes(&Fire::marsh)
      .only_when(
          {"target_moved"}, [](const Fire& asked) { return !asked.marsh.is_there(); },
          "a marsh is entered and left only in the Advance Phase (75.2)", "--marsh none")
      .asks(
          &Fire::behind, "behind", hex_line_form,
          "machine guns: the hexes behind that they penetrate, each with its own modifiers of the "
          "attack, the leader's among them (17.5)",
          [](std::string_view text, std::string_view parameter) {
            return read_hexes(text, parameter, Fire::most_behind);
          })
      .by_default("none")
      .tried_with({"4-6-7@1", "4-4-7; 2*4-6-7 8-0@-1"})
      .includes(&Fire::foreign)
      .outcomes(fire_outcomes())
      .outcome("berserk", "the unit goes berserk (18.4)")
      .events(fire_events())
      .event("breakdown", "the machine gun that fired broke down")
      .event("berserk", "a unit goes berserk")
      .event("first_group_broken_or_worse",
             "target '4-6-7@-2; 4-6-7': one of the first group broke or was eliminated")
      .event("other_groups_broken_or_worse", "one of another group did")
      .event("behind_broken_or_worse", "a unit in a hex behind broke or was eliminated")
      .event("every_hex_broken_or_worse", "one in the target hex and in each behind broke or worse")
      .measures(fire_measures())
      .measure("berserk", "units that go berserk")
      .measure("behind_eliminated", "units eliminated in the hexes behind")
      .measure("behind_broken", "units broken there")
      .headlines(infantry_headline())
      .headline("berserk", "one goes berserk", "it goes berserk")
      .headline("breakdown", "the machine gun breaks down");
}

}  // namespace combat_odds::squad_leader
