#include "sim/asl/close_fight/assault.hpp"
#include "core/text/add_once.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>
#include <utility>

#include "core/dice/small.hpp"
#include "core/text/suggest.hpp"
#include "sim/asl/machine_guns/smoke_grenades.hpp"
#include "sim/asl/to_kill/vehicle_points.hpp"
#include "sim/asl/units/casualty_points.hpp"
#include "sim/asl/units/named_numbers.hpp"
#include "sim/asl/units/unit_points.hpp"
#include "sim/declare/rounds_in_bodies.hpp"
#include "sim/squad_games/terrain.hpp"

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
  apart_ = apart();
  for (const By side : {By::attacker, By::defender}) {
    FireTarget& rules = side == By::attacker ? attacker : defender;
    rules.units = (side == By::attacker ? attacker_force : defender_force).units();
    const auto vehicles = std::stable_partition(
        rules.units.begin(), rules.units.end(),
        [](const UnitName& unit) { return !AssaultForce::is_vehicle_name(unit); });
    rules.vehicles.assign(vehicles, rules.units.end());
    rules.units.erase(vehicles, rules.units.end());
  }
  defender.casualty_vp = attacker.casualty_vp = casualty_vp;
  line_up(defender, "defender", charts);
  line_up(attacker, "attacker", charts);
  const Infantry& infantry = charts.get<Infantry>();
  notes_ = infantry.unlisted_notes(attacker.units);
  for (const std::string& text : infantry.unlisted_notes(defender.units)) note(text);
  plan_.read(steps, sequence, asked, fire_order, plays_groups(), attacker_force, defender_force,
             charts);
  prepare_targets(charts);
  tells_squads_ = has_conditions();
  check_firepower();
  prepare_rally(charts);
  price(By::attacker, attacker_nationality, charts);
  price(By::defender, defender_nationality, charts);
  in_sides_ = stands_in_sides();
  find_last_and_like();
  // Broken units differ in their FP in defence, in their BPV and in their names.
  if (has_close_combat() || priced(By::defender) || by_kind) defender.tell_broken_apart();
  if (priced(By::attacker) || by_kind) attacker.tell_broken_apart();
  settled_type_ = {attacker.add_settled_type(), defender.add_settled_type()};
  for (std::vector<int>& points : points_) {
    if (!points.empty()) points.push_back(0);
  }
  prepare_moves(charts);
  prepare_ordnance(charts);
  keep_in_bodies();
}

/// What fire may come to, by the units' own modifiers.
void Assault::prepare_targets(const Charts& charts) {
  defender.expect_any(charts.get<Ift>());
  attacker.expect_any(charts.get<Ift>());
  for (const Step& step : plan_.steps()) {
    if (!step.written.is_fire()) continue;
    FireTarget& target = step.written.kind == Kind::fire ? defender : attacker;
    if (step.written.is_oba) step.oba.fall_on(target);
    if (target.has_groups() && step.fire.attackers.of_motion() != 0) {
      throw ArgumentError(
          "steps",
          fmt::format("'{}': FFNAM and FFMO would count for all of them", step.written.text),
          "leave out target_moves: they stand behind the @ of the movers");
    }
  }
}

/// Call when the attacker has all its types.
void Assault::prepare_moves(const Charts& charts) {
  std::uint8_t crossed = 0;
  std::uint8_t have_tried = 0;  ///< SMOKE grenades, in this MPh
  const std::vector<Step>& all = plan_.steps();
  const auto crosses_in_this_phase = [&](std::size_t smoke) {
    for (std::size_t i = smoke + 1; i < all.size(); ++i) {
      const AssaultStep& later = all[i].written;
      if (later.kind == Kind::end_turn) return false;
      if (later.kind == Kind::cross && later.attackers == all[smoke].written.attackers) return true;
    }
    return false;
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    const AssaultStep& step = all[i].written;
    const auto refuse = [&](const char* wrong, const char* right) {
      throw ArgumentError("steps", fmt::format("'{}': {}", step.text, wrong), right);
    };
    if (step.kind == Kind::end_turn) crossed = have_tried = 0;
    if (step.kind == Kind::smoke) {
      if (step.defenders != 0) {
        refuse("SMOKE grenades are placed on the way, in the first Location that is entered",
               "'smoke assault'");
      }
      const bool crosses = plan_.is_stopped() || crosses_in_this_phase(i);
      if ((crossed & step.attackers) != 0 || !crosses) {
        refuse("SMOKE grenades lie until the MPh ends (A24.11), and nobody crosses behind them",
               "'cross' of the same group after it");
      }
      if ((have_tried & step.attackers) != 0) {
        refuse("SMOKE grenades are tried for once in a MPh (A24.1)",
               "one 'smoke' of the group, and the next behind 'end turn'");
      }
      have_tried |= step.attackers;
      if (exponents_.empty()) read_exponents(charts);
      note_exponents(all[i]);
    } else if (step.kind == Kind::cross) {
      for (const std::size_t g : step.firing) {
        if (!defender_force.groups.at(g).is_vehicle()) continue;
        refuse("no vehicle fires in First Fire at those who cross here",
               "'cross' under the others, and 'return tank at assault' behind it");
      }
      plan_.steps()[i].move.set_up(step, attacker, defender_force, charts);
      crossed |= step.attackers;
    }
  }
}

/// Call when both sides have all their types.
void Assault::prepare_ordnance(const Charts& charts) {
  const auto group = [&](bool attackers, const AssaultStep& step) -> const AssaultForce::Group& {
    const std::uint8_t groups = attackers ? step.attackers : step.defenders;
    return (attackers ? attacker_force : defender_force)
        .groups.at(static_cast<std::size_t>(std::countr_zero(groups)));
  };
  for (Step& step : plan_.steps()) {
    const AssaultStep& written = step.written;
    try {
      if (written.is_he) {
        const bool by_attacker = written.kind == Kind::fire;
        step.shells.settle(group(by_attacker, written), rules_of(side_of(by_attacker)),
                           rules_of(side_of(!by_attacker)), charts);
      } else if (written.is_ap) {
        const bool by_attacker = written.kind == Kind::fire;
        step.rounds.settle(group(by_attacker, written), rules_of(side_of(by_attacker)), charts);
      } else if (written.kind == Kind::meet_vehicle) {
        const bool of_attacker = written.vehicle_of_attacker;
        step.meeting.settle(group(of_attacker, written), rules_of(side_of(!of_attacker)), charts);
      }
    } catch (const ArgumentError& error) {
      throw ArgumentError("steps", fmt::format("'{}': {}", written.text, error.wrong()),
                          error.right());
    }
  }
}

/// A24.1: only squads have one.
void Assault::read_exponents(const Charts& charts) {
  const NamedNumbers& numbers = charts.get<NamedNumbers>("asl/smoke-exponents.csv");
  for (const UnitType& type : attacker.roster()) {
    const bool squad = type.kind == UnitType::Kind::squad && !type.traits.berserk;
    exponents_.push_back(squad ? numbers.find(type.name.text, "exponent").value_or(0) : -1);
  }
}

/// A24.1: a note where nobody of the group has an exponent, and none is said.
void Assault::note_exponents(const Step& step) {
  if (step.move.exponent) return;
  const auto g = static_cast<std::size_t>(std::countr_zero(step.written.attackers));
  const std::vector<UnitName> units = attacker_force.groups.at(g).units;
  const bool any = std::any_of(units.begin(), units.end(), [&](const UnitName& unit) {
    for (std::size_t type = 0; type < exponents_.size(); ++type) {
      if (attacker.roster()[type].name.text == unit.text && exponents_[type] > 0) return true;
    }
    return false;
  });
  if (any) return;
  note(
      fmt::format("'{0}': none of these units has SMOKE grenades (A24.1). '{0} 1' says the Smoke "
                  "Placement Exponent of one who has.",
                  step.written.text));
}

/// A squad in Good Order tries, that of the highest exponent.
SmokeAttempt Assault::lay_smoke(const Step& step, const TargetStack& by, Dice& dice) const {
  int best = 0;
  for (std::size_t i = 0; i < by.unit_count; ++i) {
    const TargetUnit& unit = by.units[i];
    const int exponent = exponents_.at(unit.type);
    if (!can_move(unit) || exponent < 0) continue;
    best = std::max(best, step.move.exponent.value_or(exponent));
  }
  if (best == 0) return {};
  switch (SmokeGrenades::roll(dice, best)) {
    case SmokeGrenades::Placement::placed:
      return {SmokeLaid::yes, false};
    case SmokeGrenades::Placement::ends_movement:
      return {SmokeLaid::movement_over, false};
    case SmokeGrenades::Placement::failed:
      break;
  }
  return {};
}

AssaultMove::After Assault::crossed(
    const Step& step, const TargetStack& movers,
    const std::array<TargetStack, AssaultForce::most_groups>& firing,
    const std::array<std::uint8_t, AssaultForce::most_groups>& jammed, bool in_smoke,
    Dice& dice) const {
  return step.move.cross(dice, movers, in_smoke, defender, firing, jammed);
}

bool Assault::is_fired_at(By side) const {
  const Kind at = side == By::defender ? Kind::fire : Kind::return_fire;
  for (int i = 0; i < plan_.size(); ++i) {
    if (plan_[i].written.kind == at) return true;
  }
  return false;
}

/// Whether each step looks at one side only, or can be told what it must know of the other.
bool Assault::looks_at_one_side() const {
  return !apart_ && !has_rally() && !tells_squads_ && !asked.when_decided;
}

bool Assault::stands_in_sides() const {
  if (!looks_at_one_side() || defender.has_groups() || attacker.has_groups()) return false;
  constexpr std::size_t few_units = 3;
  constexpr std::size_t enough_of_both = 7;
  return has_close_combat() && plan_.size() > 1 &&
         std::min(defender.units.size(), attacker.units.size()) >= few_units &&
         defender.units.size() + attacker.units.size() >= enough_of_both;
}

/// Points, close combat, and fire that tells pinned units from others depend on all units of a side
/// at once.
void Assault::keep_in_bodies() {
  if (!looks_at_one_side() || defender.has_groups() || attacker.has_groups()) return;
  if (has_close_combat() || priced(By::defender) || priced(By::attacker) || casualty_vp) return;
  constexpr std::size_t many_units = 7;
  constexpr std::size_t some_units = 5;
  const std::size_t enough = plan_.size() > 1 ? some_units : many_units;
  if (std::max(defender.units.size(), attacker.units.size()) < enough) return;
  if (!defender.broken.empty() || !attacker.broken.empty()) return;
  for (int i = 0; i < plan_.size(); ++i) {
    if (plan_[i].written.is_oba) return;
    if (plan_[i].written.is_fire() && plan_[i].fire.attackers.of_motion() != 0) return;
  }
  if (is_fired_at(By::defender)) defender.keep_in_bodies();
  if (is_fired_at(By::attacker)) attacker.keep_in_bodies();
}

std::vector<InBodies::Body> Assault::bodies() const {
  if (in_sides_) {
    return {{offsetof(Sides, defender), sizeof(TargetStack), 1},
            {offsetof(Sides, attacker), sizeof(TargetStack), 1}};
  }
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
  if (in_sides_) return side == By::defender ? 1 : 2;
  if (!rules_of(side).in_bodies()) return 0;
  const bool after_defender = side == By::attacker && defender.in_bodies();
  return after_defender ? bodies << 2 : bodies;
}

InBodies::Turn Assault::turn(const Sides& message) const {
  if (message.under_fire == 0 && message.next_fire == 0) return close_combat_turn(message);
  for (const By side : {By::defender, By::attacker}) {
    if (message.under_fire != static_cast<int>(side) + 1) continue;
    InBodies::Turn turn =
        rules_of(side).in_bodies() ? rules_of(side).turn(of(message, side)) : InBodies::Turn();
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

/// Fire asks who is there when it is rolled, and who goes in decides so in his turn.
unsigned Assault::between_rounds(const Sides& message, int played) const {
  constexpr unsigned all = ~0u;
  if (!in_sides_ || played == rounds()) return all;
  const Step& step = plan_[played];
  switch (step.written.kind) {
    case Kind::fire:
    case Kind::return_fire:
      return 0;
    case Kind::advance:
    case Kind::close_combat:
      return message.advanced == 0 ? 0 : all;
    case Kind::rout: {
      unsigned rout_now = 0;
      for (const By side : {By::attacker, By::defender}) {
        const bool have_routed = message.done.at(static_cast<std::size_t>(side)) == After::routs;
        if (routs(step, side) && !have_routed) rout_now |= bits(side, 0);
      }
      return rout_now;
    }
    default:
      return all;
  }
}

/// Who goes in, suffers or is mustered acts; the strikes are told all that they need.
InBodies::Turn Assault::close_combat_turn(const Sides& message) const {
  using Round = Sides::Round;
  const auto of_side = [&](By side) -> InBodies::Turn {
    return {InBodies::Turn::Kind::step, bits(side, 0), 0};
  };
  switch (message.round) {
    case Round::advance:
    case Round::advance_only:
    case Round::attacker_suffers:
      return of_side(By::attacker);
    case Round::meet:
    case Round::defender_suffers:
      return of_side(By::defender);
    case Round::ambusher_strikes:
      return of_side(other(ambusher(message)));
    case Round::ambushed_strikes:
      return of_side(ambusher(message));
    default:
      return {};
  }
}

AssaultSides Assault::step_of_crowd(Sides sides, Dice& dice) const {
  const bool at_defender = !FireTarget::resolved(sides.defender);
  const FireTarget& target = at_defender ? defender : attacker;
  target.step_of_crowd(dice, at_defender ? sides.defender : sides.attacker);
  note_under_fire(sides);
  return sides;
}

std::unique_ptr<Rule> Assault::rule(const Charts& /*charts*/) const {
  if (apart_) return std::make_unique<PlayedInRounds<Grouped>>(Grouped(*this));
  return std::make_unique<RoundsInBodies<Assault>>(*this);
}

bool Assault::has_conditions() const {
  for (int i = 0; i < plan_.size(); ++i) {
    if (plan_[i].written.condition) return true;
  }
  return false;
}

/// Everything that a Rally Phase of both sides needs.
void Assault::prepare_rally(const Charts& charts) {
  for (const By side : {By::attacker, By::defender}) {
    const std::string name = side == By::attacker ? "attacker" : "defender";
    FireTarget& target = side == By::attacker ? attacker : defender;
    AssaultRally& rally = side == By::attacker ? attacker_rally : defender_rally;
    const TargetStack& start = target.start();
    const bool any_broken =
        std::any_of(start.units.begin(), start.units.begin() + start.unit_count,
                    [](const TargetUnit& unit) { return unit.is(TargetUnit::broken); });
    if (rally.under_dm && !any_broken) {
      throw ArgumentError(name + "_dm", "nobody of them is broken at the start",
                          fmt::format("--{}-broken with units", name));
    }
    // Whether half-squads are squads matters to conditions.
    if (tells_squads_) target.tell_broken_apart();
    if (!has_rally()) continue;
    for (std::size_t i = 0; i < start.unit_count; ++i) {
      if (!target.type(start, i).is_commissar()) continue;
      throw ArgumentError(name, "a commissar's way to rally others (A25.22) is not played here",
                          "asl.rally, or other leaders");
    }
    rally.phase.drm = rally.drm + charts.get<TerrainChart>("asl/rally-terrain.csv")
                                      .read(rally.terrain, name + "_terrain")
                                      .modifier;
    rally.phase.prepare(charts, target);
  }
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
  const std::optional<AssaultCondition>& condition = step.written.condition;
  if (condition && condition->of_attacker == (side == By::attacker)) return true;
  if (step.written.kind == Kind::rally) return true;
  // Who has routed differs from who has not where somebody asks what is left.
  if (step.written.kind == Kind::rout && has_rally()) return true;
  if (!step.written.is_fire()) return step.written.kind == Kind::close_combat;
  const Kind at = side == By::defender ? Kind::fire : Kind::return_fire;
  return step.written.kind == at || step.fire.by_own_units();
}

/// Nobody who decides may see a rout before its time.
AfterStep Assault::after(std::size_t step, By side) const {
  const bool routs_at_once = in_sides_ && !attacker_chooses() && !defender_chooses();
  std::optional<AfterStep> first;  // that has to do with it
  for (int later = static_cast<int>(step) + 1; later < plan_.size(); ++later) {
    const bool concerned = concerns(plan_[later], side);
    if (!first && routs(plan_[later], side)) first = After::routs;
    if (!first && (concerned || plan_[later].written.kind == Kind::end_turn)) {
      first = After::goes_on;
    }
    if (concerned) return routs_at_once ? *first : After::goes_on;
  }
  return After::over;
}

void Assault::find_last_and_like() {
  std::vector<Step>& all = plan_.steps();
  after_.assign(all.size(), {});
  if (apart_) return;
  const auto fights = std::count_if(all.begin(), all.end(), [](const Step& step) {
    return step.written.kind == Kind::close_combat;
  });
  fights_last_ = in_sides_ && fights == 1 && all.back().written.kind == Kind::close_combat;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t like = all[i].first;
    const auto is_like = [&](const Step& other) {
      return other.written.text == all[i].written.text;
    };
    if (std::count_if(all.begin(), all.end(), is_like) > few_like_steps) continue;
    for (const By side : {By::attacker, By::defender}) {
      after_[i].at(static_cast<std::size_t>(side)) = after(i, side);
    }
    if (after_[i] != after_[like]) all[i].first = small(i);
  }
}

/// Forgets the types of units to which nothing more can happen. Their points are added up in the
/// memo of the stack.
void Assault::settle(Sides& sides, By side) const {
  TargetStack& stack = side == By::attacker ? sides.attacker : sides.defender;
  if (apart_ || !FireTarget::resolved(stack)) return;
  if (in_sides_ && side == By::attacker) {
    stack.nmc_or_better = stack.replaced = 0;  // not reported; many states are alike without
  }
  const auto s = static_cast<std::size_t>(side);
  const bool all = sides.done.at(s) == After::over;
  if (sides.done.at(s) == After::routs) {
    for (TargetUnit& unit : stack.units) rout(unit);
  }
  if (!rules_of(side).broken.empty()) return;
  int points = settled_points(stack);
  for (TargetUnit& unit : std::span(stack.units.data(), stack.unit_count)) {
    const bool stays_out = side == By::attacker ? !tells_squads_ && sides.advanced != 0 &&
                                                      !unit.is(TargetUnit::engaged)
                                                : unit.is(TargetUnit::routed);
    if (unit.is(TargetUnit::eliminated) || !(all || stays_out)) continue;
    if (priced(side)) points += points_.at(s).at(unit.type);
    unit.type = settled_type_.at(s);
  }
  stack.memo[0] = small(points % 256);
  stack.memo[1] = small(points / 256);
}

/// A26.212: by their armor; the units' own are counted by FireTarget.
void Assault::price_vehicles(By side, const Charts& charts) {
  for (const UnitType& type : rules_of(side).roster()) {
    int points = 0;
    if (type.kind == UnitType::Kind::vehicle) {
      const Vehicles::Vehicle* const known = charts.get<Vehicles>().find(type.name.text);
      if (known == nullptr) {
        throw ArgumentError(
            "casualty_vp",
            fmt::format("the Casualty VP of '{}' depend on its strongest AF", type.name.text),
            "a vehicle of the chart such as PzIVF2, or without casualty_vp");
      }
      points = casualty_points(*known);
    }
    vehicle_points_.at(static_cast<std::size_t>(side)).push_back(points);
    if (type.is_hero()) note("a hero has no Casualty VP (A26.211)");
  }
}

void Assault::price(By side, const std::optional<std::string>& nationality, const Charts& charts) {
  if (casualty_vp) price_vehicles(side, charts);
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
    const bool counts = !type.is_smc() && type.kind != UnitType::Kind::vehicle;
    points_.at(static_cast<std::size_t>(side))
        .push_back(counts ? points.of(name, type.name.text).value_or(0) : 0);
  }
  const TargetStack& stack = rules_of(side).start();
  bool has_smc = false;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    const UnitType& unit = rules_of(side).type(stack, i);
    if (unit.kind == UnitType::Kind::vehicle) {
      note("the chart has no BPV of vehicles: they count nothing");
      continue;
    }
    has_smc = has_smc || unit.is_smc();
    if (unit.is_smc() || points.of(name, unit.name.text)) continue;
    throw ArgumentError(parameter, fmt::format("the chart has no BPV of a {}", unit.name.text),
                        "leave it out, or units of asl/infantry-bpv.csv");
  }
  if (has_smc) note("the chart has no BPV of leaders and heroes: they count nothing");
}

void Assault::note(const std::string& text) { add_once(notes_, text); }

Working Assault::working() const {
  Working working;
  plan_.tell(working, attacker_force, defender_force, ", next Player Turn");
  for (int i = 0; i < plan_.size(); ++i) {
    if (plan_[i].written.kind == Kind::cross) plan_[i].move.tell(working, !exponents_.empty());
  }
  working.notes.insert(working.notes.end(), notes_.begin(), notes_.end());
  return working;
}

void Assault::add_to(AssaultCondition::Count& count, const TargetUnit& unit, bool attacking,
                     const AssaultPlace& /*place*/) const {
  if (unit.is_away()) return;
  const bool unbroken = !unit.is(TargetUnit::broken);
  ++count.there;
  count.unbroken += unbroken ? 1 : 0;
  const bool squad = rules_of(side_of(attacking)).type(unit).kind == UnitType::Kind::squad;
  count.squads += unbroken && squad ? 1 : 0;
}

AssaultCondition::Count Assault::count(const Sides& sides, By side) const {
  const TargetStack& stack = of(sides, side);
  AssaultCondition::Count count;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    add_to(count, stack.units[i], side == By::attacker, {});
  }
  return count;
}

void Assault::note_decision(Sides& sides, int played) const {
  if (!asked.when_decided || sides.decided != 0) return;
  const bool beaten = count(sides, By::defender).unbroken == 0 ||
                      (has_attacker() && count(sides, By::attacker).unbroken == 0);
  if (beaten) sides.decided = small(played + 1);
}

AssaultSides Assault::round(Sides sides, int number) const {
  note_decision(sides, number);
  const Step& planned = plan_[number];
  const AssaultStep& step = planned.written;
  const std::optional<AssaultCondition>& condition = step.condition;
  const auto side_of = [](bool attacker) { return attacker ? By::attacker : By::defender; };
  if (condition && !condition->holds(count(sides, side_of(condition->of_attacker)))) {
    // Who is kept from a rally has had his Rally Phase.
    if (planned.rally_passes && !condition->ends_repetition) sides.under_dm = {};
    return sides;
  }
  switch (step.kind) {
    case Kind::rally:
      begin_rally(sides, planned);
      break;
    case Kind::fire:
    case Kind::return_fire:
      begin_fire_step(sides, number);
      break;
    case Kind::rout:
      for (const By side : {By::attacker, By::defender}) {
        if (!routs(planned, side)) continue;
        AfterStep& done = sides.done.at(static_cast<std::size_t>(side));
        if (done == After::routs) done = After::goes_on;
        for (TargetUnit& unit : of(sides, side).units) rout(unit);
      }
      break;
    case Kind::end_turn:
      for (const bool attacking : {true, false}) {
        for (TargetUnit& unit : of(sides, side_of(attacking)).units) end_turn(unit, attacking);
      }
      if (planned.rally_passes) sides.under_dm = {};
      break;
    case Kind::advance:
      begin_advance(sides, false);
      break;
    case Kind::close_combat:
      begin_advance(sides, true);
      break;
    case Kind::smoke:  // of groups
    case Kind::meet_vehicle:
    case Kind::cross:
      break;
  }
  return sides;
}

void Assault::begin_rally(Sides& sides, const Step& step) const {
  sides.rallies = {step.written.of_attacker(), step.written.of_defender()};
  sides.own_phase = step.written.attacker_moves ? 1 : 0;
  for (std::size_t side = 0; side < sides.rallies.size(); ++side) {
    if (step.rally_passes && sides.rallies.at(side) == 0) sides.under_dm.at(side) = 0;
  }
  go_on_rallying(sides);
}

void Assault::begin_rally_of(Sides& sides, const Step& step, bool attacking, std::uint8_t dm,
                             bool first_tried) const {
  sides.rallies = {small(attacking ? 1 : 0), small(attacking ? 0 : 1)};
  sides.own_phase = step.written.attacker_moves ? 1 : 0;
  if (first_tried) sides.own_phase = attacking ? 0 : 1;  // as in the enemy's Player Turn
  set_under_fire(sides, attacking, dm);
  go_on_rallying(sides);
}

void Assault::begin_going_in(Sides& sides) const {
  for (TargetUnit& unit : sides.attacker.units) {
    unit.status &= static_cast<std::uint8_t>(~TargetUnit::engaged);
  }
  sides.advanced = 0;
  begin_advance(sides, false);
}

void Assault::begin_melee(Sides& sides, const AssaultStep& step, const AssaultPlace& place) const {
  sides.advanced = 2;
  sides.fought = place.fought;
  sides.captures = step.captures ? 1 : 0;
  sides.freed = (place.mark & freed_mark) != 0 ? 1 : 0;
  sides.ambush = Ambush::nobody_ambushes;
  begin_advance(sides, true);
}

void Assault::stand_by(Sides& sides) {
  sides.advanced = sides.fought = sides.from_behind = sides.lost = sides.mmc_tried = 0;
  sides.captures = sides.freed = 0;
  sides.ambush = Ambush::nobody_ambushes;
  sides.under_dm = {};
}

/// Moves on to the next unit that tries. DM ends with the Rally Phase (A10.62).
void Assault::go_on_rallying(Sides& sides) const {
  if (!FireTarget::resolved(sides.attacker) || !FireTarget::resolved(sides.defender)) return;
  while (rallies(sides, By::attacker) || rallies(sides, By::defender)) {
    const By side = rallying(sides);
    if (StackRally::next(rules_of(side), of(sides, side), sides.tried, own_phase(sides, side))) {
      return;
    }
    const auto s = static_cast<std::size_t>(side);
    sides.rallies.at(s) = sides.under_dm.at(s) = sides.tried = 0;
  }
  sides.own_phase = 0;
}

/// A10.62: who breaks is under DM, and so are broken units under fire that can come to an NMC.
void Assault::begin_fire_step(Sides& sides, int number) const {
  plan_.begin_fire(sides, number);
  if (!plan_[number].rally_follows) return;
  const bool at_defender = plan_[number].written.kind == Kind::fire;
  const By by = at_defender ? By::attacker : By::defender;
  const Step& step = plan_[number];
  const By at = at_defender ? By::defender : By::attacker;
  if (step.written.is_ap) return;  // a vehicle is under no DM
  const bool can = step.written.is_oba ? step.oba.can_demoralize(rules_of(at))
                   : step.written.is_he
                       ? AssaultShells::by(rules_of(by), of(sides, by), sides.jammed).has_value()
                       : step.fire_by(sides).can_demoralize(rules_of(by), of(sides, by),
                                                            rules_of(at), sides.jammed);
  if (!can) return;
  sides.under_dm.at(static_cast<std::size_t>(at)) = 1;
}

AssaultSides Assault::step(Sides sides, Dice& dice, std::string_view apart) const {
  if (!FireTarget::resolved(sides.defender)) {
    defender.step(dice, sides.defender);
  } else if (!FireTarget::resolved(sides.attacker)) {
    attacker.step(dice, sides.attacker);
  } else if (rallies(sides, By::attacker) || rallies(sides, By::defender)) {
    const By side = rallying(sides);
    const bool own = own_phase(sides, side);
    const FireTarget& rules = rules_of(side);
    TargetStack& stack = of(sides, side);
    const std::size_t next = *StackRally::next(rules, stack, sides.tried, own);
    if (apart_ && own && !rules.type(stack.units[next]).is_smc()) sides.mmc_tried = 1;
    const bool dm = sides.under_dm.at(static_cast<std::size_t>(side)) != 0;
    sides.tried = small(rally_of(side).phase.attempt(dice, rules, stack, next, dm, own));
  } else if (sides.next_fire != 0) {
    fire(sides, dice, apart);
  } else {
    close_combat(sides, dice, apart);
  }
  note_under_fire(sides);
  go_on_rallying(sides);
  return sides;
}

void Assault::note_under_fire(Sides& sides) {
  sides.under_fire = 0;
  for (const By side : {By::attacker, By::defender}) {
    if (FireTarget::resolved(of(sides, side))) continue;
    sides.under_fire = small(static_cast<int>(side) + 1);
  }
}

void Assault::fire(Sides& sides, Dice& dice, std::string_view apart) const {
  const std::uint8_t in_place = std::exchange(sides.next_fire, std::uint8_t{0});
  const std::array<AfterStep, 2>& after = after_[in_place - 1u];
  const Step& step = plan_[in_place - 1];
  const bool at_defender = step.written.kind == Kind::fire;
  const By by = at_defender ? By::attacker : By::defender;
  const By at = at_defender ? By::defender : By::attacker;
  const std::uint8_t fires_on = std::exchange(sides.fires_on, std::uint8_t{0});
  const Step& chosen = fires_on != 0
                           ? plan_[fires_on - 1]
                           : plan_.fired(sides, dice, step, apart, [&] { return words(sides); });
  if (chosen.written.is_he) {
    fire_shells(sides, dice, chosen);
    return;
  }
  if (chosen.written.is_ap) {
    fire_rounds(sides, dice, chosen);
    return;
  }
  const std::uint8_t shots = std::exchange(sides.shots, std::uint8_t{0});
  const std::uint8_t again = std::exchange(sides.again, std::uint8_t{0});
  const bool is_oba = chosen.written.is_oba;
  const FireTarget& target = rules_of(at);
  const FireShot shot = is_oba
                            ? FireShot{}
                            : chosen.fire_by(sides).roll(dice, rules_of(by), of(sides, by), target,
                                                         of(sides, at), shots, again, sides.jammed);
  sides.jams |= shot.jams;
  // With points, or units that came broken, it matters what each of them turns into.
  // Nobody is left there to come to a result.
  const bool empty = count(sides, at).there == 0;
  bool last = false;
  if (shot.again != 0) {
    sides.next_fire = in_place;
    sides.fires_on = static_cast<std::uint8_t>(&chosen - &plan_[0] + 1);
    sides.shots = small(shots + 1);
    sides.again = shot.again;
  } else {
    for (const By side : {By::attacker, By::defender}) {
      const auto s = static_cast<std::size_t>(side);
      // Who stands by does not rout in this step.
      if (after.at(s) == After::over || side == at) sides.done.at(s) = after.at(s);
    }
    const bool told_apart = priced(at) || !target.broken.empty();
    last = after.at(static_cast<std::size_t>(at)) == After::over && !told_apart;
  }
  if (is_oba && !empty) {
    chosen.oba.attack(dice, target, of(sides, at), last);
    return;
  }
  if (target.has_groups()) {
    target.begin(of(sides, at), empty ? DrResults{} : static_cast<const DrResults&>(shot), last);
    return;
  }
  target.begin_with_pinned(of(sides, at), empty ? IftResult{} : shot.result,
                           empty ? IftResult{} : shot.other, last);
}

void Assault::fire_shells(Sides& sides, Dice& dice, const Step& step) const {
  const bool at_defender = step.written.kind == Kind::fire;
  const By by = at_defender ? By::attacker : By::defender;
  TargetStack& under_fire = of(sides, other(by));
  const auto firer = AssaultShells::by(rules_of(by), of(sides, by), sides.jammed);
  if (!firer) return;
  const AssaultShells::Fired fired = step.shells.fire(dice, under_fire, *firer);
  under_fire = fired.stack;
  sides.jams |= fired.own;
  sides.lost |= fired.theirs;
}

void Assault::fire_rounds(Sides& sides, Dice& dice, const Step& step) const {
  const By by = side_of(step.written.kind == Kind::fire);
  TargetUnit& vehicle = of(sides, other(by)).units[0];
  const auto firer = AssaultShells::by(rules_of(by), of(sides, by), sides.jammed);
  if (!firer || vehicle.is_away()) return;
  const AssaultRounds::Fired fired = step.rounds.fire(dice, vehicle_state(vehicle), *firer);
  vehicle = vehicle_in(vehicle, fired.vehicle);
  sides.jams |= fired.own;
}

bool Assault::meet_vehicle(const Step& step, Sides& sides, bool in_hex, Dice& dice) const {
  const By by = side_of(step.written.vehicle_of_attacker);
  TargetUnit& vehicle = of(sides, by).units[0];
  TargetStack& infantry = of(sides, other(by));
  const bool anybody = count(sides, other(by)).there > 0;
  if (vehicle.is_away() || !anybody) return in_hex;
  const AssaultMeeting::Fight fight = step.meeting.after(
      dice, {infantry, vehicle_state(vehicle), small(in_hex ? 1 : 0), sides.jammed});
  infantry = fight.infantry;
  vehicle = vehicle_in(vehicle, fight.vehicle);
  sides.jams |= fight.jammed;
  const bool ran_over = step.meeting.overruns() && fight.in_hex != 0;
  if (step.rally_follows && ran_over) {
    set_under_fire(sides, !step.written.vehicle_of_attacker, 1);
  }
  return fight.in_hex != 0;
}

/// The state of the defender, as the attacker sees it.
Facts Assault::words(const Sides& sides) const {
  const Losses lost = defender.losses(sides.defender);
  int broken = 0;
  int able = 0;
  int leading = 0;
  for (std::size_t i = 0; i < sides.defender.unit_count; ++i) {
    const TargetUnit& unit = sides.defender.units[i];
    if (unit.is_away()) continue;
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
