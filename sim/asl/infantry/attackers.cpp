#include "sim/asl/infantry/attackers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/text/number_text.hpp"
#include "sim/asl/infantry/armed_group.hpp"
#include "sim/asl/units/named_numbers.hpp"

namespace combat_odds::asl {
namespace {

constexpr const char* terrain_chart = "asl/terrain.csv";

/// A9.4: beyond this range a MG needs a leader, and unconcealed Infantry counts as concealed.
constexpr int machine_gun_sight = 16;

bool ends_with(const WeaponCounter& weapon, std::string_view kind) {
  return weapon.name == kind || weapon.name.ends_with(" " + std::string(kind));
}

}  // namespace

Attackers::Phase Attackers::in_phase() const {
  if (phase) return *phase;
  const bool at_nobody_moving = moves == Moves::no || moves == Moves::hazardous;
  return at_nobody_moving && !snap_shot ? Phase::prep : Phase::defensive_first;
}

/// First Fire and its follow-ups, at a unit that is moving.
bool Attackers::in_first_fire() const {
  const Phase now = in_phase();
  return now == Phase::defensive_first || now == Phase::subsequent_first || now == Phase::fpf;
}

constexpr std::string_view pillbox_word = "pillbox ";

bool Attackers::in_pillbox() const { return in_terrain && in_terrain->starts_with(pillbox_word); }

/// B30, Table 8: the two TEM of a pillbox stand on its counter. Small arms have no effect from
/// outside its CA, as in its own hex; an FT finds no TEM from inside it. All other terrain is on
/// the chart.
void Attackers::read_target_terrain(const Charts& charts) {
  if (in_pillbox()) {
    std::string_view rest = std::string_view(*in_terrain).substr(pillbox_word.size());
    const char* const form =
        "'pillbox 3/5 from ca' (its CA and NCA TEM, and where the fire comes "
        "from)";
    const std::optional<int> ca = number_at_front<int>(rest);
    const bool two = ca && rest.starts_with('/');
    if (two) rest.remove_prefix(1);
    const std::optional<int> nca = two ? number_at_front<int>(rest) : std::nullopt;
    if (!nca || *ca < 0 || *ca > 9 || (rest != " from ca" && rest != " from nca")) {
      throw ArgumentError("terrain", fmt::format("'{}' is no pillbox", *in_terrain), form);
    }
    const bool from_ca = rest == " from ca";
    if (!from_ca && !alone()) {
      throw ArgumentError("terrain", "small arms have no effect on a pillbox from outside its CA",
                          "another target; asl.pillbox has what does");
    }
    if (from_ca && range == 0) {
      throw ArgumentError("range", "the pillbox's own hex is outside its CA",
                          alone() ? "1 or more, or 'from nca'" : "1 or more");
    }
    const bool at_ca_tem = from_ca || (demolition_charge_ && range == 0);
    const int tem = at_ca_tem ? (flamethrower_ ? 0 : *ca) : *nca;
    terrain_ = {*in_terrain, tem, false, false, false};
    has_terrain_ = true;
    return;
  }
  read_terrain(in_terrain, charts, terrain_chart,
               snap_shot    ? AttackKind::snap_shot
               : range == 0 ? AttackKind::inside
                            : AttackKind::direct);
}

void Attackers::prepare(const Charts& charts) {
  if (from_cellar && range == 0) {
    throw ArgumentError("from_cellar", "it halves fire at targets outside", "--range 1 or more");
  }
  if (given()) read_group(charts);
  read_target_terrain(charts);
  const bool at_a_mover = moves != Moves::no && moves != Moves::hazardous;
  if (at_a_mover && !in_first_fire() && in_phase() != Phase::final) {
    throw ArgumentError("target_moves", "the target does not move in that phase",
                        "--phase defensive_first, subsequent_first or fpf");
  }
  if (snap_shot && !in_first_fire()) {
    throw ArgumentError("snap_shot",
                        "a Snap Shot is First Fire, as a unit crosses a hexside (A8.15)",
                        "--phase defensive_first, or leave it out");
  }
  modify();
}

Attackers Attackers::made_by(std::string others, bool pinned_ones) const {
  Attackers attack;
  attack.may_be_vehicle_ = by_vehicle_;
  attack.vehicle = vehicle.as_asked();
  attack.who = std::move(others);
  attack.pinned = pinned_ones;
  attack.range = range;
  attack.phase = phase;
  attack.in_terrain = in_terrain;
  attack.hindrance = hindrance;
  attack.moves = moves;
  attack.concealed = concealed;
  attack.cx = cx;
  attack.encircled = encircled;
  attack.spraying_fire = spraying_fire;
  attack.snap_shot = snap_shot;
  attack.assault_fire = assault_fire;
  attack.crucible_of_steel = crucible_of_steel;
  attack.sustained_fire = sustained_fire;
  attack.first_fire_marker = first_fire_marker;
  attack.from_cellar = from_cellar;
  return attack;
}

Attackers Attackers::with_thrower() const {
  Attackers attack = made_by(*who, pinned);
  attack.first_throws_ = true;
  if (group_.leaders.empty()) attack.leader = leader;
  return attack;
}

/// D1.8: the machine guns of an AFV attack a Location together, and nobody with them.
void Attackers::read_vehicle() {
  const auto refuse = [](bool given, const char* parameter, const char* wrong) {
    if (given) throw ArgumentError(parameter, wrong, "leave it out");
  };
  refuse(leader.has_value(), "leader", "no leader directs a vehicle's fire");
  refuse(pinned, "pinned", "a vehicle is not pinned");
  refuse(cx, "cx", "a vehicle is not CX");
  refuse(encircled, "encircled", "a vehicle is not Encircled");
  refuse(assault_fire, "assault_fire", "a vehicle has no Assault Fire");
  refuse(spraying_fire, "spraying_fire", "a vehicle has no Spraying Fire");
  refuse(from_cellar, "from_cellar", "no vehicle is in a cellar");
  refuse(sustained_fire, "sustained_fire", "the machine guns of an AFV have no Sustained Fire");
  refuse(first_fire_marker, "first_fire_marker", "an AFV that is marked does not fire again");
  const Phase now = in_phase();
  if (now == Phase::subsequent_first || now == Phase::fpf || now == Phase::advancing) {
    throw ArgumentError("phase", "no AFV fires so",
                        now == Phase::advancing
                            ? "--vehicle-moves bounding in place of the phase, where it moved"
                            : "prep, defensive_first or final");
  }
  std::vector<Firer> firers;
  for (const combat_odds::Firer& gun : vehicle.guns()) {
    Firer firer;
    static_cast<combat_odds::Firer&>(firer) = gun;
    firers.push_back(firer);
    group_.weapons.push_back({gun.name, gun.firepower, gun.normal_range});
  }
  notes_ = vehicle.notes();
  leave_out_of_reach(
      firers, *range, [&](const Firer& firer) { return reach(firer); }, notes_);
  by_vehicle_ = true;
  for (const Firer& firer : firers) {
    if (firer.counts) vehicle_guns_.push_back(VehicleMachineGuns::number(firer.name));
  }
  add_up(firers);
}

void Attackers::read_group(const Charts& charts) {
  if (may_be_vehicle_ && vehicle.read(*who, "attackers", charts)) {
    read_vehicle();
    return;
  }
  if (vehicle.says_anything()) {
    throw ArgumentError("attackers", "no vehicle fires, and options of its own are given",
                        "a vehicle such as PzIIIL or " + std::string(VehicleMachineGuns::form));
  }
  group_ = read_armed_group(*who, "attackers", charts);
  const Infantry& infantry = charts.get<Infantry>();
  std::vector<UnitType> types;
  std::vector<Firer> own;
  for (const UnitName& unit : group_.units) {
    std::vector<UnitType> roster;
    const int type = infantry.enlist(unit, roster);
    types.push_back(roster[static_cast<std::size_t>(type)]);
    const bool squad = types.back().kind == UnitType::Kind::squad;
    own.push_back({{"", unit.text, static_cast<double>(unit.firepower), unit.range, squad}});
  }
  notes_ = infantry.unlisted_notes(group_.units);
  std::vector<Firer> weapons;
  for (const WeaponCounter& weapon : group_.weapons) {
    flamethrower_ = flamethrower_ || weapon.name == "FT";
    demolition_charge_ = demolition_charge_ || weapon.name == "DC";
    Firer firer;
    firer.name = firer.text = weapon.name;
    firer.firepower = weapon.firepower;
    firer.normal_range = weapon.normal_range;
    firer.anti_tank_rifle = ends_with(weapon, "ATR");
    firer.machine_gun = !firer.anti_tank_rifle && weapon.name != "FT" && weapon.name != "DC";
    if (firer.machine_gun) {
      firer.rate = charts.get<NamedNumbers>(machine_guns_chart).find(weapon.name, "rof");
    }
    weapons.push_back(std::move(firer));
  }
  const bool normal_only = in_phase() == Phase::subsequent_first;  // A8.3
  const auto reaches = [&](const Firer& firer) {
    return normal_only ? firer.normal_range : reach(firer);
  };
  const std::string when = normal_only ? " in Subsequent First Fire (A8.3)" : "";
  leave_out_of_reach(own, *range, reaches, notes_, when);
  leave_out_of_reach(weapons, *range, reaches, notes_, when);
  find_inexperienced(own, types, weapons);
  if (alone()) {
    check_alone();
  } else {
    man_weapons(own, types, weapons);
    number_firing(own, types, weapons);
  }
  if (!types.empty()) first_ = types.front();
  std::vector<Firer> firers = own;
  firers.insert(firers.end(), weapons.begin(), weapons.end());
  check_phase();
  add_up(firers);
}

/// Conscripts who reach the target fire; those who do not, and those whose MG fires on, only where
/// the others are too few to fire the MGs.
void Attackers::find_inexperienced(const std::vector<Firer>& own,
                                   const std::vector<UnitType>& types,
                                   const std::vector<Firer>& weapons) {
  const auto can_man = std::count_if(types.begin(), types.end(),
                                     [](const UnitType& type) { return !type.inexperienced; });
  const auto to_man = std::count_if(weapons.begin(), weapons.end(),
                                    [](const Firer& firer) { return firer.counts; });
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (!types[i].inexperienced) continue;
    inexperienced_on_rate_ = inexperienced_on_rate_ || to_man > can_man;
    inexperienced_ = inexperienced_ || inexperienced_on_rate_ || own[i].counts;
  }
}

/// A22, A23: an FT or a DC is an attack of its own, and no leader directs it.
void Attackers::check_alone() const {
  const std::string& name = group_.weapons.front().name;
  if (group_.weapons.size() + group_.units.size() + group_.leaders.size() > 1) {
    throw ArgumentError("attackers", "an FT and a DC attack on their own", "FT or DC alone");
  }
  if (leader) {
    throw ArgumentError("leader", fmt::format("no leader directs the attack of a {}", name),
                        "leave it out");
  }
  if (flamethrower_ && pinned) {
    throw ArgumentError("pinned", "a pinned unit does not use an FT", "false");
  }
}

/// A7.351-.352, A9.12: a squad fires one SW beside its own FP and a second one in place of it;
/// other units fire one in place of their FP. In Subsequent First Fire, FPF and Final Fire of
/// marked units, their own FP is kept. A leader alone fires a MG at half FP, two leaders at full
/// FP; they direct nothing then.
void Attackers::man_weapons(std::vector<Firer>& own, const std::vector<UnitType>& types,
                            std::vector<Firer>& weapons) {
  std::vector<std::size_t> may_man;
  std::size_t free = 0;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const bool throws = i == 0 && first_throws_;
    if (!throws) may_man.push_back(i);
    if (own[i].squad && !throws) ++free;
    // A15.24: at Normal Range only.
    if (types[i].is_hero() && own[i].counts && !own[i].is_far(*range)) ++heroes_;
  }
  std::stable_sort(may_man.begin(), may_man.end(), [&](std::size_t a, std::size_t b) {
    if (types[a].is_hero() != types[b].is_hero()) return types[b].is_hero();
    const auto lost = [&](std::size_t i) {
      return own[i].counts ? own[i].firepower / (own[i].is_far(*range) ? 2 : 1) : 0;
    };
    return lost(a) < lost(b);
  });
  std::size_t left = weapons.size() > free ? weapons.size() - free : 0;
  std::vector<int> most;
  for (const Firer& firer : own) most.push_back(firer.squad ? 1 : 0);
  if (first_throws_ && !most.empty()) most.front() = 0;
  const bool keeps =
      in_phase() == Phase::subsequent_first || in_phase() == Phase::fpf || first_fire_marker;
  for (const std::size_t i : may_man) {
    if (left == 0) break;
    --left;
    ++most[i];
    const bool heroic = types[i].is_hero() && own[i].counts && !own[i].is_far(*range);
    if (heroic) --heroes_;  // A15.23: the +1 of his fire cancels his -1
    if (keeps || !own[i].counts) continue;
    own[i].counts = false;
    notes_.push_back(fmt::format("a {} fires a weapon in place of its own FP (A7.351-.352)",
                                 types[i].name.text));
  }
  // Which of them fires which weapon is not said: in the order of their names.
  std::size_t unit = 0;
  for (Firer& weapon : weapons) {
    while (unit < most.size() && most[unit] == 0) ++unit;
    if (unit == most.size()) break;
    --most[unit];
    weapon.unit = static_cast<int>(unit);
  }
  only_smc_ =
      std::none_of(types.begin(), types.end(), [](const UnitType& type) { return !type.is_smc(); });
  if (left > 0 && group_.units.empty() && weapons.size() == 1 && group_.leaders.size() <= 2 &&
      !group_.leaders.empty()) {
    lone_leader_ = group_.leaders.size() == 1;
    return;
  }
  if (left > 0) {
    throw ArgumentError("attackers", "nobody is left to fire all these weapons",
                        "a squad fires one, or two in place of its own FP; a half-squad or crew "
                        "one in place of its own");
  }
  if (group_.units.empty()) {
    throw ArgumentError("attackers", "a leader has no FP", fire_group_form);
  }
  if (!group_.leaders.empty()) {
    leader = director_among(group_, leader, "one leader directs an attack");
  }
}

/// Gives numbers to the units that fire and may cower, and each weapon that of its own.
void Attackers::number_firing(const std::vector<Firer>& own, const std::vector<UnitType>& types,
                              std::vector<Firer>& weapons) {
  std::vector<int> numbers;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const bool fires =
        own[i].counts || std::any_of(weapons.begin(), weapons.end(), [&](const Firer& weapon) {
          return weapon.counts && weapon.unit == static_cast<int>(i);
        });
    numbers.push_back(fires && !types[i].is_smc() ? may_be_marked_++ : nobody);
  }
  for (Firer& weapon : weapons) {
    if (weapon.unit != nobody) weapon.unit = numbers[static_cast<std::size_t>(weapon.unit)];
  }
}

void Attackers::check_phase() const {
  const Phase now = in_phase();
  if (now == Phase::fpf && *range > 1) {
    throw ArgumentError("range",
                        "Final Protective Fire is at ADJACENT units or those in the "
                        "same Location (A8.31)",
                        "0 or 1");
  }
  if (first_fire_marker && *range > 1) {
    throw ArgumentError("range",
                        "units marked First Fire may fire again at ADJACENT units or those in the "
                        "same Location only (A8.4)",
                        "0 or 1");
  }
}

/// A7.22: twice the Normal Range. An ATR and a DC have no long range; an FT has one more hex.
int Attackers::reach(const Firer& firer) const {
  if (flamethrower_) return firer.normal_range + 1;
  return firer.normal_range * (firer.anti_tank_rifle || demolition_charge_ ? 1 : 2);
}

/// The factor for a firer's FP by its range and use.
double Attackers::factor_of(const Firer& firer, std::string& words) const {
  const auto and_also = [&](const char* more) {
    if (!words.empty()) words += ", ";
    words += more;
  };
  double factor = 1;
  if (firer.is_far(*range)) {
    factor /= 2;
    and_also("halved at long range");
  }
  if (firer.machine_gun && *range > machine_gun_sight) {
    if (!directed()) {
      throw ArgumentError("leader", "a MG fires beyond 16 hexes only where a leader directs (A9.4)",
                          "a leader such as 8-0");
    }
    if (!concealed) {
      factor /= 2;
      and_also("halved beyond 16 hexes");
    }
  }
  if (firer.machine_gun && sustained_fire) {
    factor /= 2;
    and_also("halved in Sustained Fire");
  }
  if (lone_leader_) {
    factor /= 2;
    and_also("halved: a leader alone fires it");
  }
  // RB O6: the inherent FP of a unit with a US# of 3 or more, which is a squad.
  if (from_cellar && firer.squad) {
    factor /= 2;
    and_also("halved: a squad fires out of a cellar");
  }
  return factor;
}

/// The factors of the whole attack (A7.21-.24, A7.3, A8.3-.4, A9.4).
void Attackers::multiply_all() {
  if (!alone() && *range == 0) sum_.multiply(3, "tripled in the same Location");
  if (!alone() && *range == 1) sum_.multiply(2, "doubled adjacent");
  const auto halve = [&](bool when, const char* words) {
    if (when) sum_.multiply(0.5, words);
  };
  const Phase now = in_phase();
  halve(now == Phase::advancing && !alone(), "halved in Advancing Fire");
  halve(now == Phase::subsequent_first, "halved in Subsequent First Fire");
  halve(now == Phase::fpf, "halved in Final Protective Fire");
  halve(first_fire_marker, "halved by the First Fire marker");
  // B30: concealment in a pillbox does not halve fire at it.
  halve(concealed && !in_pillbox(), "halved at a concealed target");
  halve(pinned, "halved: pinned");
  halve(spraying_fire, "halved in Spraying Fire");
  halve(snap_shot, "halved: a Snap Shot");
  halve(moves == Moves::dash, "halved at a Dash");
  if (by_vehicle_ && vehicle.factor() < 1) sum_.multiply(vehicle.factor(), vehicle.words());
}

/// Crucible of Steel 6.3 denies it to SS squads.
bool Attackers::has_assault_fire(const Firer& firer) const {
  const bool denied = crucible_of_steel && (firer.text == "6-5-8" || firer.text == "5-4-8");
  return assault_fire && firer.squad && !firer.is_far(*range) && !denied;
}

void Attackers::add_up(const std::vector<Firer>& firers) {
  multiply_all();
  check_anybody_reaches(firers, *range, [&](const Firer& firer) { return reach(firer); });
  const bool any_gun = std::any_of(firers.begin(), firers.end(), [](const Firer& firer) {
    return firer.counts && firer.machine_gun;
  });
  if (sustained_fire && !any_gun) {
    throw ArgumentError("sustained_fire", "no MG fires",
                        "a MG among --attackers, such as 'German HMG'");
  }
  for (const Firer& firer : firers) {
    if (!firer.counts) continue;
    std::string words;
    const double factor = factor_of(firer, words);
    sum_.add(firer.name, firer.firepower, factor, words);
    double comes_to = firer.firepower * factor * sum_.factor();
    if (has_assault_fire(firer)) {  // A7.36: 1 more and fractions up, last of all
      const double assault = std::ceil(comes_to + 1);
      assault_bonus_ += assault - comes_to;
      comes_to = assault;
    }
    firepower_ += comes_to;
    if (firer.machine_gun) machine_guns_.push_back({firer.name, comes_to, firer.rate, firer.unit});
    if (&firer == &firers.front() && firer.name.empty()) firepower_of_first_ = comes_to;
  }
}

/// A7.3 and the chart of IFT DRM. TEM but a pillbox's, leaders and heroes do not modify an FT;
/// hexsides, Hindrances, leaders and heroes do not modify a DC.
void Attackers::modify() {
  const bool tem =
      has_terrain_ && (!flamethrower_ || in_pillbox()) && !(demolition_charge_ && terrain_.hexside);
  modify(terrain_.name, tem ? terrain_.modifier : 0);
  modify("Hindrance", demolition_charge_ ? 0 : hindrance);
  if (leader) modifiers_.add(leader->text + " directs", leader->modifier);
  modifiers_.add(heroes_ == 1 ? "hero" : "heroes", -heroes_);
  const bool hazardous = moves == Moves::hazardous;
  // A8.15: neither FFNAM nor FFMO in a Snap Shot.
  const bool in_motion = moves != Moves::no && !hazardous && in_first_fire() && !snap_shot;
  // A hexside is no cover against those in the same Location.
  const bool open = !has_terrain_ || terrain_.open || (terrain_.hexside && terrain_.modifier == 0);
  const std::size_t before = causes_.size();
  modify("Hazardous Movement", hazardous ? -2 : 0);
  modify("FFNAM", in_motion && moves != Moves::assault ? -1 : 0);
  modify("FFMO", in_motion && open && hindrance == 0 ? -1 : 0);
  for (std::size_t i = before; i < causes_.size(); ++i) motion_ += causes_[i];
  modify("CX", cx ? 1 : 0);
  modify("Encircled", encircled ? 1 : 0);
  modify("buttoned up", by_vehicle_ && !vehicle.crew_exposed ? 1 : 0);
}

void Attackers::modify(const std::string& cause, int modifier) {
  modifiers_.add(cause, modifier);
  causes_.push_back(modifier);
}

std::optional<std::string> Attackers::why_no_rate() const {
  const Phase now = in_phase();
  const char* const when = now == Phase::advancing          ? "in Advancing Fire (A9.2)"
                           : now == Phase::subsequent_first ? "in Subsequent First Fire (A8.3)"
                           : now == Phase::fpf              ? "in Final Protective Fire (A8.31)"
                           : pinned                         ? "whose crew is pinned (A7.81)"
                           : sustained_fire                 ? "in Sustained Fire (A9.3)"
                           : first_fire_marker ? "in Final Fire after a First Fire (A9.3)"
                                               : nullptr;
  if (when == nullptr) return std::nullopt;
  return fmt::format("no MG keeps its rate of fire {}", when);
}

void Attackers::settle(Cowering& cowering) const {
  using Kind = Cowering::Kind;
  const bool cowers = cowering.kind == Kind::cower || cowering.kind == Kind::inexperienced;
  if (directed() && cowers && given()) {
    throw ArgumentError("cowering", "fire that a leader directs does not cower (A7.9)",
                        "--cowering none, or no leader");
  }
  if (by_vehicle_ && cowers) {
    throw ArgumentError("cowering", "the machine guns of an AFV do not cower (A7.9)",
                        "--cowering none");
  }
  cowering = settled(cowering, inexperienced_);
}

/// A19.33: Conscripts lose two columns, whatever cowers with them. Who is led does not cower
/// (A7.9), whatever is asked for others: so sides can be compared.
Cowering Attackers::settled(Cowering asked, bool inexperienced) const {
  using Kind = Cowering::Kind;
  const bool cowers = asked.kind == Kind::cower || asked.kind == Kind::inexperienced;
  if (directed() && cowers) asked.kind = Kind::none;
  if (may_cower() && (asked.kind == Kind::none || asked.kind == Kind::cower)) {
    asked.kind = Cowering::of(inexperienced);
  }
  return asked;
}

bool Attackers::may_cower() const {
  return given() && !directed() && !demolition_charge_ && !only_smc_ && !by_vehicle_;
}

Cowering Attackers::on_rate(Cowering asked) const { return settled(asked, inexperienced_on_rate_); }

}  // namespace combat_odds::asl
