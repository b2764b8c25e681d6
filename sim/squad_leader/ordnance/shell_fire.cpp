#include "combat_odds/sim/squad_leader/ordnance/shell_fire.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "combat_odds/sim/squad_leader/ordnance/survival.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = HexUnit::Status;

constexpr int no_hit_possible = -100;  // the chart's blank: below any roll, 33.32 included

bool anybody(const TargetHex& hex) { return how_many(hex, Status::eliminated) < hex.unit_count; }

}  // namespace

ShellFire::Now ShellFire::now(const TargetHex& hex) {
  static_assert(sizeof(Now) <= sizeof(hex.memo) && std::has_unique_object_representations_v<Now>);
  Now now;
  std::memcpy(&now, hex.memo.data(), sizeof(Now));
  return now;
}

void ShellFire::remember(TargetHex& hex, const Now& now) {
  std::memcpy(hex.memo.data(), &now, sizeof(Now));
}

bool ShellFire::goes_on(const TargetHex& hex) const {
  const Now now = ShellFire::now(hex);
  if (now.shots == 0) return false;
  switch (at) {
    case At::infantry:
      return anybody(hex);
    case At::gun:
      return anybody(hex) || now.gun_destroyed == 0;
    case At::soft_vehicle:
      return now.vehicle < SoftVehicle::wreck;
  }
  return false;
}

int ShellFire::needed(const std::optional<Gunnery>& line) const {
  if (!line || !line->needed()) return no_hit_possible;
  return *line->needed() - to_hit_drm;
}

ShellFire::Met ShellFire::met(int original) const {
  const int infantry = needed(infantry_line);
  const int object = needed(object_line);
  const int best = std::max(infantry, object);
  return {original <= infantry, original <= object,
          near_miss && best > no_hit_possible && original == best + 1};
}

/// 33.32: one die for both lines.
ShellFire::Met ShellFire::third_die(Dice& dice) const {
  return dice.dr([&](int third) {
    const auto hits = [&](int needed) {
      if (needed <= no_hit_possible) return false;
      return needed >= 2 || third + (2 - needed) < 6;
    };
    Met met{hits(needed(infantry_line)), hits(needed(object_line)), false};
    const int best = std::max(needed(infantry_line), needed(object_line));
    met.near_miss = near_miss && !met.infantry && !met.object && best == 1;
    return met;
  });
}

void ShellFire::shoot(Dice& dice, TargetHex& hex) const {
  Now now = ShellFire::now(hex);
  --now.shots;
  const auto asks_third = [&](const std::optional<Gunnery>& line) {
    const int number = needed(line);
    return number > no_hit_possible && number < 2;
  };
  const Rolled rolled = dice.DR([&](TwoDice roll) -> Rolled {
    const int original = roll.total();
    return {original == 2 && (asks_third(infantry_line) || asks_third(object_line)), met(original),
            gunnery().wear(original)};
  });
  const Met met = rolled.two ? third_die(dice) : rolled.met;
  // 34.9: a roll that finds no canister left is a shell's.
  const bool may_be_canister = round == Round::canister && now.canister_gone == 0;
  if (may_be_canister && rolled.wear.special_gone) now.canister_gone = 1;
  const bool as_canister = may_be_canister && now.canister_gone == 0;
  now.gun = gunnery().after(dice, rolled.wear);
  if (now.gun != Shot::Gun::fires_on) now.shots = 0;  // 63.18
  if (met.infantry || met.object) ++now.hits;
  remember(hex, now);
  hit(dice, hex, met, as_canister);
}

void ShellFire::hit(Dice& dice, TargetHex& hex, Met met, bool as_canister) const {
  if (!met.infantry && !met.object) {
    if (!met.near_miss || as_canister) return;
    if (at == At::soft_vehicle) {
      fire_at_vehicle(dice, hex, *near_miss, true);
    } else {
      fire_at_infantry(dice, hex, *near_miss, false);
    }
    return;
  }
  const Attack& attack = as_canister ? canister : shell;
  if (at == At::soft_vehicle) {
    if (as_canister || round == Round::mortar) {
      fire_at_vehicle(dice, hex, attack, !as_canister);
    } else if (const Damage damage = penetration->roll(dice, false, false);
               damage >= Damage::eliminated) {
      destroyed(dice, hex, damage == Damage::burning ? SoftVehicle::burning : SoftVehicle::wreck);
    }
    return;
  }
  Now now = ShellFire::now(hex);
  if (met.object && now.gun_destroyed == 0 && !as_canister) {
    // 63.51: a mortar's shells pass over the shield.
    const bool gone =
        round == Round::mortar || penetration->roll(dice, false, false) >= Damage::eliminated;
    now.gun_destroyed = gone ? 1 : 0;
    remember(hex, now);
  }
  fire_at_infantry(dice, hex, attack, !met.infantry);
}

/// `crew_only`: the roll met the gun and not the others in its hex (63.9).
void ShellFire::fire_at_infantry(Dice& dice, TargetHex& hex, const Attack& attack,
                                 bool crew_only) const {
  if (!anybody(hex)) return;
  struct Fired {
    FireResult infantry;
    FireResult crew;
  };
  const bool others = !crew_only && hex.unit_count > hex.sheltered;
  const bool crew = hex.sheltered > 0;
  const Fired fired = dice.DR([&](TwoDice roll) -> Fired {
    Fired at_them;
    if (others) at_them.infantry = ift->at(attack.column, roll.total() + attack.infantry_drm);
    if (crew) at_them.crew = ift->at(attack.column, roll.total() + attack.crew_drm);
    return at_them;
  });
  resolve_fire(dice, hex, fired.infantry, fired.crew);
}

void ShellFire::fire_at_vehicle(Dice& dice, TargetHex& hex, const Attack& attack,
                                bool by_shells) const {
  struct Fired {
    FireResult vehicle;
    FireResult passengers;
  };
  const Fired fired = dice.DR([&](TwoDice roll) -> Fired {
    Fired at_them;
    at_them.vehicle = ift->at(attack.column, roll.total() + attack.vehicle_drm);
    if (by_shells && at_them.vehicle.kind == FireResult::Kind::morale_check) at_them.vehicle = {};
    if (hex.unit_count > 0) {
      at_them.passengers = ift->at(attack.column, roll.total() + attack.infantry_drm);
    }
    return at_them;
  });
  Now now = ShellFire::now(hex);
  now.vehicle =
      by_shells ? shelled(now.vehicle, fired.vehicle) : fired_at(dice, now.vehicle, fired.vehicle);
  remember(hex, now);
  resolve_fire(dice, hex, fired.passengers);
  if (now.vehicle == SoftVehicle::wreck) destroyed(dice, hex, now.vehicle);
}

void ShellFire::destroyed(Dice& dice, TargetHex& hex, SoftVehicle how) const {
  Now now = ShellFire::now(hex);
  now.vehicle = how;
  remember(hex, now);
  survive(dice, hex, survival_number, how == SoftVehicle::burning);
}

void ShellFire::strafe(Dice& dice, TargetHex& hex, const Attack& attack,
                       int breakdown_number) const {
  struct Fired {
    FireResult first;
    FireResult second;
    bool breakdown = false;
  };
  const bool at_vehicle = at == At::soft_vehicle;
  const Fired fired = dice.DR([&](TwoDice roll) -> Fired {
    const auto result = [&](int drm) { return ift->at(attack.column, roll.total() + drm); };
    Fired at_them;
    at_them.breakdown = roll.total() >= breakdown_number;
    if (hex.unit_count > hex.sheltered) at_them.first = result(attack.infantry_drm);
    if (at_vehicle) {
      at_them.second = result(attack.vehicle_drm);
    } else if (hex.sheltered > 0) {
      at_them.second = result(attack.crew_drm);
    }
    return at_them;
  });
  Now now = ShellFire::now(hex);
  if (fired.breakdown) now.gun = Shot::Gun::jammed;
  if (at_vehicle) now.vehicle = fired_at(dice, now.vehicle, fired.second);
  remember(hex, now);
  resolve_fire(dice, hex, fired.first, at_vehicle ? FireResult{} : fired.second);
  if (at_vehicle && now.vehicle == SoftVehicle::wreck) destroyed(dice, hex, now.vehicle);
}

}  // namespace combat_odds::squad_leader
