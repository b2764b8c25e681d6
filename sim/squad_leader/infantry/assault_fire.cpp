#include "sim/squad_leader/infantry/assault_fire.hpp"
#include "core/text/add_once.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/dice/small.hpp"

namespace combat_odds::squad_leader {

void AssaultFire::describe(Declaration<AssaultFire>& fire) {
  const auto as_given = [](const AssaultFire& asked) {
    return !asked.attackers.given() && !asked.factor;
  };
  fire.asks(&AssaultFire::firepower, "firepower", 0, 1000, "the firepower after all multipliers")
      .needed_when(as_given, "with what is fired?",
                   "its firepower, x2 for the units themselves at double firepower, or who fires: "
                   "'2*4-6-7 LMG range 1'")
      .only_when(as_given, "the firers already give the firepower", "")
      .asks(&AssaultFire::factor, "factor", 0.125, 6,
            "what the side's own firepower is multiplied by")
      .only_when([](const AssaultFire& asked) { return !asked.attackers.given(); },
                 "the firers already give the firepower", "")
      .asks(&AssaultFire::drm, "drm", -20, 20, "the sum of the dice roll modifiers")
      .includes(&AssaultFire::attackers)
      .only_when(
          {"leader"}, [](const AssaultFire& asked) { return !asked.by_own_units(); },
          "the leader of the units themselves directs", "");
}

std::vector<std::string> AssaultFire::words_of_phase(const AssaultStep& step,
                                                     const AssaultForce::Group& firing) {
  if (!step.in_advancing_fire || step.says("phase")) return {};
  if (!firing.is_vehicle()) return {"phase", "advancing"};
  std::vector<std::string> words = {"phase", "advancing_unmoved"};
  if (!step.says("vehicle_moves")) words.insert(words.end(), {"vehicle_moves", "entered_hex"});
  return words;
}

void AssaultFire::prepare(const Charts& charts) {
  ift_ = &charts.get<Ift>();
  drm_ = attackers.drm(drm);
  if (by_own_units()) return;
  column_ = ift_->column(attackers.given() ? attackers.firepower() : *firepower);
}

void AssaultFire::by_whoever_is_left(const Charts& charts) {
  by_firers_.prepare(charts, attackers.group().weapons);
}

bool AssaultFire::has_rear_turret() const {
  const auto& guns = attackers.vehicle.guns();
  return std::any_of(guns.begin(), guns.end(), [](const VehicleMachineGuns::Gun& gun) {
    return gun.firer.name == VehicleMachineGuns::rear_turret;
  });
}

void AssaultFire::beside_own_gun(const Charts& charts) {
  Attackers beside = attackers.made_by(*attackers.who);
  beside.vehicle.moves = attackers.vehicle.moves;
  beside.vehicle.hull_down = attackers.vehicle.hull_down;
  beside.vehicle.crew_exposed = attackers.vehicle.crew_exposed;
  beside.vehicle.gun_fires = true;
  beside.prepare(charts);
  attackers = std::move(beside);
  drm_ = attackers.drm(drm);
  column_ = ift_->column(attackers.firepower());
}

AssaultFire::Attack AssaultFire::attack(const std::vector<UnitName>& kinds, const TargetStack& side,
                                        std::uint8_t jammed) const {
  if (!by_own_units()) return {column_, drm_, {}};
  if (!attackers.vehicle.guns().empty()) {  // the machine guns of a vehicle
    const bool any = std::any_of(side.units.begin(), side.units.begin() + side.unit_count,
                                 [](const TargetUnit& unit) { return is_unbroken(unit.status); });
    return any ? Attack{column_, drm_, {}} : Attack{};
  }
  if (by_firers_.prepared()) return attack_of_those_left(kinds, side, jammed);
  int own = 0;
  for (std::size_t i = side.leader_count; i < side.unit_count; ++i) {
    const TargetUnit& unit = side.units[i];
    if (is_unbroken(unit.status)) own += kinds[unit.kind].firepower;
  }
  return {ift_->column(own * *factor), drm_ + leader_who_helps(side), {}};
}

const AssaultFire::Attack& AssaultFire::attack_of_those_left(const std::vector<UnitName>& kinds,
                                                             const TargetStack& side,
                                                             std::uint8_t jammed) const {
  std::string key;
  for (std::size_t i = side.leader_count; i < side.unit_count; ++i) {
    if (is_unbroken(side.units[i].status)) key += static_cast<char>(side.units[i].kind);
  }
  std::sort(key.begin(), key.end());
  std::string leaders;
  int alone = 0;  // 8.4: of leaders alone, at most two at one weapon
  for (std::size_t i = 0; i < side.leader_count && key.empty(); ++i) {
    const TargetUnit& unit = side.units[i];
    if (!is_unbroken(unit.status) || ++alone > 2) continue;
    leaders += " " + kinds[unit.kind].text;
  }
  const int leadership = leader_who_helps(side);
  key += static_cast<char>(leadership);
  key += static_cast<char>(alone);
  key += static_cast<char>(jammed);
  return by_firers_.of(key, [&](const Charts& charts) {
    if (alone > 0) return of_leaders_alone(leaders, jammed, charts);
    std::string able;
    for (std::size_t i = side.leader_count; i < side.unit_count; ++i) {
      if (is_unbroken(side.units[i].status)) able += " " + kinds[side.units[i].kind].text;
    }
    return worked_out(able, leadership, jammed, charts);
  });
}

AssaultFire::Attack AssaultFire::worked_out(const std::string& able, int leadership,
                                            std::uint8_t jammed, const Charts& charts) const {
  Attack best;
  double most = 0;
  if (able.empty()) return best;
  for (const auto& manned : by_firers_.weapons().manned(jammed)) {
    Attackers group = attackers.made_by(able + manned.words);
    try {
      group.prepare(charts);
    } catch (const ArgumentError&) {  // too few to man them, or out of range
      continue;
    }
    if (group.firepower() <= most) continue;
    most = group.firepower();
    best = {ift_->column(most), group.drm(drm) + leadership, {}};
    for (const std::size_t weapon : manned.weapons) {
      if (reaches(weapon)) best.weapons.push_back(weapon);
    }
  }
  return best;
}

/// 8.4, 17.3: one weapon, at half by one leader, who does not direct it besides.
AssaultFire::Attack AssaultFire::of_leaders_alone(const std::string& leaders, std::uint8_t jammed,
                                                  const Charts& charts) const {
  Attack best;
  double most = 0;
  for (const auto& manned : by_firers_.weapons().manned(jammed)) {
    if (manned.weapons.empty()) continue;
    const std::size_t weapon = manned.weapons.back();
    Attackers group = attackers.made_by(leaders + " " + by_firers_.weapons()[weapon].name);
    try {
      group.prepare(charts);
    } catch (const ArgumentError&) {  // out of range
      continue;
    }
    if (group.firepower() < most) continue;
    most = group.firepower();
    best = {ift_->column(most), group.drm(drm), {weapon}};
  }
  return best;
}

bool AssaultFire::reaches(std::size_t weapon) const {
  const int normal = by_firers_.weapons()[weapon].normal_range;
  return normal == 0 || attackers.range.value_or(1) <= 2 * normal;
}

/// 18.1
bool AssaultFire::jams(std::size_t weapon, int original) const {
  return original >= breakdown_number.value_or(by_firers_.weapons()[weapon].breakdown_number);
}

/// 24.6: the die of smoke comes after the DR, which alone decides on a breakdown.
AssaultFire::Shot AssaultFire::roll(Dice& dice, const std::vector<UnitName>& kinds,
                                    const TargetStack& side, std::uint8_t jammed, bool in_smoke,
                                    const std::vector<int>& own, int more_drm) const {
  Attack at = attack(kinds, side, jammed);
  at.drm += more_drm;
  if (by_own_units() && at.column < 0) return {};
  const auto shot = [&](int original, int smoke_drm) {
    Shot seen{GroupResults(*ift_, at.column, original + at.drm + smoke_drm, own)};
    for (const std::size_t weapon : at.weapons) {
      if (weapon < GroupWeapons::most_jammed && jams(weapon, original)) {
        seen.jam(weapon);
      }
    }
    return seen;
  };
  if (!in_smoke || !smoke.rolls() || !attackers.mind_smoke()) {
    return dice.DR([&](TwoDice roll) { return shot(roll.total(), 0); });
  }
  const int original = dice.DR([](TwoDice roll) { return roll.total(); });
  return shot(original, smoke.roll(dice));
}

std::string AssaultFire::tell(Working& working) const {
  if (factor) {
    return fmt::format("{:g} times the firepower left, {}", *factor, signed_text(drm_));
  }
  Working own;
  attackers.tell(own, *ift_, firepower, drm, column_);
  working.sums.insert(working.sums.end(), own.sums.begin(), own.sums.end());
  for (std::string& note : own.notes) add_once(working.notes, std::move(note));
  return own.situation;
}

int leader_who_helps(const TargetStack& stack) {
  int best = 0;
  for (std::size_t i = 0; i < stack.leader_count; ++i) {
    if (is_unbroken(stack.units[i].status)) {
      best = std::min<int>(best, stack.units[i].modifier);
    }
  }
  return best;
}

}  // namespace combat_odds::squad_leader
