#include "combat_odds/sim/squad_leader/infantry/fire_attack.hpp"

#include <algorithm>
#include <span>

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
    HexUnit& unit = hex.units[i];
    const int needed = unit.morale - hex.number - leadership_for(hex, i);
    const bool passed = dice.DR([&](TwoDice roll) { return roll.total() <= needed; });
    if (passed) continue;
    unit.status = unit.status == Status::good ? Status::broken : Status::eliminated;
    if (i < hex.leader_count) ++hex.lost[i];
  }
}

}  // namespace

TargetHex target_hex(const std::vector<UnitName>& names, Status status) {
  std::vector<UnitName> order = names;
  std::stable_sort(order.begin(), order.end(), [](const UnitName& a, const UnitName& b) {
    if (a.leader != b.leader) return a.leader;
    return a.leader && a.morale > b.morale;
  });
  TargetHex hex;
  for (const UnitName& name : order) {
    hex.units[hex.unit_count++] = {static_cast<std::uint8_t>(name.morale),
                                   static_cast<std::int8_t>(name.modifier), status};
    if (name.leader) ++hex.leader_count;
  }
  return hex;
}

int leadership_for(const TargetHex& hex, std::size_t unit) {
  if (unit < hex.leader_count) return 0;
  bool led = false;
  int best = 0;
  for (std::size_t i = 0; i < hex.leader_count; ++i) {
    if (hex.units[i].status != Status::good) continue;
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

void morale_checks(Dice& dice, TargetHex& hex, int number) {
  hex.number = static_cast<std::uint8_t>(number);
  everybody_checks(dice, hex, hex.unit_count);
  hex.number = 0;
  checks_for_lost_leaders(dice, hex);
}

void checks_for_lost_leaders(Dice& dice, TargetHex& hex) {
  for (std::size_t leader = 0; leader < hex.leader_count;) {
    if (hex.lost[leader] == 0) {
      ++leader;
      continue;
    }
    --hex.lost[leader];
    everybody_checks(dice, hex, leader);
    leader = 0;
  }
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
  if (hex.unit_count == 1) {
    return Outcome(eliminated > 0 ? "eliminated" : broken > 0 ? "broken" : "no_effect");
  }
  const int unharmed = hex.unit_count - eliminated - broken;
  std::string summary;
  add_to_summary(summary, eliminated, "eliminated");
  add_to_summary(summary, broken, "broken");
  add_to_summary(summary, summary.empty() ? 0 : unharmed, "unharmed");
  const bool leader_lost = std::any_of(hex.units.begin(), hex.units.begin() + hex.leader_count,
                                       [&](const HexUnit& unit) { return unit.status > start; });
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

std::vector<Term> fire_events() {
  return {{"leader_lost", "a leader of the stack broke or was eliminated"}};
}

std::vector<Term> fire_measures() {
  return {
      {"eliminated", "units eliminated"},
      {"broken", "units broken"},
      {"unharmed", "units to which nothing happened"},
  };
}

}  // namespace combat_odds::squad_leader
