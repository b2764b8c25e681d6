#include "sim/squad_leader/infantry/attackers.hpp"
#include "sim/squad_leader/counters/counters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace combat_odds::squad_leader {
namespace {

constexpr const char* weapons_chart = "squad-leader/support-weapons.csv";
constexpr const char* nationalities_chart = "squad-leader/infantry-points.csv";
constexpr const char* terrain_chart = "squad-leader/terrain-effects.csv";

/// Crews have 2 factors (5.7), squads more.
constexpr int crew_firepower = 2;

bool is_light(const std::string& weapon) { return weapon.ends_with("LMG"); }

}  // namespace

Attackers::Phase Attackers::in_phase() const {
  return phase ? *phase : target_moved ? Phase::defensive : Phase::prep;
}

void Attackers::prepare(const Charts& charts) {
  read_terrain(in_terrain, charts, terrain_chart);
  if (target_moved && in_phase() != Phase::defensive) {
    throw ArgumentError("target_moved", "the target moves in its own turn only",
                        "--phase defensive");
  }
  if (given()) read_group(charts);
  modify();
}

Attackers Attackers::made_by(std::string others) const {
  Attackers attack;
  attack.who = std::move(others);
  attack.range = range;
  attack.phase = phase;
  attack.in_terrain = in_terrain;
  attack.foreign_leader = foreign_leader;
  attack.target_moved = target_moved;
  attack.concealed = concealed;
  attack.from_cliff = from_cliff;
  attack.halved = halved;
  attack.night = night;
  return attack;
}

/// 64.41-.46: the machine guns of an AFV attack a hex together, and nobody with them.
void Attackers::read_vehicle() {
  if (leader) throw ArgumentError("leader", "no leader directs a vehicle's fire", "leave it out");
  if (moved()) {
    throw ArgumentError("phase", "a vehicle's machine guns are halved one by one",
                        "--phase advancing_unmoved with --vehicle-moves");
  }
  std::vector<Firer> firers;
  for (const VehicleMachineGuns::Gun& gun : vehicle.guns()) {
    firers.push_back(gun.firer);
    group_.weapons.push_back({gun.firer.name, gun.firer.firepower, gun.firer.normal_range});
  }
  notes_ = vehicle.notes();
  leave_out_of_reach(
      firers, *range, [&](const Firer& firer) { return reach(firer); }, notes_);
  add_up(firers);
}

void Attackers::read_group(const Charts& charts) {
  if (vehicle.read(*who, "attackers", charts)) {
    read_vehicle();
    return;
  }
  if (vehicle.says_anything()) {
    throw ArgumentError("attackers", "no vehicle fires, and options of its own are given",
                        "a vehicle such as T-34 or " + std::string(VehicleMachineGuns::form));
  }
  group_ = read_fire_group(*who, "attackers", charts, weapons_chart, nationalities_chart);
  std::vector<Firer> own;
  for (const UnitName& unit : group_.units) {
    const bool squad = unit.firepower > crew_firepower;
    own.push_back({"", unit.text, static_cast<double>(unit.firepower), unit.range, squad});
  }
  std::vector<Firer> weapons;
  for (const WeaponCounter& weapon : group_.weapons) {
    flamethrower_ = flamethrower_ || weapon.name == "FT";
    demolition_charge_ = demolition_charge_ || weapon.name == "DC";
    weapons.push_back({weapon.name, weapon.name, weapon.firepower, weapon.normal_range});
  }
  if (alone() && group_.units.size() + group_.leaders.size() + group_.weapons.size() > 1) {
    throw ArgumentError("attackers", "a flamethrower and a demolition charge attack on their own",
                        "FT or DC alone");
  }
  if (alone() && leader) {
    throw ArgumentError("leader", "no leader directs that attack (22, 23)", "leave it out");
  }
  const auto reaches = [&](const Firer& firer) { return reach(firer); };
  leave_out_of_reach(own, *range, reaches, notes_);
  leave_out_of_reach(weapons, *range, reaches, notes_);
  if (!alone()) man_weapons(own, weapons);
  for (std::size_t i = 0; i < weapons.size() && !alone(); ++i) {
    if (!weapons[i].counts) continue;
    breaks_down_from_ = std::min(breaks_down_from_, group_.weapons[i].breakdown_number);
  }
  const bool any_experienced =
      std::any_of(group_.units.begin(), group_.units.end(),
                  [](const UnitName& unit) { return !is_inexperienced(unit); });
  if (breaks_down_from_ <= 12 && !group_.units.empty() && !any_experienced)
    --breaks_down_from_;  // 94.3
  std::vector<Firer> firers = own;
  firers.insert(firers.end(), weapons.begin(), weapons.end());
  add_up(firers);
}

/// 9.2: units fire at up to twice their range, an FT and a DC at their own.
int Attackers::reach(const Firer& firer) const { return firer.normal_range * (alone() ? 1 : 2); }

/// The units that fire weapons instead of their own firepower, so that all heavier and light
/// machine guns are manned and the least firepower is lost. Empty if that is not possible.
std::vector<bool> Attackers::shared_out(const std::vector<Firer>& own, std::size_t heavy,
                                        std::size_t light) const {
  struct Way {
    std::size_t heavy;
    std::size_t light;
    bool in_place;
  };
  static const std::vector<Way> squad_ways = {{0, 0, false}, {1, 0, false}, {0, 1, false},
                                              {0, 2, false}, {2, 0, true},  {1, 1, true}};
  static const std::vector<Way> crew_ways = {{0, 0, false}, {1, 0, true}, {0, 1, true}};
  // The least firepower lost by the units so far, by the number of weapons that they man, and the
  // weapons of the last unit.
  struct Best {
    double lost = std::numeric_limits<double>::infinity();
    const Way* way = nullptr;
  };
  const auto at = [width = light + 1](std::size_t h, std::size_t l) { return h * width + l; };
  std::vector<std::vector<Best>> best(own.size() + 1, std::vector<Best>((heavy + 1) * (light + 1)));
  best[0][at(0, 0)].lost = 0;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const double firepower = own[i].counts ? own[i].firepower / (own[i].is_far(*range) ? 2 : 1) : 0;
    for (const Way& way : own[i].squad ? squad_ways : crew_ways) {
      for (std::size_t h = way.heavy; h <= heavy; ++h) {
        for (std::size_t l = way.light; l <= light; ++l) {
          const double lost =
              best[i][at(h - way.heavy, l - way.light)].lost + (way.in_place ? firepower : 0);
          Best& known = best[i + 1][at(h, l)];
          if (lost < known.lost) known = {lost, &way};
        }
      }
    }
  }
  if (best[own.size()][at(heavy, light)].way == nullptr) return {};
  std::vector<bool> in_place(own.size());
  for (std::size_t i = own.size(); i-- > 0;) {
    const Way& way = *best[i + 1][at(heavy, light)].way;
    in_place[i] = way.in_place;
    heavy -= way.heavy;
    light -= way.light;
  }
  return in_place;
}

/// 8.4: a squad fires a machine gun or two LMG in addition to its own firepower, or any two instead
/// of it. A crew fires one instead of its own. The weapons are shared out so that the least
/// firepower is lost.
void Attackers::man_weapons(std::vector<Firer>& own, const std::vector<Firer>& weapons) {
  const auto light = static_cast<std::size_t>(std::count_if(
      weapons.begin(), weapons.end(), [](const Firer& weapon) { return is_light(weapon.name); }));
  const std::vector<bool> in_place = shared_out(own, weapons.size() - light, light);
  const bool left = in_place.size() < own.size() || (own.empty() && !weapons.empty());
  for (std::size_t i = 0; i < in_place.size(); ++i) {
    if (!in_place[i] || !own[i].counts) continue;
    own[i].counts = false;
    notes_.push_back(
        fmt::format("a {} fires a weapon in place of its own firepower (8.4)", own[i].text));
  }
  if (left && own.empty() && weapons.size() == 1 && !group_.leaders.empty() &&
      group_.leaders.size() <= 2) {
    lone_leader_ = group_.leaders.size() == 1;
    return;
  }
  if (left) {
    throw ArgumentError("attackers", "nobody is left to fire all these weapons",
                        "a squad fires one or two LMG, or any two in place of its own firepower; a "
                        "crew one in its place");
  }
  if (own.empty()) throw ArgumentError("attackers", "a leader has no firepower", fire_group_form);
  if (!group_.leaders.empty()) {
    leader = director_among(group_, leader, "one leader directs an attack (15.7)");
    if (leader->modifier > 0) {
      notes_.push_back(fmt::format("{} stands aside (Q&A 15.1)", leader->text));
      leader.reset();
    }
  }
}

/// 9: the factors of the whole attack, then of each firer by its range. Flamethrowers and
/// demolition charges are halved only for concealment (22, 23).
void Attackers::add_up(const std::vector<Firer>& firers) {
  const auto multiply = [&](bool when, double factor, const char* words) {
    if (when) sum_.multiply(factor, words);
  };
  const bool adjacent = point_blank() > 1;
  multiply(adjacent, point_blank(),
           from_cliff ? "tripled adjacent from a cliff" : "doubled adjacent");
  multiply(moved() && !alone(), 0.5, "halved in Advancing Fire");
  multiply(night.halves(*range), 0.5, "halved by night");
  multiply(concealed, 0.5, "halved at a concealed target");
  for (int i = 0; i < halved; ++i) multiply(true, 0.5, "halved");
  check_anybody_reaches(firers, *range, [&](const Firer& firer) { return reach(firer); });
  for (const Firer& firer : firers) {
    if (!firer.counts) continue;
    const bool far = firer.is_far(*range);
    any_far_ = any_far_ || far;
    const double moving = vehicle.factor_of(firer.name);
    const double factor = (far ? 0.5 : 1) * (lone_leader_ ? 0.5 : 1) * moving;
    std::string words = far ? "halved at long range" : "";
    const auto also = [&](bool holds, const char* cause) {
      if (holds) words += (words.empty() ? "" : ", ") + std::string(cause);
    };
    also(lone_leader_, "halved: a leader alone fires it");
    also(moving < 1, "halved: the vehicle moved");
    sum_.add(firer.name, firer.firepower, factor, words);
    const double comes_to = firer.firepower * factor * sum_.factor();
    firepower_ += comes_to;
    if (!firer.name.empty()) of_machine_guns_ += comes_to;
  }
}

/// The DRM (11.1, 15, 22, 23).
void Attackers::modify() {
  if (flamethrower_) return;
  if (has_terrain_) modifiers_.add(terrain_.name, terrain_.modifier);
  if (demolition_charge_) return;
  if (foreign_leader && (!leader || leader->modifier >= 0)) {
    throw ArgumentError("foreign_leader", "no leader of -1 or better directs (74.2)",
                        "leave it out, or a leader such as 9-1 among the attackers");
  }
  // 74.2, 83.7: the worse modifier holds for a mixed group, too.
  if (leader)
    modifiers_.add(leader->text + " directs", leader->modifier + (foreign_leader ? 1 : 0));
  if (target_moved && (!has_terrain_ || terrain_.open)) {
    modifiers_.add("moved in the open", -2);
  }
}

}  // namespace combat_odds::squad_leader
