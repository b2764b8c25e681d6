#include "sim/asl/machine_guns/defensive_fire_group.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/asl/infantry/armed_group.hpp"
#include "sim/asl/infantry/attackers.hpp"
#include "sim/asl/machine_guns/sustained_fire.hpp"
#include "sim/asl/units/named_numbers.hpp"
#include "sim/asl/units/selection.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_games/firers.hpp"

namespace combat_odds::asl {
namespace {

/// A9.4
constexpr int machine_gun_sight = 16;

bool has(std::uint8_t bits, std::size_t i) { return (bits >> i & 1) != 0; }
void add(std::uint8_t& bits, std::size_t i) { bits |= small(1u << i); }

}  // namespace

void DefensiveFireGroup::describe(Declaration<DefensiveFireGroup>& group, const std::string& of) {
  group
      .asks(&DefensiveFireGroup::who, "firers", fire_group_form,
            of + ", with at most two MGs; a leader among them directs")
      .tried_with({"4-6-7 LMG", "4-4-7 Russian MMG 8-0", "4-6-7", "2*4-6-7 German HMG 9-1",
                   "2-4-7 LMG", "2*4-6-7 2*LMG"})
      .asks(&DefensiveFireGroup::range, "range", 0, 40,
            "in hexes from them to each Location: 1 is ADJACENT, 0 the same Location")
      .needed_when(&DefensiveFireGroup::given, "FP is doubled ADJACENT and halved at long range",
                   "1 where they are ADJACENT")
      .tried_with({"1", "3", "6", "9"})
      .asks(&DefensiveFireGroup::cowers, "cowering", one_of({"cower", "inexperienced", "never"}),
            "whether they cower without a leader: one column, with Conscripts two; two; or never")
      .asks(&DefensiveFireGroup::fire_lane, "fire_lane",
            "their MGs declare a Fire Lane with their first shot (A9.22)")
      .only_when(AllFrom{"range"}, &DefensiveFireGroup::given, "", "the firers");
}

void DefensiveFireGroup::prepare(const Charts& charts) {
  ift_ = &charts.get<Ift>();
  if (!given()) return;
  const FireGroup group = read_armed_group(*who, "firers", charts);
  if (group.units.empty() || group.units.size() > most_units) {
    throw ArgumentError("firers", group.units.empty() ? "nobody of them has FP" : "too many units",
                        "one to six units with FP, such as '4-6-7 German HMG'");
  }
  if (!group.leaders.empty()) {
    leader_ = director_among(group, std::nullopt, "one leader directs an attack");
  }
  std::vector<std::size_t> crews;
  for (const UnitName& name : group.units) {
    std::vector<UnitType> roster;
    const int place = charts.get<Infantry>().enlist(name, roster);
    const UnitType& type = roster[static_cast<std::size_t>(place)];
    if (type.kind != UnitType::Kind::squad) crews.push_back(units_.size());
    units_.push_back(
        {static_cast<double>(name.firepower), name.range, name.morale, type.inexperienced, false});
  }
  // A7.351-.352: a squad fires one beside its own FP, other units one in place of it.
  std::vector<std::size_t> may_man;
  const std::size_t able = units_.size() - std::min(begin_pinned, units_.size());
  if (able > 0) std::erase_if(crews, [&](std::size_t unit) { return unit >= able; });
  for (std::size_t i = 0; i < (able > 0 ? able : units_.size()); ++i) {
    if (std::find(crews.begin(), crews.end(), i) == crews.end()) may_man.push_back(i);
  }
  const std::size_t squads = may_man.size();
  may_man.insert(may_man.end(), crews.begin(), crews.end());
  if (group.weapons.size() > GroupMarkers::most_guns || group.weapons.size() > may_man.size()) {
    throw ArgumentError("firers", "more MGs than are played here, or than there is somebody for",
                        "two MGs at most, each with a unit of its own");
  }
  if (const WeaponCounter* const other = no_machine_gun(group, charts)) {
    throw ArgumentError("firers", fmt::format("'{}' is no MG of the chart", other->name),
                        "MGs by their names, such as 'German HMG'");
  }
  for (const WeaponCounter& weapon : group.weapons) {
    const NamedNumbers& numbers = charts.get<NamedNumbers>(machine_guns_chart);
    const std::size_t manned_by = may_man[guns_.size()];
    if (guns_.size() >= squads) units_[manned_by].mans_in_place = true;
    guns_.push_back(
        {weapon.name, weapon.firepower, weapon.normal_range, numbers.at(weapon.name, "rof"),
         // A19.32
         numbers.at(weapon.name, "breakdown") - (units_[manned_by].inexperienced ? 1 : 0),
         manned_by});
  }
  const bool far_guns = !guns_.empty() && *range > machine_gun_sight;
  if (far_guns && !leader_) {
    throw ArgumentError("firers", "a MG fires beyond 16 hexes only where a leader directs (A9.4)",
                        "a leader among them");
  }
  if (fire_lane && (guns_.empty() || *range == 0)) {
    throw ArgumentError("fire_lane", guns_.empty() ? "there is no MG" : "not in the same Location",
                        "false");
  }
  if (firepower({}, Way::all, false) <= 0) {
    throw ArgumentError("range", fmt::format("nobody reaches {} hexes", *range), "a shorter one");
  }
}

// Who fires, and with what.

bool DefensiveFireGroup::has_lane(const GroupMarkers& markers) const {
  return std::find(markers.guns.begin(), markers.guns.end(), GroupMarkers::Gun::fire_lane) !=
         markers.guns.end();
}

bool DefensiveFireGroup::takes_part(const GroupMarkers& markers, std::size_t gun, Way way) const {
  using State = GroupMarkers::Gun;
  if (has(markers.broken, guns_[gun].unit)) return false;
  const State state = markers.guns[gun];
  if (way == Way::all || way == Way::rate) return state == State::ready;
  if (way == Way::subsequent && state == State::final_fire) return false;
  return state != State::out && state != State::fire_lane;
}

bool DefensiveFireGroup::unit_fires(const GroupMarkers& markers, std::size_t unit, Way way) const {
  if (has(markers.broken, unit) || way == Way::rate) return false;
  if (way == Way::subsequent && has(markers.cowered, unit)) return false;
  // A7.353: what is fired at half loses nobody his own FP.
  return way != Way::all || !units_[unit].mans_in_place;
}

double DefensiveFireGroup::of_unit(const GroupMarkers& markers, std::size_t unit, Way way) const {
  const Unit& firer = units_[unit];
  if (!unit_fires(markers, unit, way)) return 0;
  const double reach = reach_factor(firer.normal_range, *range);
  if (reach < 1 && way != Way::all) return 0;  // A8.3
  return firer.firepower * reach * (has(markers.pinned, unit) ? 0.5 : 1);
}

double DefensiveFireGroup::of_gun(const GroupMarkers& markers, std::size_t gun, Way way) const {
  const Gun& weapon = guns_[gun];
  if (!takes_part(markers, gun, way)) return 0;
  const double reach = reach_factor(weapon.normal_range, *range);
  if (reach < 1 && (way == Way::subsequent || way == Way::protective)) return 0;
  return weapon.firepower * reach * (*range > machine_gun_sight ? 0.5 : 1) *
         (has(markers.pinned, weapon.unit) ? 0.5 : 1);
}

double DefensiveFireGroup::factor(Way way, bool halved) const {
  const bool area = way == Way::subsequent || way == Way::protective;
  return near_factor(*range) * (area ? 0.5 : 1) * (halved ? 0.5 : 1);
}

double DefensiveFireGroup::firepower(const GroupMarkers& markers, Way way, bool halved) const {
  double sum = 0;
  for (std::size_t i = 0; i < units_.size(); ++i) sum += of_unit(markers, i, way);
  for (std::size_t i = 0; i < guns_.size(); ++i) sum += of_gun(markers, i, way);
  return sum * factor(way, halved);
}

/// A8.3: a group fires at most once for each MF that the target has spent there. As long as a MG
/// keeps its rate, it fires on alone. Then the whole group follows with Subsequent First Fire and
/// Final Protective Fire.
std::optional<DefensiveFireGroup::Way> DefensiveFireGroup::next_way(const GroupMarkers& markers,
                                                                    int movement, int unit_shots,
                                                                    int gun_shots,
                                                                    bool subsequent_fire,
                                                                    bool protective_fire) const {
  const auto with = [&](Way way) -> std::optional<Way> {
    if (firepower(markers, way, false) <= 0) return std::nullopt;
    return way;
  };
  if (markers.marker == GroupMarkers::none) return with(Way::all);
  if (with(Way::rate)) return gun_shots < movement ? std::optional(Way::rate) : std::nullopt;
  if (has_lane(markers) || unit_shots >= movement || gun_shots >= movement) return std::nullopt;
  if (markers.marker == GroupMarkers::first_fire) {
    return subsequent_fire ? with(Way::subsequent) : std::nullopt;
  }
  return protective_fire && *range <= 1 ? with(Way::protective) : std::nullopt;
}

bool DefensiveFireGroup::directed(const GroupMarkers& markers) const {
  return leader_.has_value() && markers.leader == GroupMarkers::Leader::good;
}

// The attack.

/// Columns lost on doubles: two where one of those who fire is Inexperienced (A7.9, A19.33).
int DefensiveFireGroup::cowering_columns(const GroupMarkers& markers, Way way) const {
  if (directed(markers) || cowers == Cowers::never) return 0;
  if (cowers == Cowers::inexperienced) return 2;
  for (std::size_t i = 0; i < units_.size(); ++i) {
    if (units_[i].inexperienced && of_unit(markers, i, way) > 0) return 2;
  }
  for (std::size_t i = 0; i < guns_.size(); ++i) {
    if (units_[guns_[i].unit].inexperienced && of_gun(markers, i, way) > 0) return 2;
  }
  return 1;
}

/// Whether it fires its own FP or a MG.
bool DefensiveFireGroup::takes_any_part(const GroupMarkers& markers, std::size_t unit,
                                        Way way) const {
  if (of_unit(markers, unit, way) > 0) return true;
  for (std::size_t i = 0; i < guns_.size(); ++i) {
    if (guns_[i].unit == unit && of_gun(markers, i, way) > 0) return true;
  }
  return false;
}

/// A7.9: of a group that cowers Random Selection says who is marked Final Fire, with his MGs.
std::uint8_t DefensiveFireGroup::who_cowers(Dice& dice, const GroupMarkers& markers,
                                            Way way) const {
  std::array<std::size_t, most_units> firing{};
  int count = 0;
  for (std::size_t i = 0; i < units_.size(); ++i) {
    if (takes_any_part(markers, i, way)) firing.at(static_cast<std::size_t>(count++)) = i;
  }
  const auto alike = [&](int a, int b) {
    const std::size_t one = firing.at(static_cast<std::size_t>(a));
    const std::size_t two = firing.at(static_cast<std::size_t>(b));
    const auto mans = [&](std::size_t unit) {
      return std::any_of(guns_.begin(), guns_.end(),
                         [&](const Gun& gun) { return gun.unit == unit; });
    };
    return units_[one] == units_[two] && !mans(one) && !mans(two) &&
           has(markers.cowered, one) == has(markers.cowered, two) &&
           has(markers.pinned, one) == has(markers.pinned, two);
  };
  const std::uint32_t chosen = asl::who_cowers(dice, count, alike);
  std::uint8_t units = 0;
  for (int i = 0; i < count; ++i) {
    if ((chosen >> i & 1) != 0) add(units, firing.at(static_cast<std::size_t>(i)));
  }
  return units;
}

/// A8.31: the Original DR, with the leader's modifier, is an NMC of all who fire. The leader's own
/// check has no modifier; he helps only while he is neither pinned nor broken.
void DefensiveFireGroup::check_own_morale(Shot& shot, const GroupMarkers& markers,
                                          int original) const {
  if (directed(markers)) {
    if (original >= leader_->morale) shot.leader = GroupMarkers::Leader::pinned;
    if (original > leader_->morale || original == 12) shot.leader = GroupMarkers::Leader::broken;
  } else {
    shot.leader = markers.leader;
  }
  const bool helps = leader_ && shot.leader == GroupMarkers::Leader::good;
  const int final_dr = original + (helps ? leader_->modifier : 0);
  for (std::size_t i = 0; i < units_.size(); ++i) {
    if (has(markers.broken, i)) continue;
    if (final_dr > units_[i].morale || original == 12) {
      add(shot.broken, i);
    } else if (final_dr == units_[i].morale) {
      add(shot.pinned, i);
    }
  }
}

DefensiveFireGroup::Shot DefensiveFireGroup::fire(Dice& dice, const GroupMarkers& markers, Way way,
                                                  bool halved, int drm) const {
  const bool area = way == Way::subsequent || way == Way::protective;
  const int column = ift_->column(firepower(markers, way, halved));
  const int with = drm + (directed(markers) ? leader_->modifier : 0);
  const int lost = cowering_columns(markers, way);
  Shot shot = dice.DR([&](TwoDice roll) {
    Shot seen;
    const int cowering = roll.doubles() ? lost : 0;
    seen.cowered = cowering > 0 ? 1 : 0;
    seen.result = ift_->at(column - cowering, roll.total() + with);
    for (std::size_t i = 0; i < guns_.size(); ++i) {
      if (of_gun(markers, i, way) <= 0) continue;
      const Gun& gun = guns_[i];
      const bool jams = roll.total() >= gun.breakdown - (area ? sustained_breakdown : 0);
      if (jams) add(seen.jams, i);
      const bool rate = !area && !lays_fire_lane(gun) && !jams && !has(markers.pinned, gun.unit) &&
                        roll.coloured <= gun.rate;
      if (rate) add(seen.keeps, i);
    }
    if (way == Way::protective) check_own_morale(seen, markers, roll.total());
    return seen;
  });
  if (shot.cowered != 0 && !area) {
    shot.cowered = who_cowers(dice, markers, way);
    for (std::size_t i = 0; i < guns_.size(); ++i) {
      if (has(shot.cowered, guns_[i].unit)) shot.keeps &= static_cast<std::uint8_t>(~(1u << i));
    }
  }
  if (shot.jams == 3) {  // A9.71: at least one of them
    shot.jams = small(dice.random_selection(2));
  }
  return shot;
}

std::string DefensiveFireGroup::Shot::text() const {
  std::string text = result.text();
  if (keeps != 0) text += ", keeps its rate";
  if (jams != 0) text += ", malfunctions";
  if (cowered != 0) text += ", cowers";
  if (broken != 0) text += ", breaks itself";
  return text;
}

/// A9.22: within its Normal Range only; beyond it a MG fires as ever, and may keep its rate.
bool DefensiveFireGroup::lays_fire_lane(const Gun& gun) const {
  return fire_lane && *range <= gun.normal_range;
}

/// A7.9: who cowers is marked Final Fire, with his weapons.
void DefensiveFireGroup::mark(GroupMarkers& markers, Way way, const Shot& shot) const {
  using State = GroupMarkers::Gun;
  const GroupMarkers before = markers;
  const bool area = way == Way::subsequent || way == Way::protective;
  if (!area) markers.cowered |= shot.cowered;
  const auto all = small((1u << units_.size()) - 1u);
  const bool over = area || ((markers.cowered | markers.broken) & all) == all;
  markers.marker = over ? GroupMarkers::final_fire : GroupMarkers::first_fire;
  const std::uint8_t cowered = markers.cowered;
  if (over) markers.cowered = 0;
  for (std::size_t i = 0; i < guns_.size(); ++i) {
    State& state = markers.guns[i];
    const bool fired = of_gun(before, i, way) > 0;
    if (fired && has(shot.jams, i)) {
      state = State::out;
    } else if (state != State::out && (over || has(cowered, guns_[i].unit))) {
      state = State::final_fire;
    } else if (fired && way == Way::all && lays_fire_lane(guns_[i])) {
      state = State::fire_lane;
    } else if (fired && !has(shot.keeps, i)) {
      state = State::first_fire;
    }
  }
  if (way != Way::protective) return;
  markers.broken |= shot.broken;
  markers.pinned = static_cast<std::uint8_t>((markers.pinned | shot.pinned) & ~markers.broken);
  markers.leader = shot.leader;
}

/// A8.2, A8.23, A8.221: the FP that fired, without MGs that keep their rate, malfunction or lay a
/// Fire Lane; a column lower if it cowered.
int DefensiveFireGroup::residual_column(const GroupMarkers& before, Way way, const Shot& shot,
                                        bool halved) const {
  double sum = 0;
  for (std::size_t i = 0; i < units_.size(); ++i) sum += of_unit(before, i, way);
  GroupMarkers after = before;
  mark(after, way, shot);
  for (std::size_t i = 0; i < guns_.size(); ++i) {
    const bool keeps =
        has(shot.keeps, i) || has(shot.jams, i) || after.guns[i] == GroupMarkers::Gun::fire_lane;
    if (!keeps) sum += of_gun(before, i, way);
  }
  const int cowering = shot.cowered == 0 ? 0 : cowering_columns(before, way);
  const int column = ift_->column(sum * factor(way, halved)) - cowering;
  return column < 0 ? 0 : ift_->heading(column);
}

/// A9.22: the column to the left of the MG's own, doubled if ADJACENT.
double DefensiveFireGroup::lane_firepower(std::size_t gun) const {
  const int column = ift_->column(guns_[gun].firepower) - 1;
  if (column < 0) return 0;
  return ift_->heading(column) * (*range == 1 ? 2 : 1);
}

std::string DefensiveFireGroup::text() const {
  return fmt::format("{} at range {}: {}", *who, *range,
                     firepower_text(*ift_, firepower({}, Way::all, false)));
}

}  // namespace combat_odds::asl
