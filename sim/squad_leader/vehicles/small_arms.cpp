#include "sim/squad_leader/vehicles/small_arms.hpp"

#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_games/numbers_needed.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

constexpr int leader_alone = 2;   // 36.12
constexpr int armour_around = 2;  // 64.44, 72.3
constexpr int atr_calibre = 14;

}  // namespace

void VehicleUnderSmallArms::prepare(const Charts& charts) {
  if (units.empty() && machine_guns == 0 && atrs == 0) {
    throw ArgumentError("units", "nobody attacks", "units, machine_guns or atrs");
  }
  order_units();
  passengers_ = target_stack(passengers, Status::good);
  if (anybody_exposed() && has_infantry()) ift_ = &charts.get<Ift>();
  if (machine_guns > 0) {
    const bool heavy = machine_gun == MachineGun::hmg_50cal;
    machine_gun_.emplace(KillWeapon{heavy ? "a .50 calibre HMG" : "a MMG or HMG",
                                    heavy ? "ap_50cal_20mm" : "ap_mg", false, false, false, false},
                         target(mg_kill_number, {}), false, charts);
  }
  if (atrs == 0) return;
  if (!atr_kill_number)
    refuse_atr("atr_kill_number", facing_words().words[static_cast<std::size_t>(facing)]);
  if (!atr_rear_kill_number && facing != KillTarget::Facing::rear)
    refuse_atr("atr_rear_kill_number", "rear");
  atr_.emplace(KillWeapon{"an ATR", "", false, true, false},
               target(atr_kill_number, atr_rear_kill_number), true, charts);
  Aim aim;
  aim.gun.gun.calibre = atr_calibre;
  aim.range = atr_range;
  aim.target = static_cast<Aim::Target>(static_cast<int>(atr_target));
  aim.numbers = red_numbers ? Aim::Numbers::red : Aim::Numbers::black;
  aim.drm = to_hit_drm;
  aim.breakdown_number = breakdown_number;
  gunnery_.emplace(aim, charts);
}

Outcome VehicleUnderSmallArms::resolve(Dice& dice) const {
  SmallArms now;
  now.passengers = passengers_;
  if (already_immobilized) now.vehicle = Damage::immobilized;
  fire_weapons(dice, now);
  if (!is_out(now) && has_infantry()) {
    check_before_attacking(dice, now);
    attack(dice, now);
  }
  return told(now);
}

void VehicleUnderSmallArms::refuse_atr(const char* parameter, const std::string& of) {
  throw ArgumentError(
      parameter, std::string(parameter) + " is missing: the numbers of an ATR were not recovered",
      "the number printed on your AFV KILL chart, " + of + " target facing");
}

KillTarget VehicleUnderSmallArms::target(std::optional<int> number,
                                         std::optional<int> rear_number) const {
  KillTarget target;
  target.facing = facing;
  target.kind = static_cast<KillTarget::Kind>(static_cast<int>(kind));
  target.armor = armor;
  target.side_armor = side_armor;
  target.kill_number = number;
  target.rear_kill_number = rear_number;
  target.hull_down = atr_target == Line::vehicle_hull_down;
  target.drm = kill_drm;
  return target;
}

void VehicleUnderSmallArms::order_units() {
  units_ = units;
  std::stable_sort(units_.begin(), units_.end(), [](const UnitName& one, const UnitName& other) {
    if (one.leader != other.leader) return one.leader;
    return one.leader && leads_before(one, other);
  });
  leaders_ = static_cast<std::size_t>(std::count_if(
      units_.begin(), units_.end(), [](const UnitName& unit) { return unit.leader; }));
}

bool VehicleUnderSmallArms::is_out(const SmallArms& now) {
  return now.vehicle >= Damage::abandoned;
}

void VehicleUnderSmallArms::fire_weapons(Dice& dice, SmallArms& now) const {
  for (; now.weapons < atrs + machine_guns && !is_out(now); ++now.weapons) {
    dice.at(now);
    const bool immobilized = now.vehicle == Damage::immobilized;
    const bool is_atr = now.weapons < atrs;
    bool critical = false;
    if (is_atr) {
      const Shot shot = gunnery_->fire(dice, 0);
      if (shot.gun == Shot::Gun::jammed) now.broken_down = 1;
      if (shot.hit == Shot::Hit::miss) continue;
      critical = shot.hit == Shot::Hit::critical;
    }
    const Penetration& weapon = is_atr ? *atr_ : *machine_gun_;
    const Damage damage = weapon.roll(dice, critical, immobilized);
    now.vehicle = after_hit(dice, now.vehicle, damage, weapon, crew_morale);
  }
  now.weapons = small(atrs + machine_guns);
}

int VehicleUnderSmallArms::help_for(const SmallArms& now, std::size_t unit) const {
  std::optional<int> best;
  for (std::size_t i = 0; i < leaders_; ++i) {
    if (i == unit || (i < now.checked && !dares(now, i))) continue;
    best = std::min(best.value_or(units_[i].modifier), units_[i].modifier);
  }
  return best.value_or(0);
}

void VehicleUnderSmallArms::check_before_attacking(Dice& dice, SmallArms& now) const {
  // Nobody tries to stop an AFV that stands, and fire at who is exposed on it needs no check.
  if (now.vehicle == Damage::immobilized) {
    now.checked = small(units_.size());
    now.dare = small((1U << units_.size()) - 1);
  }
  for (; now.checked < units_.size(); ++now.checked) {
    dice.at(now);
    const int needed = units_[now.checked].morale - help_for(now, now.checked);
    const bool passes = DR_at_most(dice, needed);
    if (passes) now.dare |= small(1 << now.checked);
  }
}

std::vector<VehicleUnderSmallArms::Attack> VehicleUnderSmallArms::attacks(
    const SmallArms& now) const {
  std::vector<Attack> all;
  const auto squads = [&](bool at_afv) {
    for (std::size_t i = leaders_; i < units_.size(); ++i) {
      if (dares(now, i) == at_afv) all.push_back({i, units_[i].firepower, at_afv});
    }
  };
  squads(true);
  squads(false);
  if (fire_group && !all.empty()) {
    for (std::size_t i = 1; i < all.size(); ++i) all[0].firepower += all[i].firepower;
    all.resize(1);
  }
  for (std::size_t i = 0; i < leaders_; ++i) {
    if (dares(now, i)) all.push_back({i, 0, true});
  }
  return all;
}

std::optional<std::size_t> VehicleUnderSmallArms::leader_for(const SmallArms& now) const {
  for (std::size_t i = 0; i < leaders_; ++i) {
    if (dares(now, i) && (now.led >> i & 1) == 0 && units_[i].modifier <= 0) return i;
  }
  return std::nullopt;
}

void VehicleUnderSmallArms::attack(Dice& dice, SmallArms& now) const {
  const std::vector<Attack> all = attacks(now);
  for (; now.attacks < all.size(); ++now.attacks) {
    const Attack& attack = all[now.attacks];
    const bool by_leader = attack.unit < leaders_;
    const bool immobilizes = attack.at_afv && now.vehicle == Damage::none;
    const bool fires = !by_leader && somebody_exposed(now);
    if (!immobilizes && !fires) continue;
    const std::optional<std::size_t> leader = by_leader ? attack.unit : leader_for(now);
    if (by_leader && ((now.led >> attack.unit & 1) != 0 || units_[attack.unit].modifier > 0)) {
      continue;
    }
    dice.at(now);
    if (leader) now.led |= small(1 << *leader);
    const int modifier = leader ? units_[*leader].modifier : 0;
    const int number = by_leader ? leader_alone : immobilization_number();
    const int column = fires ? ift_->column(2.0 * attack.firepower) : -1;  // adjacent
    struct Results {
      FireResult fire;
      bool stopped;
    };
    const Results results = dice.DR([&](TwoDice roll) -> Results {
      const int modified = roll.total() + modifier;
      return {fires ? ift_->at(column, modified + armour_around + fire_drm) : FireResult{},
              immobilizes && modified <= number};
    });
    if (results.stopped) now.vehicle = Damage::immobilized;
    suffer(dice, now, results.fire);
  }
  now.checked = now.dare = now.led = 0;
}

int VehicleUnderSmallArms::immobilization_number() const {
  static constexpr int numbers[] = {2, 3, 3, 3, 4, 4};
  return numbers[static_cast<std::size_t>(*terrain)];
}

bool VehicleUnderSmallArms::somebody_exposed(const SmallArms& now) const {
  return (crew_exposed && now.stunned == 0) ||
         how_many(now.passengers, Status::eliminated) < now.passengers.unit_count;
}

void VehicleUnderSmallArms::suffer(Dice& dice, SmallArms& now, FireResult result) const {
  if (passengers_.unit_count > 0) {
    begin_fire(now.passengers, result);
    while (!resolved(now.passengers)) {
      make_alike(now.passengers);
      dice.at(WithResult{now, result});
      step(dice, now.passengers);
    }
    make_alike(now.passengers);
  }
  if (!crew_exposed || now.stunned != 0 || result.kind == FireResult::Kind::none) return;
  if (result.kind == FireResult::Kind::kia) {
    now.stunned = 2;
    return;
  }
  dice.at(WithResult{now, result});
  const int needed = crew_morale - result.number;
  if (dice.DR([&](TwoDice roll) { return roll.total() > needed; })) now.stunned = 1;
}

Outcome VehicleUnderSmallArms::told(const SmallArms& now) const {
  const bool nothing_new = already_immobilized && now.vehicle == Damage::immobilized;
  Outcome outcome = damage_outcome(nothing_new ? Damage::none : now.vehicle);
  outcome.event("crew_stunned", now.stunned != 0)
      .event("recalled", now.stunned == 2)
      .event("atr_breakdown", now.broken_down != 0);
  if (!passengers.empty()) {
    outcome.measure("passengers_eliminated", how_many(now.passengers, Status::eliminated))
        .measure("passengers_broken", how_many(now.passengers, Status::broken));
  }
  return outcome;
}

}  // namespace combat_odds::squad_leader
