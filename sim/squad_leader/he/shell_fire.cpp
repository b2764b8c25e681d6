#include "sim/squad_leader/he/shell_fire.hpp"

#include <algorithm>
#include <cstring>

#include "sim/squad_leader/to_kill/crew_survival.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

constexpr int no_hit_possible = -100;  // a blank on the chart: below any roll, 33.32 included

bool anybody(const TargetStack& stack) {
  return std::any_of(stack.units.begin(), stack.units.begin() + stack.unit_count,
                     [](const TargetUnit& unit) { return squad_leader::is_there(unit.status); });
}

}  // namespace

ShellFire::Now ShellFire::now(const TargetStack& stack) {
  static_assert(sizeof(Now) <= sizeof(stack.memo) && std::has_unique_object_representations_v<Now>);
  Now now;
  std::memcpy(&now, stack.memo.data(), sizeof(Now));
  return now;
}

void ShellFire::remember(TargetStack& stack, const Now& now) {
  std::memcpy(stack.memo.data(), &now, sizeof(Now));
}

bool ShellFire::goes_on(const TargetStack& stack) const {
  return now(stack).shots != 0 && is_there(stack);
}

bool ShellFire::is_there(const TargetStack& stack) const {
  const Now now = ShellFire::now(stack);
  switch (at) {
    case At::infantry:
      return anybody(stack);
    case At::gun:
      return anybody(stack) || now.gun_destroyed == 0;
    case At::soft_vehicle:
      return now.vehicle < SoftVehicle::wreck;
  }
  return false;
}

ShellFire::Needed ShellFire::needed(int hindrance) const {
  const auto number = [&](const std::optional<Gunnery>& line) {
    const bool possible = line && line->needed();
    return possible ? *line->needed() - to_hit_drm - hindrance : no_hit_possible;
  };
  return {number(infantry_line), number(object_line)};
}

bool ShellFire::Needed::asks_third_die() const {
  const auto asks = [](int number) { return number > no_hit_possible && number < 2; };
  return asks(infantry) || asks(object);
}

ShellFire::Met ShellFire::met(int original, Needed needed) const {
  return {original <= needed.infantry, original <= needed.object,
          near_miss && original == needed.best() + 1};
}

/// 33.32: one die for both target lines.
ShellFire::Met ShellFire::third_die(Dice& dice, Needed needed) const {
  return dice.die([&](int third) {
    const auto hits = [&](int number) {
      return number >= 2 || (number > no_hit_possible && third + (2 - number) < 6);
    };
    Met met{hits(needed.infantry), hits(needed.object), false};
    met.near_miss = near_miss && !met.infantry && !met.object && needed.best() == 1;
    return met;
  });
}

void ShellFire::shoot(Dice& dice, TargetStack& stack) const {
  Now now = ShellFire::now(stack);
  --now.shots;
  Needed numbers = needed(0);
  const auto read = [&](int original) -> Rolled {
    return {original == 2 && numbers.asks_third_die(), met(original, numbers),
            gunnery().wear(original)};
  };
  Rolled rolled;
  if (smoke.rolls()) {
    const int original = dice.DR([](TwoDice roll) { return roll.total(); });
    numbers = needed(smoke.roll(dice));
    rolled = read(original);
  } else {
    rolled = dice.DR([&](TwoDice roll) { return read(roll.total()); });
  }
  const Met met = rolled.two ? third_die(dice, numbers) : rolled.met;
  // 34.9: if no canister is left, the roll is that of a shell.
  const bool may_be_canister = round == Round::canister && now.canister_gone == 0;
  if (may_be_canister && rolled.wear.special_gone) now.canister_gone = 1;
  const bool as_canister = may_be_canister && now.canister_gone == 0;
  now.gun = gunnery().after(dice, rolled.wear);
  if (now.gun != Shot::Gun::fires_on) now.shots = 0;  // 63.18
  if (met.infantry || met.object) ++now.hits;
  remember(stack, now);
  hit(dice, stack, met, as_canister);
}

void ShellFire::hit(Dice& dice, TargetStack& stack, Met met, bool as_canister) const {
  if (!met.infantry && !met.object) {
    if (!met.near_miss || as_canister) return;
    if (at == At::soft_vehicle) {
      fire_at_vehicle(dice, stack, *near_miss, true);
    } else {
      fire_at_infantry(dice, stack, *near_miss, false);
    }
    return;
  }
  const Attack& attack = as_canister ? canister : shell;
  if (at == At::soft_vehicle) {
    if (as_canister || round == Round::mortar) {
      fire_at_vehicle(dice, stack, attack, !as_canister);
    } else if (const Damage damage = penetration->roll(dice, false, false);
               damage >= Damage::eliminated) {
      destroyed(dice, stack, damage == Damage::burning ? SoftVehicle::burning : SoftVehicle::wreck);
    }
    return;
  }
  Now now = ShellFire::now(stack);
  if (met.object && now.gun_destroyed == 0 && !as_canister) {
    // 63.51: a mortar's shells pass over the shield.
    const bool gone =
        round == Round::mortar || penetration->roll(dice, false, false) >= Damage::eliminated;
    now.gun_destroyed = gone ? 1 : 0;
    remember(stack, now);
  }
  fire_at_infantry(dice, stack, attack, !met.infantry);
}

GroupResults ShellFire::on_infantry(const Attack& attack, int dr) const {
  return {*ift, attack.column, dr + attack.infantry_drm, group_drms};
}

bool ShellFire::any_infantry(const TargetStack& stack) const {
  return std::any_of(stack.units.begin(), stack.units.begin() + stack.unit_count,
                     [&](const TargetUnit& unit) { return unit.group < crew_group(); });
}

/// `crew_only`: the roll hit the gun but not the other units in its hex (63.9).
void ShellFire::fire_at_infantry(Dice& dice, TargetStack& stack, const Attack& attack,
                                 bool crew_only) const {
  if (!anybody(stack)) return;
  const bool others = !crew_only && any_infantry(stack);
  const bool crew = has_group(stack, crew_group());
  const GroupResults fired = dice.DR([&](TwoDice roll) {
    GroupResults at_them;
    if (others) at_them = on_infantry(attack, roll.total());
    if (crew) at_them.set(crew_group(), ift->at(attack.column, roll.total() + attack.crew_drm));
    return at_them;
  });
  if (building && fired.of(0).kind == FireResult::Kind::kia) bring_down(dice, stack, attack);
  resolve_fire(dice, stack, fired.all());
}

/// 58.1: a KIA turns the building into rubble. 59.3: the same attack is then rolled once more, and
/// another KIA sets fire to it.
void ShellFire::bring_down(Dice& dice, TargetStack& stack, const Attack& attack) const {
  const bool burns = dice.DR([&](TwoDice roll) {
    return on_infantry(attack, roll.total()).of(0).kind == FireResult::Kind::kia;
  });
  Now now = ShellFire::now(stack);
  now.building = burns ? 2 : 1;
  remember(stack, now);
}

void ShellFire::fire_at_vehicle(Dice& dice, TargetStack& stack, const Attack& attack,
                                bool by_shells) const {
  struct Fired {
    FireResult vehicle;
    FireResult passengers;
  };
  const Fired fired = dice.DR([&](TwoDice roll) -> Fired {
    Fired at_them;
    at_them.vehicle = ift->at(attack.column, roll.total() + attack.vehicle_drm);
    if (by_shells && at_them.vehicle.kind == FireResult::Kind::morale_check) at_them.vehicle = {};
    if (stack.unit_count > 0) {
      at_them.passengers = ift->at(attack.column, roll.total() + attack.infantry_drm);
    }
    return at_them;
  });
  Now now = ShellFire::now(stack);
  now.vehicle =
      by_shells ? shelled(now.vehicle, fired.vehicle) : fired_at(dice, now.vehicle, fired.vehicle);
  remember(stack, now);
  resolve_fire(dice, stack, fired.passengers);
  if (now.vehicle == SoftVehicle::wreck) destroyed(dice, stack, now.vehicle);
}

void ShellFire::destroyed(Dice& dice, TargetStack& stack, SoftVehicle how) const {
  Now now = ShellFire::now(stack);
  now.vehicle = how;
  remember(stack, now);
  if (survival_number && how != SoftVehicle::burning) {
    bail_out(dice, stack, *survival_number);
    return;
  }
  for (std::size_t i = 0; i < stack.unit_count; ++i) stack.units[i].status = Status::eliminated;
}

void ShellFire::strafe(Dice& dice, TargetStack& stack, const Attack& attack,
                       int breakdown_number) const {
  constexpr std::size_t vehicle = most_groups;  // where its result stands, and the breakdown
  constexpr std::size_t breakdown = most_groups + 1;
  const bool at_vehicle = at == At::soft_vehicle;
  const bool crew = !at_vehicle && has_group(stack, crew_group());
  const auto read = [&](int original, int hindrance) {
    const auto result = [&](int drm) { return ift->at(attack.column, original + drm + hindrance); };
    GroupResults at_them;
    if (any_infantry(stack)) at_them = on_infantry(attack, original + hindrance);
    if (crew) at_them.set(crew_group(), result(attack.crew_drm));
    if (at_vehicle) at_them.set(vehicle, result(attack.vehicle_drm));
    at_them.note(breakdown, original >= breakdown_number ? 1 : 0);
    return at_them;
  };
  GroupResults fired;
  if (smoke.rolls()) {
    const int original = dice.DR([](TwoDice roll) { return roll.total(); });
    fired = read(original, smoke.roll(dice));
  } else {
    fired = dice.DR([&](TwoDice roll) { return read(roll.total(), 0); });
  }
  Now now = ShellFire::now(stack);
  if (fired.noted(breakdown) != 0) now.gun = Shot::Gun::jammed;
  if (at_vehicle) now.vehicle = fired_at(dice, now.vehicle, fired.of(vehicle));
  remember(stack, now);
  resolve_fire(dice, stack, fired.all());
  if (at_vehicle && now.vehicle == SoftVehicle::wreck) destroyed(dice, stack, now.vehicle);
}

}  // namespace combat_odds::squad_leader
