#include "sim/squad_leader/infantry/fire_target.hpp"

#include <algorithm>
#include <span>

#include "sim/declare/summary.hpp"
#include "sim/squad_leader/counters/counters.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

/// The units from place `begin` to `end`.
std::span<TargetUnit> places(TargetStack& hex, std::size_t begin, std::size_t end) {
  return {hex.units.begin() + static_cast<std::ptrdiff_t>(begin), end - begin};
}

/// 18.5: who follows a berserk leader needs so much less than his morale.
constexpr int to_follow = 4;

/// Nobody has anything left to check.
void end(TargetStack& hex) {
  hex.fired_at = hex.sheltered_fired_at = FireAt::nobody;
  hex.checking = hex.number = hex.sheltered_number = hex.leaders_lost = 0;
  hex.next = hex.except = hex.unit_count;
}

std::size_t first_sheltered(const TargetStack& hex) {
  return static_cast<std::size_t>(hex.unit_count - hex.sheltered);
}

/// Whether the unit has to make the check that the fire demands.
bool is_fired_at(const TargetStack& hex, std::size_t unit) {
  const FireAt whom = unit < first_sheltered(hex) ? hex.fired_at : hex.sheltered_fired_at;
  return whom == FireAt::everybody ||
         (whom == FireAt::unbroken && hex.units[unit].status == Status::good);
}

/// On to the next unit that has something to roll for.
void go_on(TargetStack& hex) {
  const auto checks = [&](std::size_t i) {
    const Status status = hex.units[i].status;
    return i != hex.except && status != Status::eliminated && status != Status::berserk &&
           (is_fired_at(hex, i) || hex.leaders_lost > 0);
  };
  while (hex.next < hex.unit_count && !checks(hex.next)) ++hex.next;
  if (hex.next == hex.unit_count) end(hex);
}

void begin_checks(TargetStack& hex, std::size_t except) {
  hex.checking = 1;
  hex.next = 0;
  hex.except = static_cast<std::uint8_t>(except);
  go_on(hex);
}

/// A Morale Check. `due_to_fire`: enemy fire demands it, and not the loss of a leader.
enum class Checked : std::uint8_t { passed, failed, berserk };
Checked check(Dice& dice, TargetStack& hex, std::size_t unit, int number, bool due_to_fire) {
  TargetUnit& checks = hex.units[unit];
  const int morale = checks.status == Status::broken ? checks.broken_morale : checks.morale;
  const int needed = morale - number - leadership_for(hex, unit);
  const bool may_go_berserk =
      hex.berserk == BerserkChecks::all || (hex.berserk == BerserkChecks::of_fire && due_to_fire);
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

/// On to the next unbroken unit that may follow the berserk leader; to the checks where none is
/// left.
void call_on(TargetStack& hex) {
  const auto follows = [&](std::size_t i) { return hex.units[i].status == Status::good; };
  while (hex.follow_next < hex.unit_count && !follows(hex.follow_next)) ++hex.follow_next;
  if (hex.follow_next < hex.unit_count) return;
  hex.calling = hex.follow_next = 0;
  go_on(hex);
}

/// 18.5: an unbroken unit rolls whether it follows the leader.
void follow(Dice& dice, TargetStack& hex) {
  TargetUnit& unit = hex.units[hex.follow_next];
  const int needed = unit.morale - to_follow - hex.units[hex.calling - 1].modifier;
  if (dice.DR([&](TwoDice roll) { return roll.total() <= needed; })) unit.status = Status::berserk;
  ++hex.follow_next;
  call_on(hex);
}

void everybody_checks(Dice& dice, TargetStack& hex) {
  while (!resolved(hex)) {
    make_alike(hex);
    dice.at(hex);
    step(dice, hex);
  }
}

/// What a result does to the units from place `first` to `last`; gives who of them has to check.
FireAt strike(TargetStack& hex, FireResult result, FireAt whom, std::size_t first,
              std::size_t last) {
  if (result.kind == FireResult::Kind::kia) {
    for (TargetUnit& unit : places(hex, first, last)) {
      if (whom == FireAt::everybody || unit.status == Status::good) {
        unit.status = Status::eliminated;
      }
    }
  }
  const bool checks = result.kind == FireResult::Kind::morale_check && first < last;
  return checks ? whom : FireAt::nobody;
}

void begin(TargetStack& hex, FireResult result, FireResult sheltered, FireAt whom) {
  end(hex);
  const std::size_t between = first_sheltered(hex);
  hex.fired_at = strike(hex, result, whom, 0, between);
  hex.sheltered_fired_at = strike(hex, sheltered, whom, between, hex.unit_count);
  if (hex.fired_at != FireAt::nobody) hex.number = result.number;
  if (hex.sheltered_fired_at != FireAt::nobody) hex.sheltered_number = sheltered.number;
  if (hex.fired_at != FireAt::nobody || hex.sheltered_fired_at != FireAt::nobody) {
    begin_checks(hex, hex.unit_count);
  }
}

}  // namespace

void begin_fire(TargetStack& hex, FireResult result, FireAt whom) {
  begin(hex, result, result, whom);
}

void begin_fire(TargetStack& hex, FireResult result, FireResult sheltered) {
  begin(hex, result, sheltered, FireAt::everybody);
}

void step(Dice& dice, TargetStack& hex) {
  if (hex.calling != 0) {
    follow(dice, hex);
    return;
  }
  const std::size_t i = hex.next;
  const int again = hex.leaders_lost;  // a leader's own failures are not for himself
  int failures = 0;
  const int by_fire = i < first_sheltered(hex) ? hex.number : hex.sheltered_number;
  const auto checks = [&](int number, bool due_to_fire) {
    if (check(dice, hex, i, number, due_to_fire) == Checked::failed) ++failures;
  };
  const Status& status = hex.units[i].status;
  if (is_fired_at(hex, i)) checks(by_fire, true);
  for (int more = 0; more < again; ++more) {
    if (status == Status::eliminated || status == Status::berserk) break;
    checks(0, false);
  }
  ++hex.next;
  if (i < hex.leader_count) {
    hex.leaders_lost = static_cast<std::uint8_t>(hex.leaders_lost + failures);
    if (status == Status::berserk) {
      hex.calling = static_cast<std::uint8_t>(i + 1);
      call_on(hex);
      return;
    }
  }
  go_on(hex);
}

/// Units that are not leaders are as good as each other in any order, those who have checked and
/// those who have not.
void make_alike(TargetStack& hex) {
  const std::size_t done =
      resolved(hex) ? hex.unit_count : std::max({hex.next, hex.leader_count, hex.follow_next});
  const std::size_t between = std::max<std::size_t>(first_sheltered(hex), hex.leader_count);
  const std::size_t first = std::min(done, between);
  const std::size_t second = std::max(done, between);
  std::ranges::sort(places(hex, hex.leader_count, first));
  std::ranges::sort(places(hex, first, second));
  std::ranges::sort(places(hex, second, hex.unit_count));
}

bool leads_before(const UnitName& first, const UnitName& other) {
  return first.morale != other.morale ? first.morale > other.morale
                                      : first.modifier < other.modifier;
}

TargetStack target_stack(const std::vector<UnitName>& names, Status status,
                         std::optional<int> broken_morale, std::vector<UnitName>* kinds) {
  std::vector<UnitName> order = names;
  std::stable_sort(order.begin(), order.end(), [](const UnitName& a, const UnitName& b) {
    if (a.leader != b.leader) return a.leader;
    return a.leader && leads_before(a, b);
  });
  TargetStack hex;
  for (const UnitName& name : order) {
    const int reverse =
        name.leader ? name.morale : broken_morale.value_or(broken_side_morale(name));
    hex.units[hex.unit_count++] = {static_cast<std::uint8_t>(name.morale),
                                   static_cast<std::uint8_t>(reverse),
                                   static_cast<std::int8_t>(name.modifier), status};
    if (name.leader) ++hex.leader_count;
    if (kinds == nullptr) continue;
    const auto known = std::find(kinds->begin(), kinds->end(), name);
    hex.units[hex.unit_count - 1u].kind = static_cast<std::uint8_t>(known - kinds->begin());
    if (known == kinds->end()) kinds->push_back(name);
  }
  return hex;
}

int leadership_for(const TargetStack& hex, std::size_t unit) {
  bool led = false;
  int best = 0;
  for (std::size_t i = 0; i < hex.leader_count; ++i) {
    if (i == unit || !is_unbroken(hex.units[i].status)) continue;
    best = led ? std::min<int>(best, hex.units[i].modifier) : hex.units[i].modifier;
    led = true;
  }
  return best;
}

int how_many(const TargetStack& hex, Status status) {
  return static_cast<int>(
      std::count_if(hex.units.begin(), hex.units.begin() + hex.unit_count,
                    [=](const TargetUnit& unit) { return unit.status == status; }));
}

bool morale_check(Dice& dice, TargetStack& hex, std::size_t unit, int number) {
  return check(dice, hex, unit, number, false) == Checked::passed;
}

void morale_checks(Dice& dice, TargetStack& hex, int number) {
  begin_fire(hex, {FireResult::Kind::morale_check, static_cast<std::uint8_t>(number)});
  everybody_checks(dice, hex);
}

void leader_lost(Dice& dice, TargetStack& hex, std::size_t leader) {
  hex.leaders_lost = 1;
  begin_checks(hex, leader);
  everybody_checks(dice, hex);
}

void resolve_fire(Dice& dice, TargetStack& hex, FireResult result) {
  resolve_fire(dice, hex, result, result);
}

void resolve_fire(Dice& dice, TargetStack& hex, FireResult result, FireResult sheltered) {
  begin_fire(hex, result, sheltered);
  everybody_checks(dice, hex);
  make_alike(hex);
  dice.at(hex);
}

InfantryFate fate_of(const TargetStack& hex, Status start) {
  InfantryFate fate;
  fate.units = hex.unit_count;
  fate.good_before = start == Status::good;
  for (std::size_t i = 0; i < hex.unit_count; ++i) {
    const Status now = hex.units[i].status;
    fate.unharmed += now == start ? 1 : 0;
    const bool worse = now > start && now != Status::berserk;
    fate.broken_or_worse += worse ? 1 : 0;
    fate.eliminated_or_reduced += now == Status::eliminated ? 1 : 0;
    fate.leader_lost = fate.leader_lost || (i < hex.leader_count && worse);
  }
  return fate;
}

Outcome fire_outcome(const TargetStack& hex, Status start) {
  const int eliminated = how_many(hex, Status::eliminated);
  const int broken = start == Status::broken ? 0 : how_many(hex, Status::broken);
  const int berserk = how_many(hex, Status::berserk);
  if (hex.unit_count == 1) {
    Outcome fate(eliminated > 0 ? "eliminated"
                 : broken > 0   ? "broken"
                 : berserk > 0  ? "berserk"
                                : "no_effect");
    fate.event("berserk", berserk > 0);
    return std::move(tell(fate, fate_of(hex, start), Pins::no));
  }
  const int unharmed = hex.unit_count - eliminated - broken - berserk;
  std::string summary;
  add_to_summary(summary, eliminated, "eliminated");
  add_to_summary(summary, broken, "broken");
  add_to_summary(summary, berserk, "berserk");
  add_to_summary(summary, summary.empty() ? 0 : unharmed, "unharmed");
  Outcome outcome(summary.empty() ? "no_effect" : summary);
  outcome.measure("eliminated", eliminated).measure("broken", broken).measure("unharmed", unharmed);
  if (hex.berserk != BerserkChecks::none) outcome.measure("berserk", berserk);
  outcome.event("berserk", berserk > 0);
  return std::move(tell(outcome, fate_of(hex, start), Pins::no));
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

}  // namespace combat_odds::squad_leader
