#include "sim/squad_leader/artillery/beaten_zone.hpp"

#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_leader/infantry/group_results.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

bool stands_there(const TargetUnit& unit) { return unit.morale > 0; }

/// Keeps only the fate of a unit, and its group.
TargetUnit gone(const TargetUnit& unit, Status status) {
  TargetUnit left;
  left.status = status;
  left.group = unit.group;
  return left;
}

}  // namespace

BeatenZone::BeatenZone(const OccupiedHex& aimed_at, const Neighbours& around,
                       std::optional<int> vehicle_drm, const Marsh& marsh)
    : vehicle_drm_(vehicle_drm) {
  start_.vehicle = vehicle_drm ? 1 : 0;
  std::size_t next = 0;
  for (std::size_t hex = 0; hex < hex_count; ++hex) {
    const OccupiedHex& occupied = hex == 0 ? aimed_at : around[hex - 1];
    TargetStack units = target_stack(occupied.units, Status::good);
    if (hex == 0) marsh.lower_morale(units);
    if (next + units.unit_count > most_units) {
      throw ArgumentError("neighbours", "too many units in all the hexes",
                          "at most " + std::to_string(most_units) + " with those of the target");
    }
    first_[hex] = small(next);
    leaders_[hex] = units.leader_count;
    drms_[hex] = drms_of(occupied.units);
    for (int& drm : drms_[hex]) drm += occupied.drm;
    for (std::size_t i = 0; i < units.unit_count; ++i) start_.units[next++] = units.units[i];
  }
  first_[hex_count] = small(next);
}

bool BeatenZone::anything(const Units& units, std::size_t hex) const {
  if (hex == 0 && units.vehicle != 0) return true;
  return std::any_of(units.units.begin() + first_[hex], units.units.begin() + first_[hex + 1],
                     stands_there);
}

bool BeatenZone::anything_left(const Units& units) const {
  return units.vehicle != 0 || std::any_of(units.units.begin(), units.units.end(), stands_there);
}

void BeatenZone::fire(Dice& dice, Units& units, Attack& attack, std::size_t hex, const Ift& ift,
                      int column, int payload_drm) const {
  constexpr std::size_t on_vehicle = GroupResults::most - 1;  // 1: it is eliminated
  const bool vehicle = hex == 0 && units.vehicle != 0;
  attack = {};
  for (std::size_t i = first_[hex]; i < first_[hex + 1]; ++i) {
    if (!stands_there(units.units[i])) continue;
    attack.stack.units[attack.stack.unit_count++] = units.units[i];
    if (i < static_cast<std::size_t>(first_[hex] + leaders_[hex])) ++attack.stack.leader_count;
  }
  const bool infantry = attack.stack.unit_count > 0;
  struct Fired {
    GroupResults results;
    std::string text() const {
      return results.text() + (results.noted(on_vehicle) != 0 ? ", the vehicle is eliminated" : "");
    }
  };
  const auto [results] = dice.DR([&](TwoDice roll) -> Fired {
    const int dr = roll.total() + payload_drm;
    Fired at;
    if (infantry) at.results = {ift, column, dr, drms_[hex]};
    const bool hit = vehicle && ift.at(column, dr + *vehicle_drm_).kind == FireResult::Kind::kia;
    at.results.note(on_vehicle, hit ? 1 : 0);
    return at;
  });
  if (results.noted(on_vehicle) != 0) units.vehicle = 0;
  attack.on = small(hex + 1);
  begin_fire(attack.stack, results.all());
  if (resolved(attack.stack)) end(units, attack);
}

void BeatenZone::check(Dice& dice, Units& units, Attack& attack) const {
  step(dice, attack.stack);
  if (resolved(attack.stack)) end(units, attack);
}

/// Puts the units that were attacked back in their places, equivalent ones sorted.
void BeatenZone::end(Units& units, Attack& attack) const {
  const std::size_t hex = attack.on - 1U;
  std::size_t next = 0;
  for (std::size_t i = first_[hex]; i < first_[hex + 1]; ++i) {
    if (!stands_there(units.units[i])) continue;
    const TargetUnit& now = attack.stack.units[next++];
    units.units[i] = now.status == Status::eliminated ? gone(now, Status::eliminated) : now;
  }
  std::sort(units.units.begin() + first_[hex] + leaders_[hex],
            units.units.begin() + first_[hex + 1]);
  attack = {};
}

void BeatenZone::rout(Units& units) const {
  for (TargetUnit& unit : units.units) {
    if (unit.status == Status::broken) unit = gone(unit, Status::broken);
  }
  for (std::size_t hex = 0; hex < hex_count; ++hex) {
    std::sort(units.units.begin() + first_[hex] + leaders_[hex],
              units.units.begin() + first_[hex + 1]);
  }
}

BeatenZone::Count BeatenZone::count(const Units& units, std::size_t first_hex,
                                    std::size_t last_hex) const {
  Count count;
  for (std::size_t hex = first_hex; hex <= last_hex; ++hex) {
    for (std::size_t i = first_[hex]; i < first_[hex + 1]; ++i) {
      const Status status = units.units[i].status;
      ++count.units;
      count.eliminated += status == Status::eliminated ? 1 : 0;
      count.broken += status == Status::broken ? 1 : 0;
      const bool leader = i < static_cast<std::size_t>(first_[hex] + leaders_[hex]);
      count.leader_lost = count.leader_lost || (leader && status != Status::good);
    }
  }
  return count;
}

void BeatenZone::tell(Outcome& outcome, const Units& units) const {
  if (const Count here = count(units, 0, 0); here.units > 0) {
    InfantryFate fate;
    fate.units = here.units;
    fate.unharmed = here.units - here.eliminated - here.broken;
    fate.broken_or_worse = here.eliminated + here.broken;
    fate.eliminated_or_reduced = here.eliminated;
    fate.leader_lost = here.leader_lost;
    if (drms_[0].size() > 1) {
      const auto is_hurt = [&](const TargetUnit& unit) { return unit.status != Status::good; };
      const auto hurt = [&](bool in_first) {
        return std::any_of(
            units.units.begin(), units.units.begin() + first_[1],
            [&](const TargetUnit& unit) { return (unit.group == 0) == in_first && is_hurt(unit); });
      };
      outcome.event("first_group_broken_or_worse", hurt(true))
          .event("other_groups_broken_or_worse", hurt(false));
    }
    combat_odds::tell(outcome, fate, Pins::no)
        .measure("eliminated", here.eliminated)
        .measure("broken", here.broken)
        .measure("unharmed", fate.unharmed);
  }
  if (vehicle_drm_) combat_odds::tell(outcome, VehicleFate{units.vehicle == 0, false});
  if (const Count around = count(units, 1, hex_count - 1); around.units > 0) {
    outcome.measure("neighbours_eliminated", around.eliminated)
        .measure("neighbours_broken", around.broken);
  }
}

}  // namespace combat_odds::squad_leader
