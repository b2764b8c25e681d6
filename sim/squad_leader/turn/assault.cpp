#include "sim/squad_leader/turn/assault.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/dice/small.hpp"
#include "sim/squad_games/both_sides.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/counters/unit_points.hpp"

namespace combat_odds::squad_leader {
namespace {

using Kind = AssaultStep::Kind;
using Status = TargetUnit::Status;

constexpr int least_of_squads = 3;  ///< half-squads and crews have 2 factors

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

void AssaultSide::prepare(const std::string& name, Status status) {
  start = target_stack(units, status, broken_morale, &kinds);
  own_drms = units.empty() ? std::vector{0} : drms_of(units);
  for (TargetUnit& unit : start.units) unit.group = 0;  // that is for leaders who have led
  were_broken.assign(kinds.size(), status == Status::broken);
  for (std::size_t i = 0; i < start.unit_count; ++i) {
    TargetUnit& unit = start.units[i];
    if (!is_vehicle(unit)) continue;
    unit.status = Status::good;
    unit.broken_morale = 0;
    were_broken[unit.kind] = false;
    if (marsh.is_there()) {
      throw ArgumentError(name + "_marsh", "no vehicle enters a marsh (75.1)", "leave it out");
    }
  }
  // Units broken at the start are of another kind than their like.
  for (const UnitName& one : broken) {
    const auto end = start.units.begin() + start.unit_count;
    const auto unit = std::find_if(start.units.begin(), end, [&](const TargetUnit& other) {
      return other.status == Status::good && kinds[other.kind].text == one.text;
    });
    if (unit == end) {
      throw ArgumentError(name + "_broken",
                          fmt::format("there is no {} that is unbroken so far", one.text),
                          fmt::format("units of --{} that are in good order", name));
    }
    unit->status = Status::broken;
    std::size_t kind = 0;
    const UnitName like = kinds[unit->kind];
    while (kind < kinds.size() && !(were_broken[kind] && kinds[kind] == like)) ++kind;
    if (kind == kinds.size()) {
      kinds.push_back(like);
      were_broken.push_back(true);
    }
    unit->kind = static_cast<std::uint8_t>(kind);
  }
  start.berserk = berserk;
  marsh.lower_morale(start);
  if (desperate && how_many(start, Status::broken) == 0) {
    throw ArgumentError(name + "_desperation", "nobody of them is broken at the start",
                        fmt::format("--{}-broken with units", name));
  }
}

void AssaultSide::begin_fire(TargetStack& stack, const GroupResults& results) const {
  std::array<std::uint8_t, TargetStack::most_units> led{};
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    TargetUnit& unit = stack.units[i];
    led.at(i) = std::exchange(unit.group, small(kinds[unit.kind].group));
  }
  squad_leader::begin_fire(stack, results.all());
  for (std::size_t i = 0; i < stack.unit_count; ++i) stack.units[i].group = led.at(i);
}

void AssaultSide::price(const char* parameter, const Charts& charts) {
  if (!nationality) return;
  const auto& infantry = charts.get<InfantryPoints>(InfantryPoints::chart_name).entries();
  for (const UnitName& kind : kinds) {
    const ListedPoints* const listed =
        AssaultForce::is_vehicle_name(kind)
            ? find_points(charts.get<VehiclePoints>(VehiclePoints::chart_name).entries(),
                          *nationality, kind.text)
            : find_points(infantry, *nationality, kind.text);
    if (listed == nullptr) {
      throw ArgumentError(
          parameter, fmt::format("the chart has no {} {}", *nationality, kind.text),
          "leave it out, or a nationality of squad-leader/infantry-points.csv that has "
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

LossesByKind AssaultSide::lost_by_kind(const TargetStack& left) const {
  LossesByKind lost;
  for (std::size_t i = 0; i < left.unit_count; ++i) {
    if (left.units[i].status != Status::eliminated) continue;
    const UnitName& kind = kinds[left.units[i].kind];
    ++(kind.leader                           ? lost.leaders
       : AssaultForce::is_vehicle_name(kind) ? lost.vehicles
       : kind.firepower < least_of_squads    ? lost.crews
                                             : lost.squads);
  }
  return lost;
}

void Assault::prepare(const Charts& charts) {
  defender.units = defender_force.units();
  attacker.units = attacker_force.units();
  defender.prepare("defender", status);
  attacker.prepare("attacker", Status::good);
  defender.price("defender_nationality", charts);
  attacker.price("attacker_nationality", charts);
  std::vector<UnitName> all = defender.units;
  all.insert(all.end(), attacker.units.begin(), attacker.units.end());
  std::erase_if(all, AssaultForce::is_vehicle_name);
  notes_ = unlisted_notes(all, charts);
  apart_ = apart();
  plan_.read(steps, sequence, asked, fire_order, plays_groups(), attacker_force, defender_force,
             charts);
  for (Step& step : plan_.steps()) {
    for (AssaultFire* const fire :
         {&step.fire, step.fire_from_behind ? &*step.fire_from_behind : nullptr}) {
      if (fire == nullptr) continue;
      fire->smoke.air = wind;
      fire->breakdown_number = breakdown_number;
    }
    check_own_modifiers(step);
    if (!step.move.in_vain().empty()) notes_.push_back(step.move.in_vain());
    const AssaultSide& under_fire = step.written.kind == Kind::return_fire ? attacker : defender;
    if (step.written.is_oba) step.oba.fall_on(under_fire.marsh);
    if (step.written.is_he) step.shells.settle(under_fire.marsh, wind, charts);
    if (step.written.is_ap) step.rounds.settle(wind, charts);
    if (step.rounds_from_behind) step.rounds_from_behind->settle(wind, charts);
    if (step.shells_from_behind) {
      step.shells_from_behind->settle(under_fire.marsh, wind, charts);
    }
    if (step.written.kind == Kind::meet_vehicle) {
      step.meeting.know((step.written.vehicle_of_attacker ? defender : attacker).kinds, wind,
                        charts);
    }
  }
  rest_rear_turrets(charts);
  if (const std::optional<std::string> first = plan_.captures_in_no_melee()) {
    notes_.push_back(fmt::format(
        "'{}' is the first Close Combat Phase in its hex, not yet a melee: nobody but the broken is "
        "captured (89.22, 89.23). A step before it begins the melee: 'close-combat; capture'.",
        *first));
  }
  if (has_close_combat()) table_ = &charts.get<CloseCombatTable>();
}

Working Assault::working() const {
  Working working;
  plan_.tell(working, attacker_force, defender_force, ", next player turn");
  working.notes.insert(working.notes.end(), notes_.begin(), notes_.end());
  if (has_close_combat() && (attacker_force.has("LMG") || defender_force.has("LMG"))) {
    working.notes.push_back(
        "the LMG do not count in close combat here; sl.close-combat counts them");
  }
  return working;
}

/// A gun's HE and an Overrun have one modifier for all infantry of the hex.
void Assault::check_own_modifiers(const Step& step) const {
  const auto refuse = [&](const AssaultForce& force, std::uint8_t groups, const char* what,
                          const char* right) {
    for (std::size_t g = 0; g < force.groups.size(); ++g) {
      if ((groups >> g & 1) == 0 || !force.groups[g].has_own_modifiers()) continue;
      throw ArgumentError("steps", fmt::format("'{}': {}", step.written.text, what), right);
    }
  };
  const char* const no_own = "units with modifiers of their own are not in this step";
  if (step.written.is_he) {
    const bool at_defender = step.written.kind == Kind::fire;
    refuse(at_defender ? defender_force : attacker_force,
           at_defender ? step.written.defenders : step.written.attackers, no_own,
           "sl.he --target '4-6-7@2; 4-6-7'");
  }
  if (step.written.kind == Kind::meet_vehicle && step.meeting.overruns()) {
    refuse(defender_force, step.written.defenders, no_own, "sl.overrun --target '4-6-7@4; 4-6-7'");
  }
}

std::unique_ptr<Rule> Assault::rule(const Charts& /*charts*/) const {
  if (apart_) return std::make_unique<PlayedInRounds<Grouped>>(Grouped(*this));
  return std::make_unique<PlayedInRounds<Assault>>(*this);
}

void Assault::add_to(AssaultCondition::Count& count, const TargetUnit& unit, bool attacking,
                     const AssaultPlace& place) const {
  const AssaultSide& side = attacking ? attacker : defender;
  const bool unbroken = is_unbroken(unit.status);
  const bool prisoner = !attacking && place.mark > 0 && unit.status == Status::broken;
  count.there += is_there(unit.status) && !prisoner ? 1 : 0;
  count.unbroken += unbroken ? 1 : 0;
  const bool squad = side.kinds[unit.kind].firepower >= least_of_squads;
  count.squads += unbroken && squad ? 1 : 0;
}

AssaultCondition::Count Assault::count(const Sides& sides, bool of_attacker) const {
  const TargetStack& stack = of_attacker ? sides.attacker : sides.defender;
  AssaultCondition::Count count;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    add_to(count, stack.units[i], of_attacker, {sides.fought, sides.captured});
  }
  return count;
}

void Assault::note_decision(Sides& sides, int played) const {
  if (!asked.when_decided || sides.decided != 0) return;
  const bool beaten =
      count(sides, false).unbroken == 0 || (has_attacker() && count(sides, true).unbroken == 0);
  if (beaten) sides.decided = small(played + 1);
}

AssaultSides Assault::round(Sides sides, int number) const {
  note_decision(sides, number);
  const Step& planned = plan_[number];
  const AssaultStep& step = planned.written;
  const std::optional<AssaultCondition>& condition = step.condition;
  if (condition && !condition->holds(count(sides, condition->of_attacker))) {
    // Who is kept from a rally has had his Rally Phase.
    const bool passes = planned.rally_passes && !condition->ends_repetition;
    if (passes) sides.defender_fired_at = sides.attacker_fired_at = 0;
    return sides;
  }
  switch (step.kind) {
    case Kind::rally:
      if (step.of_defender()) sides.defender_rally.begin(sides.defender_fired_at);
      if (step.of_attacker()) sides.attacker_rally.begin(sides.attacker_fired_at);
      if (planned.rally_passes) sides.defender_fired_at = sides.attacker_fired_at = 0;
      go_on_rallying(sides);
      break;
    case Kind::fire:
    case Kind::return_fire:
      begin_fire_step(sides, number);
      break;
    case Kind::rout:
      for (TargetStack* const stack : {&sides.defender, &sides.attacker}) {
        const bool routs = stack == &sides.defender ? step.of_defender() : step.of_attacker();
        if (!routs) continue;
        for (TargetUnit& unit : stack->units) rout(unit);
      }
      break;
    case Kind::advance:
      begin_advance(sides, Sides::Meets::no);
      break;
    case Kind::close_combat:
      begin_advance(sides, meeting(step));
      break;
    case Kind::end_turn:
      if (planned.rally_passes) sides.defender_fired_at = sides.attacker_fired_at = 0;
      break;
    case Kind::smoke:  // of groups
    case Kind::cross:
    case Kind::meet_vehicle:
      break;
  }
  return sides;
}

void Assault::begin_rally_of(Sides& sides, const Step& /*step*/, bool attacking,
                             std::uint8_t fired_at, bool /*first_tried*/) const {
  RallyProgress& rally = attacking ? sides.attacker_rally : sides.defender_rally;
  rally.desperate = fired_at;
  rally.turn = RallyProgress::Turn::of_leaders;
  go_on_rallying(sides);
}

void Assault::begin_melee(Sides& sides, const AssaultStep& step, const AssaultPlace& place) const {
  sides.advanced = are_in(sides.attacker) ? Sides::Advanced::in : Sides::Advanced::could_not;
  sides.fought = place.fought;
  sides.captured = place.mark;
  begin_advance(sides, meeting(step));
}

/// QA 14.6: units that are fired at with a factor or more, whatever comes of it.
void Assault::begin_fire_step(Sides& sides, int number) const {
  plan_.begin_fire(sides, number);
  if (!plan_[number].rally_follows) return;
  if (plan_[number].written.is_ap) return;  // a vehicle rallies not
  const AssaultFire& fire = plan_[number].fire_by(sides);
  const bool at_defender = plan_[number].written.kind == Kind::fire;
  if (plan_[number].written.is_oba) {
    if (plan_[number].oba.fires()) set_under_fire(sides, !at_defender, 1);
  } else if (plan_[number].written.is_he) {
    const TargetStack& firing = at_defender ? sides.attacker : sides.defender;
    if (AssaultShells::fires(firing, sides.jammed)) set_under_fire(sides, !at_defender, 1);
  } else if (plan_[number].written.kind == Kind::fire) {
    if (fire.fires(attacker.kinds, sides.attacker, sides.jammed)) sides.defender_fired_at = 1;
  } else {
    if (fire.fires(defender.kinds, sides.defender, sides.jammed)) sides.attacker_fired_at = 1;
  }
}

void Assault::go_on_rallying(Sides& sides) const {
  defender.rally.go_on(sides.defender, sides.defender_rally, defender.kinds);
  attacker.rally.go_on(sides.attacker, sides.attacker_rally, attacker.kinds);
}

AssaultSides Assault::step(Sides sides, Dice& dice, std::string_view apart) const {
  if (const std::uint8_t fires = std::exchange(sides.next_fire, std::uint8_t{0}); fires != 0) {
    const auto& step = plan_[fires - 1];
    const bool at_defender = step.written.kind == Kind::fire;
    const auto& chosen = plan_.fired(sides, dice, step, apart, [&] { return words(sides); });
    TargetStack& under_fire = at_defender ? sides.defender : sides.attacker;
    const AssaultSide& target = at_defender ? defender : attacker;
    if (chosen.written.is_oba) {
      target.begin_fire(under_fire, chosen.oba.roll(dice, target.own_drms));
      if (resolved(under_fire)) go_on_rallying(sides);
      return sides;
    }
    if (chosen.written.is_he) {
      fire_shells(sides, dice, chosen);
      go_on_rallying(sides);
      return sides;
    }
    if (chosen.written.is_ap) {
      fire_rounds(sides, dice, chosen);
      return sides;
    }
    const AssaultFire& fire = chosen.fire_by(sides);
    const AssaultSide& by = at_defender ? attacker : defender;
    const TargetStack& firing = at_defender ? sides.attacker : sides.defender;
    const AssaultFire::Shot shot =
        fire.roll(dice, by.kinds, firing, sides.jammed, sides.in_smoke != 0, target.own_drms,
                  sides.no_gun != 0 ? -chosen.shield : 0);
    sides.jams |= shot.jams();
    target.begin_fire(under_fire, shot.results);
  } else if (!resolved(sides.defender)) {
    squad_leader::step(dice, sides.defender);
  } else if (!resolved(sides.attacker)) {
    squad_leader::step(dice, sides.attacker);
  } else if (!sides.defender_rally.over()) {
    defender.rally.attempt(dice, sides.defender, sides.defender_rally, defender.kinds);
  } else if (!sides.attacker_rally.over()) {
    attacker.rally.attempt(dice, sides.attacker, sides.attacker_rally, attacker.kinds);
  } else if (sides.advanced == Sides::Advanced::asked) {
    sides.advanced =
        goes_in(sides, dice, apart) ? Sides::Advanced::in : Sides::Advanced::stayed_behind;
    meet(sides, std::exchange(sides.meets, Sides::Meets::no));
  } else {
    fight(sides, dice, std::exchange(sides.close_combat, Sides::Meets::no));
    sides.fought = 1;
    if (!are_in(sides.attacker)) sides.captured = 0;  // 89.232: they stay in the hex
  }
  if (resolved(sides.defender) && resolved(sides.attacker)) go_on_rallying(sides);
  return sides;
}

/// 64.4: the rear turret MG does not fire in a Fire Phase in which the main armament does.
void Assault::rest_rear_turrets(const Charts& charts) {
  struct Fired {
    int turn;
    bool in_advancing_fire;
    bool by_attacker;
    std::uint8_t by;
    bool operator==(const Fired&) const = default;
  };
  std::vector<Step>& all = plan_.steps();
  std::vector<Fired> fired;  ///< step by step
  int turn = 0;
  for (const Step& step : all) {
    const AssaultStep& written = step.written;
    if (written.kind == Kind::end_turn) ++turn;
    const bool by_attacker = written.kind == Kind::fire;
    fired.push_back({turn, written.in_advancing_fire, by_attacker,
                     by_attacker ? written.attackers : written.defenders});
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    Step& step = all[i];
    const AssaultStep& written = step.written;
    const bool has_rear =
        written.is_fire() && !written.fires_gun() && !written.is_oba && step.fire.has_rear_turret();
    if (!has_rear) continue;
    step.first = small(i);  // the same words may be a fire with it, and one without
    for (std::size_t j = 0; j < all.size(); ++j) {
      if (!all[j].written.fires_gun() || fired[j] != fired[i]) continue;
      if (j > i) {
        throw ArgumentError("steps",
                            fmt::format("'{}': the rear turret MG has fired in this phase (64.4)",
                                        all[j].written.text),
                            fmt::format("it in front of '{}', or 'gun_elsewhere' there, or a "
                                        "vehicle without that MG",
                                        written.text));
      }
      try {
        step.fire.beside_own_gun(charts);
        if (step.fire_from_behind) step.fire_from_behind->beside_own_gun(charts);
      } catch (const ArgumentError& error) {
        throw ArgumentError("steps",
                            "'" + written.text + "' beside its gun (64.4): " + error.wrong(),
                            "one of the two steps");
      }
      break;
    }
  }
}

void Assault::fire_shells(Sides& sides, Dice& dice, const Step& step) const {
  const bool at_defender = step.written.kind == Kind::fire;
  const TargetStack& firing = at_defender ? sides.attacker : sides.defender;
  TargetStack& under_fire = at_defender ? sides.defender : sides.attacker;
  if (!AssaultShells::fires(firing, sides.jammed)) return;
  const AssaultShells::Fired fired =
      step.shells_by(sides).fire(dice, under_fire, sides.in_smoke != 0, sides.no_gun != 0);
  under_fire = fired.stack;
  sides.jams |= fired.own;
  sides.lost |= fired.theirs;
}

void Assault::fire_rounds(Sides& sides, Dice& dice, const Step& step) const {
  const bool at_defender = step.written.kind == Kind::fire;
  const TargetStack& firing = at_defender ? sides.attacker : sides.defender;
  TargetUnit& vehicle = (at_defender ? sides.defender : sides.attacker).units[0];
  if (!AssaultShells::fires(firing, sides.jammed)) return;
  const AssaultRounds::Fired fired =
      step.rounds_by(sides).fire(dice, damage(vehicle), sides.in_smoke != 0);
  set_damage(vehicle, fired.vehicle);
  sides.jams |= fired.own;
}

void Assault::set_damage(TargetUnit& vehicle, Damage damage) {
  if (damage >= Damage::abandoned) {
    vehicle.status = Status::eliminated;
  } else {
    vehicle.broken_morale = small(static_cast<int>(damage));
  }
}

/// Units have no modifiers of their own here; a leader's group says that he has directed an attack
/// (36.4).
bool Assault::meet_vehicle(const Step& step, Sides& sides, bool in_hex, Dice& dice) const {
  const bool of_attacker = step.written.vehicle_of_attacker;
  TargetUnit& vehicle = (of_attacker ? sides.attacker : sides.defender).units[0];
  TargetStack& infantry = of_attacker ? sides.defender : sides.attacker;
  const bool anybody =
      std::any_of(infantry.units.begin(), infantry.units.begin() + infantry.unit_count,
                  [](const TargetUnit& unit) { return is_there(unit.status); });
  if (!is_there(vehicle.status) || !anybody) return in_hex;
  TankAssault::Fight fight;
  fight.stack = infantry;
  fight.tank = damage(vehicle);
  fight.in_hex = in_hex ? 1 : 0;
  const bool in_smoke = sides.in_smoke != 0;
  for (std::size_t i = 0; i < infantry.leader_count; ++i) {
    fight.has_led[i] = std::exchange(fight.stack.units[i].group, std::uint8_t{0});
  }
  fight = step.meeting.after(dice, fight, in_smoke);
  infantry = fight.stack;
  for (std::size_t i = 0; i < infantry.leader_count; ++i)
    infantry.units[i].group = fight.has_led[i];
  set_damage(vehicle, fight.tank);
  if (step.rally_follows && step.meeting.overruns() && fight.in_hex != 0) {
    set_under_fire(sides, !of_attacker, 1);
  }
  return fight.in_hex != 0;
}

/// The state of the defender, as the attacker sees it.
Facts Assault::words(const Sides& sides) const {
  Facts facts;
  tell_unbroken(facts, "defending", sides.defender);
  facts.emplace_back("defenders broken", how_many(sides.defender, Status::broken));
  return facts;
}

/// All unbroken units advance, or none.
bool Assault::goes_in(const Sides& sides, Dice& dice, std::string_view apart) const {
  const auto facts = [&] {
    Facts all = words(sides);
    tell_unbroken(all, "attacking", sides.attacker);
    return all;
  };
  const Decision decision{"advance", "Advance into close combat?", no_or_yes};
  std::string key(reinterpret_cast<const char*>(&sides), sizeof(sides));
  key += apart;
  return dice.choose(decision, key, facts, advance == Advance::all ? 1 : 0) != 0;
}

/// The attacker advances if he has not yet, and into Close Combat if `meets`.
void Assault::begin_advance(Sides& sides, Sides::Meets meets) const {
  using Advanced = Sides::Advanced;
  if (sides.advanced == Advanced::not_yet && are_in(sides.attacker)) {
    sides.advanced = Advanced::asked;
    sides.meets = meets;
    return;
  }
  if (sides.advanced == Advanced::not_yet) sides.advanced = Advanced::could_not;
  meet(sides, meets);
}

/// Broken defenders that are still there are eliminated (20.9), or captured (89.22): prisoners stay
/// broken until it is known what becomes of their captors.
void Assault::meet(Sides& sides, Sides::Meets how) const {
  if (how == Sides::Meets::no || !attacker_is_in(sides)) return;
  const bool are_asked = take_prisoners || how == Sides::Meets::to_capture || sides.captured > 0;
  if (are_asked && !gives_no_quarter()) {
    sides.captured = small(how_many(sides.defender, Status::broken));
  } else {
    eliminate_broken(sides.defender);
  }
  if (are_in(sides.defender)) sides.close_combat = how;
}

/// 20.3: both sides attack at the same time, but the side that ambushes attacks first in the first
/// phase (98.3). 89.23: an attempt to take prisoners has +1, and who is hit is broken and captured;
/// it needs a melee, which the first phase begins.
void Assault::fight(Sides& sides, Dice& dice, Sides::Meets how) const {
  constexpr int to_capture = 1;
  const bool first = sides.fought == 0;
  const bool captures = !first && how == Sides::Meets::to_capture;
  const int drm = attacker_drm + (captures ? to_capture : 0);
  const Status fate = captures && !gives_no_quarter() ? Status::broken : Status::eliminated;
  const TargetStack attacker_before = sides.attacker;
  if (first && ambush == Ambush::defender) {
    strike(dice, defender, sides.defender, attacker, sides.attacker, defender_drm);
    strike(dice, attacker, sides.attacker, defender, sides.defender, drm, fate);
    return;
  }
  const TargetStack defender_before = sides.defender;
  strike(dice, attacker, attacker_before, defender, sides.defender, drm, fate);
  if (captures) sides.captured = small(how_many(sides.defender, Status::broken));
  const bool ambushed = first && ambush == Ambush::attacker;
  strike(dice, defender, ambushed ? sides.defender : defender_before, attacker, sides.attacker,
         defender_drm);
}

/// All units of a side attack all units of the other. A DR of the kill number or less eliminates
/// them.
void Assault::strike(Dice& dice, const AssaultSide& by, const TargetStack& one,
                     const AssaultSide& at, TargetStack& other, int drm, Status fate) const {
  if (!are_in(one) || !are_in(other)) return;
  const int needed =
      table_->kill_number(factors(by, one), factors(at, other)) - drm - leader_who_helps(one);
  enum class Result : std::uint8_t { nothing, eliminates };
  const Result result = dice.DR(
      [&](TwoDice roll) { return roll.total() <= needed ? Result::eliminates : Result::nothing; });
  if (result == Result::nothing) return;
  for (std::size_t i = 0; i < other.unit_count; ++i) {
    Status& status = other.units[i].status;
    if (is_unbroken(status)) status = fate;
  }
}

}  // namespace combat_odds::squad_leader
