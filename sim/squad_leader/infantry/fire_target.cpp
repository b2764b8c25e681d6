#include "sim/squad_leader/infantry/fire_target.hpp"

#include <algorithm>
#include <utility>

#include "core/dice/small.hpp"
#include "sim/declare/summary.hpp"
#include "sim/squad_games/numbers_needed.hpp"
#include "sim/squad_leader/counters/counters.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

/// The units from index `begin` up to `end`.
std::span<TargetUnit> places(TargetStack& stack, std::size_t begin, std::size_t end) {
  return {stack.units.begin() + static_cast<std::ptrdiff_t>(begin), end - begin};
}

/// 18.5: to follow a berserk leader, a unit needs its morale less this number.
constexpr int to_follow = 4;

/// Ends all checks.
void end(TargetStack& stack) {
  for (TargetUnit& unit : places(stack, 0, stack.unit_count)) unit.checks = 0;
  stack.checking = stack.leaders_lost = 0;
  stack.next = stack.except = stack.unit_count;
}

/// Goes on to the next unit that has to roll.
void go_on(TargetStack& stack) {
  const auto rolls = [&](std::size_t i) {
    const Status status = stack.units[i].status;
    return i != stack.except && is_there(status) && status != Status::berserk &&
           (stack.units[i].checks > 0 || stack.leaders_lost > 0);
  };
  for (; stack.next < stack.unit_count && !rolls(stack.next); ++stack.next) {
    stack.units[stack.next].checks = 0;
  }
  if (stack.next == stack.unit_count) end(stack);
}

void begin_checks(TargetStack& stack, std::size_t except) {
  stack.checking = 1;
  stack.next = 0;
  stack.except = small(except);
  go_on(stack);
}

/// A Morale Check. `due_to_fire`: because of enemy fire, not for the loss of a leader.
enum class Checked : std::uint8_t { passed, failed, berserk };
Checked check(Dice& dice, TargetStack& stack, std::size_t unit, int number, bool due_to_fire) {
  TargetUnit& checks = stack.units[unit];
  const int morale = checks.status == Status::broken ? checks.broken_morale : checks.morale;
  const int needed = morale - number - leadership_for(stack, unit);
  const bool may_go_berserk = stack.berserk == BerserkChecks::all ||
                              (stack.berserk == BerserkChecks::of_fire && due_to_fire);
  const Checked checked = dice.DR([&](TwoDice roll) {
    if (may_go_berserk && roll.total() == 2) return Checked::berserk;
    return roll.total() <= needed ? Checked::passed : Checked::failed;
  });
  if (checked == Checked::berserk) {
    checks.status = Status::berserk;
  } else if (checked == Checked::failed) {
    checks.status = checks.status == Status::good ? Status::broken : Status::eliminated;
  }
  return checked;
}

/// Goes on to the next unbroken unit that may follow the berserk leader, or to the checks if there
/// is none.
void call_on(TargetStack& stack) {
  const auto follows = [&](std::size_t i) { return stack.units[i].status == Status::good; };
  while (stack.follow_next < stack.unit_count && !follows(stack.follow_next)) ++stack.follow_next;
  if (stack.follow_next < stack.unit_count) return;
  stack.calling = stack.follow_next = 0;
  go_on(stack);
}

/// 18.5: an unbroken unit rolls to follow the leader.
void follow(Dice& dice, TargetStack& stack) {
  TargetUnit& unit = stack.units[stack.follow_next];
  const int needed = unit.morale - to_follow - stack.units[stack.calling - 1].modifier;
  if (DR_at_most(dice, needed)) unit.status = Status::berserk;
  ++stack.follow_next;
  call_on(stack);
}

void everybody_checks(Dice& dice, TargetStack& stack) {
  while (!resolved(stack)) {
    make_alike(stack);
    dice.at(stack);
    step(dice, stack);
  }
}

}  // namespace

void begin_fire(TargetStack& stack, FireResult result, FireAt whom) {
  std::array<FireResult, most_groups> by_group;
  by_group.fill(result);
  begin_fire(stack, by_group, whom);
}

void begin_fire(TargetStack& stack, std::span<const FireResult> by_group, FireAt whom) {
  end(stack);
  std::uint8_t leaders_lost = 0;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    TargetUnit& unit = stack.units[i];
    const FireResult result = by_group[unit.group];
    const bool is_hit =
        whom == FireAt::everybody ? unit.status != Status::routed : unit.status == Status::good;
    if (!is_hit) continue;
    if (result.kind == FireResult::Kind::kia) {
      const bool was_there = unit.status != Status::eliminated;
      unit.status = Status::eliminated;
      if (was_there && i < stack.leader_count) ++leaders_lost;
    }
    if (result.kind == FireResult::Kind::morale_check) {
      unit.checks = small(1 + result.number);
      stack.checking = 1;
    }
  }
  if (how_many(stack, Status::eliminated) + how_many(stack, Status::routed) == stack.unit_count) {
    leaders_lost = 0;
  }
  stack.leaders_lost = leaders_lost;
  if (stack.checking != 0 || leaders_lost > 0) begin_checks(stack, stack.unit_count);
}

void step(Dice& dice, TargetStack& stack) {
  if (stack.calling != 0) {
    follow(dice, stack);
    return;
  }
  const std::size_t i = stack.next;
  const int again = stack.leaders_lost;  // a leader's own failures are not for himself
  int failures = 0;
  const int by_fire = std::exchange(stack.units[i].checks, std::uint8_t{0});
  const auto checks = [&](int number, bool due_to_fire) {
    if (check(dice, stack, i, number, due_to_fire) == Checked::failed) ++failures;
  };
  const Status& status = stack.units[i].status;
  if (by_fire > 0) checks(by_fire - 1, true);
  for (int more = 0; more < again; ++more) {
    if (status == Status::eliminated || status == Status::berserk) break;
    checks(0, false);
  }
  ++stack.next;
  if (i < stack.leader_count) {
    stack.leaders_lost = small(stack.leaders_lost + failures);
    if (status == Status::berserk) {
      stack.calling = small(i + 1);
      call_on(stack);
      return;
    }
  }
  go_on(stack);
}

/// The order of units other than leaders does not matter, among those that have checked and among
/// those that have not: sort them.
void make_alike(TargetStack& stack) {
  const std::size_t done = resolved(stack)
                               ? stack.unit_count
                               : std::max({stack.next, stack.leader_count, stack.follow_next});
  std::ranges::sort(places(stack, stack.leader_count, done));
  std::ranges::sort(places(stack, done, stack.unit_count));
}

bool leads_before(const UnitName& first, const UnitName& other) {
  return first.morale != other.morale ? first.morale > other.morale
                                      : first.modifier < other.modifier;
}

bool has_group(const TargetStack& stack, std::size_t group) {
  return std::any_of(stack.units.begin(), stack.units.begin() + stack.unit_count,
                     [&](const TargetUnit& unit) { return unit.group == group; });
}

TargetStack target_stack(const std::vector<UnitName>& names, Status status,
                         std::optional<int> broken_morale, std::vector<UnitName>* kinds) {
  std::vector<UnitName> order = names;
  std::stable_sort(order.begin(), order.end(), [](const UnitName& a, const UnitName& b) {
    if (a.leader != b.leader) return a.leader;
    return a.leader && leads_before(a, b);
  });
  TargetStack stack;
  for (const UnitName& name : order) {
    const int reverse =
        name.leader ? name.morale : broken_morale.value_or(broken_side_morale(name));
    stack.units[stack.unit_count++] = {small(name.morale), small(reverse),
                                       static_cast<std::int8_t>(name.modifier), status};
    stack.units[stack.unit_count - 1u].group = small(name.group);
    if (name.leader) ++stack.leader_count;
    if (kinds == nullptr) continue;
    const auto known = std::find(kinds->begin(), kinds->end(), name);
    stack.units[stack.unit_count - 1u].kind = small(known - kinds->begin());
    if (known == kinds->end()) kinds->push_back(name);
  }
  return stack;
}

int leadership_for(const TargetStack& stack, std::size_t unit) {
  bool led = false;
  int best = 0;
  for (std::size_t i = 0; i < stack.leader_count; ++i) {
    if (i == unit || !is_unbroken(stack.units[i].status)) continue;
    const int his = stack.units[i].modifier;
    const bool worsened = his < 0 && unit >= stack.leader_count && unit < stack.unit_count;
    const int modifier = his + (worsened ? stack.units[unit].modifier : 0);
    best = led ? std::min(best, modifier) : modifier;
    led = true;
  }
  return best;
}

int how_many(const TargetStack& stack, Status status) {
  return static_cast<int>(
      std::count_if(stack.units.begin(), stack.units.begin() + stack.unit_count,
                    [=](const TargetUnit& unit) { return unit.status == status; }));
}

bool morale_check(Dice& dice, TargetStack& stack, std::size_t unit, int number) {
  return check(dice, stack, unit, number, false) == Checked::passed;
}

void morale_checks(Dice& dice, TargetStack& stack, int number) {
  begin_fire(stack, {FireResult::Kind::morale_check, small(number)});
  everybody_checks(dice, stack);
}

void begin_leader_lost(TargetStack& stack, std::size_t leader) {
  stack.leaders_lost = 1;
  begin_checks(stack, leader);
}

void leader_lost(Dice& dice, TargetStack& stack, std::size_t leader) {
  begin_leader_lost(stack, leader);
  everybody_checks(dice, stack);
}

void resolve_fire(Dice& dice, TargetStack& stack, FireResult result) {
  std::array<FireResult, most_groups> by_group;
  by_group.fill(result);
  resolve_fire(dice, stack, by_group);
}

void resolve_fire(Dice& dice, TargetStack& stack, std::span<const FireResult> by_group) {
  begin_fire(stack, by_group);
  everybody_checks(dice, stack);
  make_alike(stack);
  dice.at(stack);
}

InfantryFate fate_of(const TargetStack& stack, Status start) {
  return fate_of(stack, [=](const TargetUnit&) { return start == Status::broken; });
}

InfantryFate fate_of(const TargetStack& stack, FunctionRef<bool(const TargetUnit&)> was_broken) {
  InfantryFate fate;
  fate.units = stack.unit_count;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    const Status now = stack.units[i].status;
    const bool was = was_broken(stack.units[i]);
    const bool no_worse =
        now == Status::good || (was && (now == Status::broken || now == Status::routed));
    const bool worse = !no_worse && now != Status::berserk;
    fate.unharmed += no_worse ? 1 : 0;
    fate.not_in_good_order += no_worse && was ? 1 : 0;
    fate.broken_or_worse += worse ? 1 : 0;
    fate.eliminated_or_reduced += now == Status::eliminated ? 1 : 0;
    fate.leader_lost = fate.leader_lost || (i < stack.leader_count && worse);
  }
  return fate;
}

bool is_hurt(const TargetStack& stack, Status start, std::size_t group) {
  return std::any_of(
      stack.units.begin(), stack.units.begin() + stack.unit_count, [&](const TargetUnit& unit) {
        return unit.group == group && unit.status > start && unit.status != Status::berserk;
      });
}

bool is_hurt_behind(const TargetStack& stack, Status start, std::size_t group) {
  for (std::size_t other = group + 1; other < most_groups; ++other) {
    if (is_hurt(stack, start, other)) return true;
  }
  return false;
}

Outcome fire_outcome(const TargetStack& stack, Status start) {
  const int eliminated = how_many(stack, Status::eliminated);
  const int broken = start == Status::broken ? 0 : how_many(stack, Status::broken);
  const int berserk = how_many(stack, Status::berserk);
  if (stack.unit_count == 1) {
    Outcome fate(eliminated > 0 ? "eliminated"
                 : broken > 0   ? "broken"
                 : berserk > 0  ? "berserk"
                                : "no_effect");
    fate.event("berserk", berserk > 0);
    return std::move(tell(fate, fate_of(stack, start), Pins::no));
  }
  const int unharmed = stack.unit_count - eliminated - broken - berserk;
  std::string summary;
  add_to_summary(summary, eliminated, "eliminated");
  add_to_summary(summary, broken, "broken");
  add_to_summary(summary, berserk, "berserk");
  add_to_summary(summary, summary.empty() ? 0 : unharmed, "unharmed");
  Outcome outcome(summary.empty() ? "no_effect" : summary);
  outcome.measure("eliminated", eliminated).measure("broken", broken).measure("unharmed", unharmed);
  if (stack.berserk != BerserkChecks::none) outcome.measure("berserk", berserk);
  outcome.event("berserk", berserk > 0);
  return std::move(tell(outcome, fate_of(stack, start), Pins::no));
}

std::vector<Term> fire_outcomes() {
  return {
      {"eliminated", "the unit is eliminated"},
      {"broken", "the unit is broken"},
      {"no_effect", "nothing happens to the target"},
  };
}

std::vector<Term> fire_events() { return infantry_events(Pins::no); }

std::vector<Term> fire_measures() {
  std::vector<Term> terms = {
      {"eliminated", "units eliminated"},
      {"broken", "units broken"},
      {"unharmed", "units to which nothing happened"},
  };
  for (Term& term : infantry_measures()) terms.push_back(std::move(term));
  return terms;
}

std::vector<Term> about(const std::string& whose, std::vector<Term> terms) {
  for (Term& term : terms) term.meaning = whose + ": " + term.meaning;
  return terms;
}

}  // namespace combat_odds::squad_leader
