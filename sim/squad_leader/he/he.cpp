#include "sim/squad_leader/he/he.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/dice/small.hpp"
#include "core/text/number_text.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_leader/counters/he_columns.hpp"
#include "sim/squad_leader/he/barrage_drm.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

constexpr const char* terrain_chart = "squad-leader/terrain-effects.csv";
constexpr int gun_shield = 2;              // 63.52
constexpr int near_miss_calibre = 100;     // 100.1: mm
constexpr double canister_firepower = 20;  // 34.9
constexpr int canister_range = 3;
constexpr int long_range = 20;  // 63.16: beyond this an equivalent is halved

}  // namespace

void HighExplosive::prepare(const Charts& charts) {
  fire_.ift = &charts.get<Ift>();
  fire_.at = at_infantry() ? ShellFire::At::infantry
             : at_gun()    ? ShellFire::At::gun
                           : ShellFire::At::soft_vehicle;
  fire_.round = fire == Fire::mortar     ? ShellFire::Round::mortar
                : fire == Fire::canister ? ShellFire::Round::canister
                                         : ShellFire::Round::he;
  fire_.survival_number = survival_number;
  fire_.smoke = smoke;
  fire_.building = building;
  read_terrain(charts);
  fill_hex();
  if (machine_guns) man_machine_guns(charts);
  if (rolls_to_hit()) {
    aim(charts);
  } else {
    const double value = *firepower * equivalent_factor();
    fire_.shell = attack(value * marsh.of_high_explosive(), false);
    column_beside_ = fire_.ift->column(shot.concealed ? 2 * value : value);
    breakdown_number_ = shot.aim.breaks_down_from();
  }
}

Outcome HighExplosive::resolve(Dice& dice) const {
  TargetStack stack = stack_;
  play(dice, stack);
  return told(stack);
}

void HighExplosive::fire_at(Dice& dice, TargetStack& stack) const {
  const std::size_t group = at_gun() ? fire_.crew_group() : 0;
  const TargetStack before = stack;
  for (std::size_t i = 0; i < stack.unit_count; ++i) stack.units[i].group = small(group);
  load(stack);
  play(dice, stack);
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    stack.units[i].group = i < stack.leader_count ? before.units[i].group : std::uint8_t{0};
  }
}

void HighExplosive::play(Dice& dice, TargetStack& stack) const {
  if (rolls_to_hit()) {
    while (fire_.goes_on(stack)) {
      dice.at(stack);
      fire_.shoot(dice, stack);
    }
  } else {
    if (fire == Fire::spraying) spray_others(dice, stack);
    fire_.strafe(dice, stack, fire_.shell, breakdown_number_);
  }
  // 34.3, 64.46: a DR of their own, whether the gun has hit or not.
  if (of_machine_guns_ && fire_.is_there(stack)) {
    dice.at(stack);
    ShellFire::Now now = ShellFire::now(stack);
    now.machine_guns = 0;
    ShellFire::remember(stack, now);
    fire_.strafe(dice, stack, *of_machine_guns_, 13);
  }
}

Working HighExplosive::working() const {
  Working working;
  const std::string at_whom = target.empty() ? "" : ", at " + units_text(target);
  working.situation = fmt::format("{} ({} column){}", weapon_text(), column_text(), at_whom);
  if (marsh.is_there()) working.situation += " in a marsh";
  if (smoke.rolls()) working.situation += ", through smoke";
  if (rolls_to_hit()) {
    if (fire_.infantry_line) tell_line(working, "the infantry is hit", *fire_.infantry_line);
    if (fire_.object_line) {
      tell_line(working, at_gun() ? "the gun is hit" : "the vehicle is hit", *fire_.object_line);
    }
  }
  if (!modifiers_.text().empty()) working.sums.push_back(modifiers_.text());
  if (of_machine_guns_) {
    Working guns;
    vehicle_.tell(guns, *fire_.ift, std::nullopt, of_machine_guns_->infantry_drm,
                  of_machine_guns_->column);
    working.sums.insert(working.sums.end(), guns.sums.begin(), guns.sums.end());
    working.notes.insert(working.notes.end(), guns.notes.begin(), guns.notes.end());
  }
  return working;
}

bool HighExplosive::may_shoot_canister() const {
  return !fires_canister() || shot.aim.range <= canister_range;
}

/// 34.9: guns with a C number on their counter. Of a calibre it is not known, but below 70mm.
bool HighExplosive::may_have_canister() const {
  constexpr int least_calibre = 70;
  const MountedGun& gun = shot.aim.gun;
  return !fires_canister() || gun.canister.value_or(gun.gun.calibre >= least_calibre);
}

/// 63.42, 63.72: mortars and rockets fire in the Advancing Fire Phase only if they have not moved.
bool HighExplosive::stands_still_to_fire() const {
  const bool slow = fire == Fire::mortar || fire == Fire::rockets;
  return !slow || !shot.in_phase(AimedShot::Phase::advancing) ||
         shot.firer_moved == AimedShot::Moved::none;
}

/// 63.732: rockets do not fire in the Defensive Fire Phase.
bool HighExplosive::may_fire_rockets_then() const {
  return fire != Fire::rockets || !shot.in_phase(AimedShot::Phase::defensive);
}

bool HighExplosive::may_roll_to_kill() const {
  return rolls_to_hit() && fire != Fire::mortar &&
         (at_vehicle() || (at_shield() && !uncovered_arc));
}

bool HighExplosive::drm_on_vehicle_matters() const {
  return at_vehicle() && (fire != Fire::he || lands_near());
}

void HighExplosive::read_terrain(const Charts& charts) {
  modifiers_ = {};
  Line line = Line::infantry_in_other;
  bool open = true;
  if (in_terrain) {
    const Terrain terrain = charts.get<TerrainChart>(terrain_chart).read(*in_terrain, "terrain");
    marsh.check(terrain);
    modifiers_.add(terrain.name, terrain.modifier);
    open = terrain.open;
    line = line_of(terrain);
  }
  if (target_line) {
    line = static_cast<Line>(static_cast<int>(Line::infantry_in_cover) +
                             static_cast<int>(*target_line));
    if (!in_terrain) open = line == Line::infantry_in_other;
  }
  // In groups the -2 is that of the movers alone.
  if (shot.moving && open && !at_vehicle() && !in_groups()) modifiers_.add("moved in the open", -2);
  modifiers_.add("other", drm);
  line_ = line;
}

/// 33.3: the target line for the terrain.
HighExplosive::Line HighExplosive::line_of(const Terrain& terrain) {
  const auto is = [&](std::initializer_list<const char*> names) {
    return std::find(names.begin(), names.end(), terrain.name) != names.end();
  };
  if (is({"woods", "woods with partisans"})) return Line::infantry_in_woods;
  if (is({"wooden building", "stone building", "rubble", "shellhole", "entrenchment"})) {
    return Line::infantry_in_cover;
  }
  return Line::infantry_in_other;
}

void HighExplosive::fill_hex() {
  stack_ = target_stack(target, status);
  foreign.mark(stack_, target);
  fire_.group_drms = target.empty() ? std::vector{0} : drms_of(target);
  if (in_groups() && at_vehicle()) {
    throw ArgumentError("target", "passengers of one vehicle differ in no modifier",
                        "the passengers without a semicolon");
  }
  marsh.lower_morale(stack_);
  const TargetStack behind = target_stack(crew, status);
  if (stack_.unit_count + behind.unit_count > static_cast<int>(stack_.units.size())) {
    throw ArgumentError("crew", "too many units in the hex",
                        fmt::format("at most {} with the target", stack_.units.size()));
  }
  for (std::size_t i = 0; i < behind.unit_count; ++i) {
    stack_.units[stack_.unit_count] = behind.units[i];
    stack_.units[stack_.unit_count++].group = small(fire_.crew_group());
  }
  load(stack_);
}

void HighExplosive::load(TargetStack& stack) const {
  ShellFire::Now now;
  const int all = shots() + (shot.aim.intensive_fire ? 1 : 0);
  now.shots = small(shot.moving ? mover.most_shots(shots(), all) : all);
  now.machine_guns = machine_guns ? 1 : 0;
  ShellFire::remember(stack, now);
}

/// 64.41-.46: machine guns of the firing vehicle at the same hex. The shield of a gun helps its
/// crew against them, too (63.52); a heavy shell's modifier is the shell's own.
void HighExplosive::man_machine_guns(const Charts& charts) {
  using Moves = VehicleMachineGuns::Moves;
  vehicle_ = {};
  vehicle_.who = machine_guns;
  vehicle_.range = shot.aim.range;
  vehicle_.phase = shot.in_phase(AimedShot::Phase::prep) ? Attackers::Phase::prep
                   : shot.in_phase(AimedShot::Phase::defensive)
                       ? Attackers::Phase::defensive
                       : Attackers::Phase::advancing_unmoved;
  vehicle_.concealed = shot.concealed;
  vehicle_.vehicle.moves = shot.firer_moved == AimedShot::Moved::entered_hex ? Moves::entered_hex
                           : shot.firer_moved == AimedShot::Moved::pivoted   ? Moves::turned
                                                                             : Moves::no;
  vehicle_.vehicle.hull_down = hull_down;
  vehicle_.vehicle.crew_exposed = crew_exposed;
  vehicle_.vehicle.gun_fires = true;
  VehicleMachineGuns known = vehicle_.vehicle;
  if (!known.read(*machine_guns, "machine_guns", charts)) {
    throw ArgumentError("machine_guns", fmt::format("'{}' is no vehicle", *machine_guns),
                        "a vehicle such as T-34, or " + std::string(VehicleMachineGuns::form));
  }
  vehicle_.prepare(charts);
  of_machine_guns_ = attack(vehicle_.firepower(), false);
}

/// The factors for adjacent (9.1) and concealed (9.4) targets.
double HighExplosive::factor() const {
  return (shot.aim.range <= 1 ? 2.0 : 1.0) * (shot.concealed ? 0.5 : 1.0);
}

/// The factor of an equivalent (63.16, 63.23).
double HighExplosive::equivalent_factor() const {
  const bool far = shot.aim.range > long_range;
  const bool moved = shot.in_phase(AimedShot::Phase::advancing) &&
                     shot.firer_moved == AimedShot::Moved::entered_hex;
  return factor() * (far ? 0.5 : 1.0) * (moved ? 0.5 : 1.0) * (sprays() ? 0.5 : 1.0);
}

ShellFire::Attack HighExplosive::attack(double of_firepower, bool by_shells) const {
  const int payload = by_shells && !firepower ? heavy_payload_drm(shot.aim.gun.gun.calibre) : 0;
  const int infantry = modifiers_.total() + payload;
  const bool shield = at_shield() && !uncovered_arc && fire != Fire::mortar;
  return {fire_.ift->column(of_firepower), infantry, infantry + (shield ? gun_shield : 0),
          vehicle_drm + payload};
}

double HighExplosive::shell_firepower(const Charts& charts) const {
  if (firepower) return *firepower;
  const int calibre = shot.aim.gun.gun.calibre;
  const int he = charts.get<HeColumns>().firepower(calibre);
  if (he == 0) {
    throw ArgumentError("firepower", fmt::format("the chart has no HE column for {}mm", calibre),
                        "the firepower of its HE on your chart");
  }
  if (fire != Fire::mortar) return he;
  const int column = fire_.ift->column(he) - 1;  // 63.24
  return column < 0 ? 0 : fire_.ift->heading(column);
}

void HighExplosive::aim(const Charts& charts) {
  Aim aimed = shot.aim;
  aimed.at_afv = false;
  if (fires_canister()) aimed.depletion_number = depletion_number;
  fire_.to_hit_drm = shot.drm();
  if (fire == Fire::rockets) fire_.to_hit_drm += charts.get<ToHitDrm>().at("63.731");
  if (infantry_is_aimed_at() && has_units()) {
    aimed.target = line_;
    fire_.infantry_line.emplace(aimed, charts);
  }
  if (at_gun()) aim_at_gun(aimed, charts);
  if (at_vehicle()) {
    aimed.target = static_cast<Line>(static_cast<int>(vehicle_line));
    fire_.object_line.emplace(aimed, charts);
  }
  const double of_shell = shell_firepower(charts) * factor() * marsh.of_high_explosive();
  fire_.shell = attack(of_shell, true);
  if (fire == Fire::mortar && at_vehicle()) {
    fire_.shell.vehicle_drm += charts.get<BarrageDrm>().at("unarmored");  // 63.24
  }
  fire_.canister = attack(canister_firepower * (shot.concealed ? 0.5 : 1.0), false);
  if (lands_near()) fire_.near_miss = attack(of_shell / 2, true);  // 100.5
  if (!at_infantry() && fire != Fire::mortar) prepare_kill(charts);
}

/// 100.1: large shells that miss land nearby, and so does every rocket (63.73).
bool HighExplosive::lands_near() const {
  return shot.aim.gun.gun.calibre >= near_miss_calibre || fire == Fire::rockets;
}

/// A gun is hit on its own target line or, with a V, on that of a vehicle (63.17).
void HighExplosive::aim_at_gun(Aim aimed, const Charts& charts) {
  const bool as_gun = gun_line == GunLine::gun;
  aimed.target = as_gun ? Line::gun : static_cast<Line>(static_cast<int>(gun_line) - 1);
  aimed.number = gun_to_hit_number;
  with_prefix("gun_", [&] { fire_.object_line.emplace(aimed, charts); });
}

void HighExplosive::prepare_kill(const Charts& charts) {
  const KillWeapon weapon = gun_weapon(shot.aim.gun.gun, Ammunition::he);
  if (at_vehicle() && !weapon.on_trucks) {
    throw ArgumentError("fire", fmt::format("{} fires at trucks on the IFT (51.4)", weapon.name),
                        "equivalent, with the fire value on its counter");
  }
  KillTarget hit;
  hit.kind = at_vehicle()  ? KillTarget::Kind::unarmored
             : at_shield() ? KillTarget::Kind::shielded_gun
                           : KillTarget::Kind::unshielded_gun;
  if (uncovered_arc) hit.facing = KillTarget::Facing::side;
  hit.kill_number = kill_number;
  hit.range = shot.aim.range;
  fire_.penetration.emplace(weapon, hit, false, charts);
}

void HighExplosive::spray_others(Dice& dice, TargetStack& stack) const {
  ShellFire beside = fire_;
  beside.at = ShellFire::At::infantry;
  ShellFire::Now now = ShellFire::now(stack);
  for (const OccupiedHex* hex : {&second_hex, &third_hex}) {
    ++now.hex;
    if (hex->units.empty()) continue;
    TargetStack other = target_stack(hex->units, status);
    beside.group_drms = {0};
    ShellFire::remember(other, now);
    beside.strafe(dice, other, {column_beside_, hex->drm, 0, 0}, breakdown_number_);
    now = ShellFire::now(other);
    now.others_eliminated = small(now.others_eliminated + how_many(other, Status::eliminated));
    if (status == Status::good) {
      now.others_broken = small(now.others_broken + how_many(other, Status::broken));
    }
  }
  now.hex = 0;
  ShellFire::remember(stack, now);
}

Outcome HighExplosive::told(const TargetStack& stack) const {
  const ShellFire::Now now = ShellFire::now(stack);
  Outcome outcome = at_infantry() ? fire_outcome(stack, status) : Outcome(object_label(now));
  if (!at_infantry() && stack.unit_count > 0) {
    const int eliminated = how_many(stack, Status::eliminated);
    const int broken = status == Status::good ? how_many(stack, Status::broken) : 0;
    tell(outcome, fate_of(stack, status), Pins::no)
        .measure("eliminated", eliminated)
        .measure("broken", broken)
        .measure("unharmed", stack.unit_count - eliminated - broken);
  }
  if (at_vehicle()) {
    tell(outcome,
         VehicleFate{now.vehicle >= SoftVehicle::wreck, now.vehicle == SoftVehicle::immobilized});
  }
  outcome.event("gun_destroyed", now.gun_destroyed != 0)
      .event("breakdown", now.gun == Shot::Gun::jammed)
      .event("out_of_ammunition", now.gun >= Shot::Gun::round_used_up)
      .event("canister_gone", now.canister_gone != 0);
  if (building) outcome.event("rubble", now.building > 0).event("fire", now.building > 1);
  if (rolls_to_hit()) outcome.measure("hits", now.hits);
  if (sprays()) {
    outcome.measure("others_eliminated", now.others_eliminated)
        .measure("others_broken", now.others_broken);
  }
  return outcome;
}

const char* HighExplosive::object_label(const ShellFire::Now& now) const {
  if (at_gun()) return now.gun_destroyed != 0 ? "gun_destroyed" : "gun_intact";
  switch (now.vehicle) {
    case SoftVehicle::good:
      return "vehicle_unharmed";
    case SoftVehicle::immobilized:
      return "vehicle_immobilized";
    case SoftVehicle::wreck:
      return "vehicle_destroyed";
    case SoftVehicle::burning:
      return "vehicle_burning";
  }
  return "";
}

std::string HighExplosive::weapon_text() const {
  if (fires_value()) {
    return fmt::format("{} FP{}",
                       number_text(*firepower * equivalent_factor() * marsh.of_high_explosive()),
                       sprays() ? " sprayed at each hex" : "");
  }
  static constexpr const char* rounds[] = {"HE", "mortar", "canister, else HE", "", "", "rocket"};
  return fmt::format("{}mm {}", shot.aim.gun.gun.calibre, rounds[static_cast<int>(fire)]);
}

std::string HighExplosive::column_text() const {
  const int column = fire_.shell.column;
  return column < 0 ? "no" : std::to_string(fire_.ift->heading(column));
}

void HighExplosive::tell_line(Working& working, const char* what, const Gunnery& line) const {
  working.sums.push_back(line.needed() ? fmt::format("{} on a DR of {} or less", what,
                                                     *line.needed() - fire_.to_hit_drm)
                                       : fmt::format("{} by no roll", what));
}

}  // namespace combat_odds::squad_leader
