#include "sim/asl/close_fight/assault.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "core/text/suggest.hpp"
#include "sim/asl/units/unit_points.hpp"
#include "sim/declare/rounds_in_bodies.hpp"

namespace combat_odds::asl {
namespace {

/// Prepares a side. Errors name the parameters by which the assault asks for it.
void line_up(FireTarget& side, const std::string& name, const Charts& charts) {
  try {
    side.prepare(charts);
  } catch (const ArgumentError& error) {
    const bool units = error.parameter() == "target";
    throw ArgumentError(units ? name : name + "_" + error.parameter(), error.wrong(),
                        error.right());
  }
}

}  // namespace

void Assault::prepare(const Charts& charts) {
  line_up(defender, "defender", charts);
  line_up(attacker, "attacker", charts);
  const Infantry& infantry = charts.get<Infantry>();
  notes_ = infantry.unlisted_notes(attacker.units);
  for (std::string& note : infantry.unlisted_notes(defender.units)) {
    if (std::find(notes_.begin(), notes_.end(), note) == notes_.end()) notes_.push_back(note);
  }
  plan_.read(steps, fire_order, has_attacker(), charts);
  check_firepower();
  price(By::attacker, attacker_nationality, charts);
  price(By::defender, defender_nationality, charts);
  find_last_and_like();
  // Broken units differ in their FP in defence and in their BPV.
  if (has_close_combat() || defender_nationality) defender.tell_broken_apart();
  if (attacker_nationality) attacker.tell_broken_apart();
  settled_type_ = {attacker.add_settled_type(), defender.add_settled_type()};
  for (std::vector<int>& points : points_) {
    if (!points.empty()) points.push_back(0);
  }
  keep_in_bodies();
}

bool Assault::is_fired_at(By side) const {
  const Kind at = side == By::defender ? Kind::fire : Kind::return_fire;
  for (int i = 0; i < plan_.size(); ++i) {
    if (plan_[i].written.kind == at) return true;
  }
  return false;
}

/// Points, and fire that tells pinned units from others, depend on all units of a side at once.
void Assault::keep_in_bodies() {
  constexpr std::size_t many_units = 7;
  constexpr std::size_t some_units = 5;
  const std::size_t enough = plan_.size() > 1 ? some_units : many_units;
  if (std::max(defender.units.size(), attacker.units.size()) < enough) return;
  if (has_close_combat() || defender_nationality || attacker_nationality) return;
  for (int i = 0; i < plan_.size(); ++i) {
    if (plan_[i].written.is_fire() && plan_[i].fire.attackers.of_motion() != 0) return;
  }
  if (is_fired_at(By::defender)) defender.keep_in_bodies();
  if (is_fired_at(By::attacker)) attacker.keep_in_bodies();
}

std::vector<InBodies::Body> Assault::bodies() const {
  std::vector<InBodies::Body> all;
  const auto add = [&](const FireTarget& side, std::size_t at) {
    if (!side.in_bodies()) return;
    const std::array<InBodies::Body, 2> both = side.bodies(at);
    all.insert(all.end(), both.begin(), both.end());
  };
  add(defender, offsetof(Sides, defender));
  add(attacker, offsetof(Sides, attacker));
  return all;
}

/// These bodies of a side, if it is in bodies, among those of both.
unsigned Assault::bits(By side, unsigned bodies) const {
  if (!rules_of(side).in_bodies()) return 0;
  const bool after_defender = side == By::attacker && defender.in_bodies();
  return after_defender ? bodies << 2 : bodies;
}

InBodies::Turn Assault::turn(const Sides& message) const {
  for (const By side : {By::defender, By::attacker}) {
    const TargetStack& stack = of(message, side);
    if (FireTarget::resolved(stack)) continue;
    InBodies::Turn turn =
        rules_of(side).in_bodies() ? rules_of(side).turn(stack) : InBodies::Turn();
    turn.bodies = bits(side, turn.bodies);
    return turn;
  }
  const bool at_defender = plan_[message.next_fire - 1].written.kind == Kind::fire;
  const By by = at_defender ? By::attacker : By::defender;
  const By at = at_defender ? By::defender : By::attacker;
  const bool own_fire = std::any_of(&plan_[0], &plan_[0] + plan_.size(), [](const Step& step) {
    return step.written.is_fire() && step.fire.by_own_units();
  });
  return {InBodies::Turn::Kind::step,
          bits(at, FireTarget::leaders) |
              (own_fire ? bits(by, FireTarget::leaders | FireTarget::others) : 0u),
          0};
}

AssaultSides Assault::step_of_crowd(Sides sides, Dice& dice) const {
  const bool at_defender = !FireTarget::resolved(sides.defender);
  const FireTarget& target = at_defender ? defender : attacker;
  target.step_of_crowd(dice, at_defender ? sides.defender : sides.attacker);
  return sides;
}

std::unique_ptr<Rule> Assault::rule(const Charts& /*charts*/) const {
  return std::make_unique<RoundsInBodies<Assault>>(*this);
}

void Assault::check_firepower() const {
  if (!has_close_combat()) return;
  for (const FireTarget* const side : {&attacker, &defender}) {
    for (const UnitName& unit : side->units) {
      if (unit.leader || unit.firepower > 0) continue;
      throw ArgumentError(side == &attacker ? "attacker" : "defender",
                          unit.text + " has no firepower", "units such as 4-6-7");
    }
  }
}

/// Whether a step fires at a side or depends on what is left of it.
bool Assault::concerns(const Step& step, By side) const {
  if (!step.written.is_fire()) return step.written.kind == Kind::close_combat;
  const Kind at = side == By::defender ? Kind::fire : Kind::return_fire;
  return step.written.kind == at || step.fire.by_own_units();
}

void Assault::find_last_and_like() {
  std::vector<Step>& all = plan_.steps();
  last_.assign(all.size(), {});
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t like = all[i].first;
    const auto is_like = [&](const Step& other) {
      return other.written.text == all[i].written.text;
    };
    if (std::count_if(all.begin(), all.end(), is_like) > few_like_steps) continue;
    for (const By side : {By::attacker, By::defender}) {
      last_[i].at(static_cast<std::size_t>(side)) =
          std::none_of(all.begin() + static_cast<std::ptrdiff_t>(i) + 1, all.end(),
                       [&](const Step& later) { return concerns(later, side); });
    }
    if (last_[i] != last_[like]) all[i].first = static_cast<std::uint8_t>(i);
  }
}

/// Forgets the types of units to which nothing more can happen. Their points are added up in the
/// memo of the stack.
void Assault::settle(Sides& sides, By side) const {
  TargetStack& stack = side == By::attacker ? sides.attacker : sides.defender;
  if (!FireTarget::resolved(stack)) return;
  const auto s = static_cast<std::size_t>(side);
  const bool all = sides.done.at(s) != 0;
  int points = settled_points(stack);
  for (TargetUnit& unit : std::span(stack.units.data(), stack.unit_count)) {
    const bool stays_out = side == By::attacker
                               ? sides.advanced != 0 && !unit.is(TargetUnit::engaged)
                               : unit.is(TargetUnit::routed);
    if (unit.is(TargetUnit::eliminated) || !(all || stays_out)) continue;
    if (!points_.at(s).empty()) points += points_.at(s).at(unit.type);
    unit.type = settled_type_.at(s);
  }
  stack.memo[0] = static_cast<std::uint8_t>(points % 256);
  stack.memo[1] = static_cast<std::uint8_t>(points / 256);
}

void Assault::price(By side, const std::optional<std::string>& nationality, const Charts& charts) {
  if (!nationality) return;
  const char* const parameter =
      side == By::attacker ? "attacker_nationality" : "defender_nationality";
  const UnitPoints& points = charts.get<UnitPoints>();
  const std::string name = folded(*nationality);
  if (!points.has_nationality(name)) {
    throw ArgumentError(parameter, fmt::format("{} is '{}'", parameter, *nationality),
                        "german or russian");
  }
  for (const UnitType& type : rules_of(side).roster()) {
    const bool counts = !type.is_smc();
    points_.at(static_cast<std::size_t>(side))
        .push_back(counts ? points.of(name, type.name.text).value_or(0) : 0);
  }
  const TargetStack& stack = rules_of(side).start();
  bool has_smc = false;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    const UnitType& unit = rules_of(side).type(stack, i);
    has_smc = has_smc || unit.is_smc();
    if (unit.is_smc() || points.of(name, unit.name.text)) continue;
    throw ArgumentError(parameter, fmt::format("the chart has no BPV of a {}", unit.name.text),
                        "left out, or units of asl/infantry-bpv.csv");
  }
  const std::string note = "the chart has no BPV of leaders and heroes: they count nothing";
  if (has_smc && std::find(notes_.begin(), notes_.end(), note) == notes_.end()) {
    notes_.push_back(note);
  }
}

Working Assault::working() const {
  Working working;
  plan_.tell(working, attacker.units, defender.units, ", next Player Turn");
  working.notes.insert(working.notes.end(), notes_.begin(), notes_.end());
  return working;
}

AssaultSides Assault::round(Sides sides, int number) const {
  switch (plan_[number].written.kind) {
    case Kind::fire:
    case Kind::return_fire:
      plan_.begin_fire(sides, number);
      break;
    case Kind::rout:
      for (TargetUnit& unit : sides.defender.units) {
        if (unit.is(TargetUnit::broken)) unit.status |= TargetUnit::routed;
      }
      break;
    case Kind::next_turn:  // A7.8: a pin ends with the Player Turn
      FireTarget::end_pins(sides.defender);
      FireTarget::end_pins(sides.attacker);
      break;
    case Kind::close_combat:
      begin_close_combat(sides);
      break;
  }
  return sides;
}

AssaultSides Assault::step(Sides sides, Dice& dice) const {
  if (!FireTarget::resolved(sides.defender)) {
    defender.step(dice, sides.defender);
  } else if (!FireTarget::resolved(sides.attacker)) {
    attacker.step(dice, sides.attacker);
  } else if (sides.next_fire != 0) {
    fire(sides, dice);
  } else {
    close_combat(sides, dice);
  }
  return sides;
}

void Assault::fire(Sides& sides, Dice& dice) const {
  const std::uint8_t in_place = std::exchange(sides.next_fire, std::uint8_t{0});
  const std::array<bool, 2>& last_for = last_[in_place - 1u];
  const Step& step = plan_[in_place - 1];
  const bool at_defender = step.written.kind == Kind::fire;
  const By by = at_defender ? By::attacker : By::defender;
  const std::uint8_t fires_on = std::exchange(sides.fires_on, std::uint8_t{0});
  const Step& chosen = fires_on != 0 ? plan_[fires_on - 1]
                                     : plan_.fired(sides, dice, step, [&] { return words(sides); });
  const std::uint8_t shots = std::exchange(sides.shots, std::uint8_t{0});
  const std::uint8_t again = std::exchange(sides.again, std::uint8_t{0});
  const FireShot shot =
      chosen.fire.roll(dice, rules_of(by), of(sides, by),
                       of(sides, at_defender ? By::defender : By::attacker), shots, again);
  // With points it matters what each of them turns into.
  const auto at = static_cast<std::size_t>(at_defender ? By::defender : By::attacker);
  bool last = false;
  if (shot.again != 0) {
    sides.next_fire = in_place;
    sides.fires_on = static_cast<std::uint8_t>(&chosen - &plan_[0] + 1);
    sides.shots = static_cast<std::uint8_t>(shots + 1);
    sides.again = shot.again;
  } else {
    for (std::size_t side = 0; side < sides.done.size(); ++side) {
      if (last_for.at(side)) sides.done.at(side) = 1;
    }
    last = last_for.at(at) && points_.at(at).empty();
  }
  const FireTarget& target = at_defender ? defender : attacker;
  target.begin_with_pinned(at_defender ? sides.defender : sides.attacker, shot.result,
                           shot.on_others, last);
}

/// The state of the defender, as the attacker sees it.
Facts Assault::words(const Sides& sides) const {
  const Losses lost = defender.losses(sides.defender);
  int broken = 0;
  int able = 0;
  int leading = 0;
  for (std::size_t i = 0; i < sides.defender.unit_count; ++i) {
    const TargetUnit& unit = sides.defender.units[i];
    if (unit.is(TargetUnit::eliminated) || unit.is(TargetUnit::routed)) continue;
    broken += unit.is(TargetUnit::broken) ? 1 : 0;
    able += unit.is(TargetUnit::broken) ? 0 : 1;
    leading += !unit.is(TargetUnit::broken) && defender.type(unit).is_leader() ? 1 : 0;
  }
  Facts facts = {{"defenders unbroken", able},
                 {"defenders broken", broken},
                 {"defenders pinned", lost.pinned},
                 {"defenders reduced", lost.reduced}};
  const bool has_leaders = std::any_of(defender.units.begin(), defender.units.end(),
                                       [](const UnitName& unit) { return unit.leader; });
  if (has_leaders) facts.emplace_back("defending leaders unbroken", leading);
  return facts;
}

}  // namespace combat_odds::asl
