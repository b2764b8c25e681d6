#include "combat_odds/sim/squad_leader/infantry/fire_attack.hpp"

#include <algorithm>
#include <span>

#include "combat_odds/sim/squad_leader/counters.hpp"
#include "combat_odds/sim/summary.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = HexUnit::Status;

/// All units that are not leaders, or those of them before `end`. Where they have all checked, or
/// none has, they are as good as each other in any order.
std::span<HexUnit> others(TargetHex& hex, std::size_t end) {
  return {hex.units.begin() + hex.leader_count,
          hex.units.begin() + static_cast<std::ptrdiff_t>(end)};
}

void checkpoint(Dice& dice, TargetHex& hex, std::size_t next, std::size_t except) {
  hex.next = static_cast<std::uint8_t>(next);
  hex.except = static_cast<std::uint8_t>(except);
  if (next > hex.leader_count) std::ranges::sort(others(hex, next));
  dice.at(hex);
}

void everybody_checks(Dice& dice, TargetHex& hex, std::size_t except) {
  std::ranges::sort(others(hex, hex.unit_count));
  for (std::size_t i = 0; i < hex.unit_count; ++i) {
    if (i == except || hex.units[i].status == Status::eliminated) continue;
    if (hex.unit_count > 1) checkpoint(dice, hex, i, except);
    const int again = hex.leaders_lost;  // a leader's own failures are not for himself
    int failures = 0;
    if (hex.fired_at != 0 && !morale_check(dice, hex, i, hex.number)) ++failures;
    for (int check = 0; check < again && hex.units[i].status != Status::eliminated; ++check) {
      if (!morale_check(dice, hex, i, 0)) ++failures;
    }
    if (i < hex.leader_count) {
      hex.leaders_lost = static_cast<std::uint8_t>(hex.leaders_lost + failures);
    }
  }
  hex.fired_at = hex.number = hex.leaders_lost = 0;
}

}  // namespace

bool leads_before(const UnitName& first, const UnitName& other) {
  return first.morale != other.morale ? first.morale > other.morale
                                      : first.modifier < other.modifier;
}

TargetHex target_hex(const std::vector<UnitName>& names, Status status,
                     std::optional<int> broken_morale) {
  std::vector<UnitName> order = names;
  std::stable_sort(order.begin(), order.end(), [](const UnitName& a, const UnitName& b) {
    if (a.leader != b.leader) return a.leader;
    return a.leader && leads_before(a, b);
  });
  TargetHex hex;
  for (const UnitName& name : order) {
    const int reverse =
        name.leader ? name.morale : broken_morale.value_or(broken_side_morale(name));
    hex.units[hex.unit_count++] = {static_cast<std::uint8_t>(name.morale),
                                   static_cast<std::uint8_t>(reverse),
                                   static_cast<std::int8_t>(name.modifier), status};
    if (name.leader) ++hex.leader_count;
  }
  return hex;
}

int leadership_for(const TargetHex& hex, std::size_t unit) {
  bool led = false;
  int best = 0;
  for (std::size_t i = 0; i < hex.leader_count; ++i) {
    if (i == unit || hex.units[i].status != Status::good) continue;
    best = led ? std::min<int>(best, hex.units[i].modifier) : hex.units[i].modifier;
    led = true;
  }
  return best;
}

int how_many(const TargetHex& hex, Status status) {
  return static_cast<int>(
      std::count_if(hex.units.begin(), hex.units.begin() + hex.unit_count,
                    [=](const HexUnit& unit) { return unit.status == status; }));
}

bool morale_check(Dice& dice, TargetHex& hex, std::size_t unit, int number) {
  HexUnit& checks = hex.units[unit];
  const int morale = checks.status == Status::broken ? checks.broken_morale : checks.morale;
  const int needed = morale - number - leadership_for(hex, unit);
  const bool passed = dice.DR([&](TwoDice roll) { return roll.total() <= needed; });
  if (!passed) checks.status = checks.status == Status::good ? Status::broken : Status::eliminated;
  return passed;
}

void morale_checks(Dice& dice, TargetHex& hex, int number) {
  hex.fired_at = 1;
  hex.number = static_cast<std::uint8_t>(number);
  everybody_checks(dice, hex, hex.unit_count);
}

void leader_lost(Dice& dice, TargetHex& hex, std::size_t leader) {
  hex.leaders_lost = 1;
  everybody_checks(dice, hex, leader);
}

void resolve_fire(Dice& dice, TargetHex& hex, FireResult result) {
  if (result.kind == FireResult::Kind::kia) {
    for (std::size_t i = 0; i < hex.unit_count; ++i) hex.units[i].status = Status::eliminated;
  } else if (result.kind == FireResult::Kind::morale_check) {
    morale_checks(dice, hex, result.number);
  }
  checkpoint(dice, hex, hex.unit_count, hex.unit_count);
}

Outcome fire_outcome(const TargetHex& hex, Status start) {
  const int eliminated = how_many(hex, Status::eliminated);
  const int broken = start == Status::broken ? 0 : how_many(hex, Status::broken);
  const bool leader_lost = std::any_of(hex.units.begin(), hex.units.begin() + hex.leader_count,
                                       [&](const HexUnit& unit) { return unit.status > start; });
  if (hex.unit_count == 1) {
    Outcome fate(eliminated > 0 ? "eliminated" : broken > 0 ? "broken" : "no_effect");
    return std::move(fate.event("leader_lost", leader_lost));
  }
  const int unharmed = hex.unit_count - eliminated - broken;
  std::string summary;
  add_to_summary(summary, eliminated, "eliminated");
  add_to_summary(summary, broken, "broken");
  add_to_summary(summary, summary.empty() ? 0 : unharmed, "unharmed");
  return Outcome(summary.empty() ? "no_effect" : summary)
      .event("leader_lost", leader_lost)
      .measure("eliminated", eliminated)
      .measure("broken", broken)
      .measure("unharmed", unharmed);
}

std::vector<Term> fire_outcomes() {
  return {
      {"eliminated", "the unit is eliminated"},
      {"broken", "the unit is broken"},
      {"no_effect", "nothing happens to the target"},
  };
}

std::vector<Term> fire_events() { return {{"leader_lost", "a leader broke or was eliminated"}}; }

std::vector<Term> fire_measures() {
  return {
      {"eliminated", "units eliminated"},
      {"broken", "units broken"},
      {"unharmed", "units to which nothing happened"},
  };
}

}  // namespace combat_odds::squad_leader
