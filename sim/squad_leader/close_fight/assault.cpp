#include "sim/squad_leader/close_fight/assault.hpp"

#include <algorithm>
#include <utility>

#include "sim/squad_games/both_sides.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/counters/unit_points.hpp"

namespace combat_odds::squad_leader {
namespace {

using Kind = AssaultStep::Kind;
using Status = TargetUnit::Status;

/// Adds the number of unbroken units of a side, and of unbroken leaders if it had any.
void tell_unbroken(Facts& facts, const std::string& who, const TargetStack& stack) {
  int leaders = 0;
  int squads = 0;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    const bool unbroken = is_unbroken(stack.units[i].status);
    (i < stack.leader_count ? leaders : squads) += unbroken ? 1 : 0;
  }
  facts.emplace_back(who + " squads unbroken", squads);
  if (stack.leader_count > 0) facts.emplace_back(who + " leaders unbroken", leaders);
}

/// The factors of units in good order. Leaders count 1 each if they are alone (20.72).
double factors(const AssaultSide& side, const TargetStack& stack) {
  int squads = 0;
  int leaders = 0;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if (!is_unbroken(stack.units[i].status)) continue;
    const UnitName& kind = side.kinds[stack.units[i].kind];
    leaders += kind.leader ? 1 : 0;
    squads += kind.firepower;
  }
  return squads > 0 ? squads : leaders;
}

}  // namespace

void AssaultSide::price(const char* parameter, const Charts& charts) {
  if (!nationality) return;
  const auto& entries = charts.get<InfantryPoints>(InfantryPoints::chart_name).entries();
  for (const UnitName& kind : kinds) {
    const ListedPoints* const listed = find_points(entries, *nationality, kind.text);
    if (listed == nullptr) {
      throw ArgumentError(parameter, fmt::format("the chart has no {} {}", *nationality, kind.text),
                          "left out, or a nationality of squad-leader/infantry-points.csv that has "
                          "these units");
    }
    points.push_back(listed->points);
  }
}

int AssaultSide::points_left(const TargetStack& stack) const {
  int left = 0;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if (stack.units[i].status != Status::eliminated) left += points[stack.units[i].kind];
  }
  return left;
}

void Assault::prepare(const Charts& charts) {
  defender.prepare(status);
  attacker.prepare(Status::good);
  defender.price("defender_nationality", charts);
  attacker.price("attacker_nationality", charts);
  std::vector<UnitName> all = defender.units;
  all.insert(all.end(), attacker.units.begin(), attacker.units.end());
  notes_ = unlisted_notes(all, charts);
  plan_.read(steps, fire_order, has_attacker(), charts);
  if (has_close_combat()) table_ = &charts.get<CloseCombatTable>();
}

Working Assault::working() const {
  Working working;
  plan_.tell(working, attacker.units, defender.units, ", next player turn");
  working.notes.insert(working.notes.end(), notes_.begin(), notes_.end());
  return working;
}

AssaultSides Assault::round(Sides sides, int number) const {
  const AssaultStep& step = plan_[number].written;
  if (step.is_fire()) {
    plan_.begin_fire(sides, number);
  } else if (step.kind == Kind::rout) {
    sides.routed = 1;
  } else if (step.kind == Kind::close_combat) {
    begin_close_combat(sides);
  }
  return sides;
}

AssaultSides Assault::step(Sides sides, Dice& dice) const {
  if (const std::uint8_t fires = std::exchange(sides.next_fire, std::uint8_t{0}); fires != 0) {
    const auto& step = plan_[fires - 1];
    const bool at_defender = step.written.kind == Kind::fire;
    const AssaultFire& fire = plan_.fired(sides, dice, step, [&] { return words(sides); }).fire;
    const FireResult result = at_defender ? fire.roll(dice, attacker.kinds, sides.attacker)
                                          : fire.roll(dice, defender.kinds, sides.defender);
    begin_fire(at_defender ? sides.defender : sides.attacker, result);
  } else if (!resolved(sides.defender)) {
    squad_leader::step(dice, sides.defender);
  } else if (!resolved(sides.attacker)) {
    squad_leader::step(dice, sides.attacker);
  } else if (sides.close_combat == 2) {
    sides.advanced = goes_in(sides, dice) ? 2 : 3;
    meet(sides);
  } else {
    sides.close_combat = 0;
    fight(sides, dice);
    sides.fought = 1;
  }
  return sides;
}

/// The state of the defender, as the attacker sees it.
Facts Assault::words(const Sides& sides) const {
  Facts facts;
  tell_unbroken(facts, "defending", sides.defender);
  const int broken = sides.routed == 0 ? how_many(sides.defender, Status::broken) : 0;
  facts.emplace_back("defenders broken", broken);
  return facts;
}

/// All unbroken units advance, or none.
bool Assault::goes_in(const Sides& sides, Dice& dice) const {
  const auto facts = [&] {
    Facts all = words(sides);
    tell_unbroken(all, "attacking", sides.attacker);
    return all;
  };
  return dice.choose({"advance", "Advance into close combat?", no_or_yes}, sides, facts,
                     advance == Advance::all ? 1 : 0) != 0;
}

void Assault::begin_close_combat(Sides& sides) const {
  if (sides.advanced == 0 && are_in(sides.attacker)) {
    sides.close_combat = 2;
    return;
  }
  if (sides.advanced == 0) sides.advanced = 1;
  meet(sides);
}

/// Broken defenders that are still there are eliminated (20.9).
void Assault::meet(Sides& sides) const {
  sides.close_combat = 0;
  if (sides.advanced == 3 || !are_in(sides.attacker)) return;
  if (sides.routed == 0) {
    for (TargetUnit& unit : sides.defender.units) {
      if (unit.status == Status::broken) unit.status = Status::eliminated;
    }
  }
  sides.close_combat = are_in(sides.defender) ? 1 : 0;
}

/// 20.3: both sides attack at the same time, but the side that ambushes attacks first in the first
/// phase (98.3).
void Assault::fight(Sides& sides, Dice& dice) const {
  const bool first = sides.fought == 0;
  const TargetStack attacker_before = sides.attacker;
  if (first && ambush == Ambush::defender) {
    strike(dice, defender, sides.defender, attacker, sides.attacker, defender_drm);
    strike(dice, attacker, sides.attacker, defender, sides.defender, attacker_drm);
    return;
  }
  const TargetStack defender_before = sides.defender;
  strike(dice, attacker, attacker_before, defender, sides.defender, attacker_drm);
  const bool ambushed = first && ambush == Ambush::attacker;
  strike(dice, defender, ambushed ? sides.defender : defender_before, attacker, sides.attacker,
         defender_drm);
}

/// All units of a side attack all units of the other. A DR of the kill number or less eliminates
/// them.
void Assault::strike(Dice& dice, const AssaultSide& by, const TargetStack& one,
                     const AssaultSide& at, TargetStack& other, int drm) const {
  if (!are_in(one) || !are_in(other)) return;
  const int needed =
      table_->kill_number(factors(by, one), factors(at, other)) - drm - leader_who_helps(one);
  enum class Result : std::uint8_t { nothing, eliminates };
  const Result result = dice.DR(
      [&](TwoDice roll) { return roll.total() <= needed ? Result::eliminates : Result::nothing; });
  if (result == Result::nothing) return;
  for (std::size_t i = 0; i < other.unit_count; ++i) {
    Status& fate = other.units[i].status;
    if (is_unbroken(fate)) fate = Status::eliminated;
  }
}

}  // namespace combat_odds::squad_leader
