#include <fmt/format.h>
#include <algorithm>
#include <utility>

#include "core/dice/small.hpp"
#include "core/text/suggest.hpp"
#include "sim/asl/duels/firefight.hpp"
#include "sim/asl/infantry/armed_group.hpp"
#include "sim/asl/units/named_numbers.hpp"
#include "sim/asl/units/unit_points.hpp"
#include "sim/declare/names.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_games/terrain.hpp"

namespace combat_odds::asl {
namespace {

constexpr const char* machine_guns_form = "MGs such as 'German HMG' or '2*LMG'";

/// More than any Final DR of a Morale Check can exceed a Morale Level by.
constexpr int no_elr = 99;

}  // namespace

void FirefightSide::describe(Declaration<FirefightSide>& side, const std::string& of) {
  side.asks(&FirefightSide::units, "units", units_form, "the stack" + of,
            units_up_to<TargetStack::most_units>)
      .or_named(names_in(Infantry::chart_name, "unit"))
      .tried_with({"4-6-7", "4-4-7", "2*4-4-7", "2-3-7 8-0", "8-3-8", "4-2-6"})
      .asks(&FirefightSide::nationality, "nationality", "german or russian",
            "for the BPV of the units" + of)
      .or_named(names_in(UnitPoints::chart_name, "nationality"))
      .tried_with({"russian"})
      .asks(&FirefightSide::bpv, "bpv", 1, 1000,
            "the price of the first-named unit" + of + ", if the chart has none or another")
      .tried_with({"12"})
      .asks(&FirefightSide::leader_bpv, "leader_bpv", 1, 1000,
            "the price of each leader" + of + "; default: leaders count nothing")
      .tried_with({"10"})
      .only_when(
          [](const FirefightSide& asked) {
            return asked.nationality.has_value() || asked.bpv.has_value();
          },
          "", "--nationality or --bpv")
      .only_when(
          [](const FirefightSide& asked) {
            return std::any_of(asked.units.begin(), asked.units.end(),
                               [](const UnitName& unit) { return unit.leader; });
          },
          "", "a leader among --units")
      .asks(&FirefightSide::drm, "drm", -10, 10,
            "to the fire" + of + ": what its target is in, and the like, without the leader")
      .or_named(terrain_names("asl/terrain.csv"), "a terrain such as stone")
      .asks(&FirefightSide::elr, "elr", 0, 5,
            "the Experience Level Rating" + of + "; default: nobody is Replaced")
      .asks(&FirefightSide::rally_drm, "rally_drm", -3, 3,
            "to the Rally DR" + of +
                ": -1 in a building, woods, a pillbox or a trench; leaders, DM and Self-Rally "
                "count by themselves")
      .tried_with({"0", "-1"})
      .asks(
          &FirefightSide::given_cowering, "cowering", one_of({"cower", "inexperienced", "never"}),
          "what the fire" + of +
              " loses on Original doubles where no leader directs it: one column, with Conscripts "
              "two; two; or none")
      .asks(&FirefightSide::machine_guns, "machine_guns", machine_guns_form,
            "the MGs" + of + ", four at most, with rate of fire and breakdown")
      .tried_with({"German HMG", "Russian LMG", "2*German LMG"})
      .asks(&FirefightSide::rout, "rout", 0, 3,
            "the broken units" + of +
                " rout away in each Rout Phase, through so many Open Ground hexes in which they "
                "are interdicted (A10.53); default: they stay")
      .includes(
          &FirefightSide::target,
          [&](Declaration<FireTarget>& under_fire) {
            under_fire.includes(&FireTarget::heat, [&](Declaration<HeatOfBattle>& heat) {
              HeatOfBattle::describe_in_sight(
                  heat,
                  "whose Heat of Battle follows an Original 2 on an MC or Rally DR" + of +
                      " (A15), and Leader Creation on its Self-Rally (A18.2); none leaves them "
                      "out");
            });
            FireTarget::describe_casualties(under_fire);
          })
      .adjust("casualty_vp",
              [&](Parameter& points) {
                points.meaning = "the points lost" + of + " are Casualty VP (A26.22), not BPV";
              })
      .only_when(
          {"casualty_vp"},
          [](const FirefightSide& asked) { return !asked.nationality && !asked.bpv; },
          "a nationality or a price asks for BPV", "neither --nationality nor --bpv");
}

void FirefightSide::prepare(const Charts& charts) {
  target.units = units;
  cowering.kind = given_cowering == GivenCowering::cower           ? Cowering::Kind::cower
                  : given_cowering == GivenCowering::inexperienced ? Cowering::Kind::inexperienced
                                                                   : Cowering::Kind::never;
  target.elr = elr.value_or(no_elr);
  try {
    target.prepare(charts);
  } catch (const ArgumentError& error) {
    throw ArgumentError("units", error.wrong(), error.right());
  }
  bool any_squad = false;
  const TargetStack& start = target.start();
  for (std::size_t i = 0; i < start.unit_count; ++i) {
    const UnitType& unit = target.type(start, i);
    if (unit.is_commissar() || unit.is_hero()) {
      throw ArgumentError("units", unit.name.text + " is a commissar or a hero",
                          "squads, half-squads, crews and other leaders");
    }
    any_squad = any_squad || !unit.is_leader();
  }
  if (!any_squad) throw ArgumentError("units", "nobody here can fire", "such as 4-6-7 8-1");
  arm(charts);
  rally_.drm = rally_drm;
  rally_.prepare(charts, target);
  price(charts);
}

/// Reads the MGs. "LMG" is that of the units' nationality.
void FirefightSide::arm(const Charts& charts) {
  if (!machine_guns) return;
  FireGroup group;
  try {
    group = read_armed_group(fmt::format("{} {}", units_text(units), *machine_guns), "machine_guns",
                             charts);
  } catch (const ArgumentError& error) {
    throw ArgumentError("machine_guns", error.wrong(), error.right());
  }
  if (group.units.size() + group.leaders.size() != units.size()) {
    throw ArgumentError("machine_guns", "there are units among them", machine_guns_form);
  }
  if (group.weapons.size() > FirefightArms::most_guns) {
    throw ArgumentError("machine_guns", "more MGs than are played here", "four at most");
  }
  if (const WeaponCounter* const other = no_machine_gun(group, charts)) {
    throw ArgumentError("machine_guns", fmt::format("'{}' is no MG of the chart", other->name),
                        machine_guns_form);
  }
  const NamedNumbers& numbers = charts.get<NamedNumbers>(machine_guns_chart);
  for (const WeaponCounter& weapon : group.weapons) {
    guns_.push_back({weapon.name, weapon.firepower, weapon.normal_range,
                     numbers.at(weapon.name, "rof"), numbers.at(weapon.name, "breakdown"),
                     numbers.at(weapon.name, "repair")});
  }
  std::stable_sort(guns_.begin(), guns_.end(), [](const MachineGun& a, const MachineGun& b) {
    return std::pair(a.firepower, a.name) > std::pair(b.firepower, b.name);
  });
}

/// A half-squad is worth its own BPV, or half its squad's if it has none.
void FirefightSide::price(const Charts& charts) {
  if (!nationality && !bpv) return;
  const UnitPoints& chart = charts.get<UnitPoints>();
  const std::string name = nationality ? folded(*nationality) : "";
  if (nationality && !chart.has_nationality(name)) {
    throw ArgumentError("nationality", fmt::format("no BPV of '{}'", *nationality),
                        "german or russian, or --bpv");
  }
  const UnitName& first =
      *std::find_if(units.begin(), units.end(), [](const UnitName& unit) { return !unit.leader; });
  const auto listed = [&](const UnitName& unit) {
    return nationality ? chart.of(name, unit.text) : std::nullopt;
  };
  for (const UnitName& unit : units) {
    if (unit.leader || listed(unit) || (bpv && unit == first)) continue;
    throw ArgumentError("bpv", fmt::format("no chart has a BPV of a {}", unit.text),
                        "its price, of the first-named unit, or units of asl/infantry-bpv.csv");
  }
  for (const UnitType& type : target.roster()) {
    if (type.is_leader() || type.is_hero()) {
      points_.push_back(type.is_leader() ? leader_bpv.value_or(0) : 0);
    } else if (bpv && type.name.text == first.text) {
      points_.push_back(*bpv);
    } else {
      const bool half = type.kind == UnitType::Kind::half_squad;
      const int otherwise = bpv.value_or(0) / (half ? 2 : 1);
      points_.push_back(listed(type.name).value_or(otherwise));
    }
  }
}

bool FirefightSide::any_unbroken(const TargetStack& stack) {
  return std::any_of(
      stack.units.begin(), stack.units.begin() + stack.unit_count,
      [](const TargetUnit& unit) { return (unit.status & FirefightSide::gone) == 0; });
}

bool FirefightSide::any_armed(const TargetStack& stack) const {
  return std::any_of(stack.units.begin(), stack.units.begin() + stack.unit_count,
                     [&](const TargetUnit& unit) {
                       const UnitType& kind = target.type(unit);
                       return (unit.status & gone) == 0 && (!kind.is_leader() || kind.is_hero());
                     });
}

bool FirefightSide::any_broken(const TargetStack& stack) {
  return std::any_of(stack.units.begin(), stack.units.begin() + stack.unit_count,
                     [](const TargetUnit& unit) { return unit.is(TargetUnit::broken); });
}

int FirefightSide::half_squads_of(const UnitType& unit) const {
  if (unit.is_smc()) return 0;
  return unit.kind == UnitType::Kind::squad ? 2 : 1;
}

int FirefightSide::half_squads(const TargetStack& stack) const {
  int count = 0;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if (!stack.units[i].is(TargetUnit::eliminated)) count += half_squads_of(target.type(stack, i));
  }
  return count;
}

int FirefightSide::lost(const TargetStack& stack, const FirefightArms& arms) const {
  const TargetStack& start = target.start();
  const bool squads = std::any_of(
      start.units.begin(), start.units.begin() + start.unit_count,
      [&](const TargetUnit& unit) { return target.type(unit).kind == UnitType::Kind::squad; });
  const int left = half_squads(stack) + arms.half_squads_away;
  return (half_squads(start) - left) / (squads ? 2 : 1);
}

int FirefightSide::points(const TargetStack& stack) const {
  int sum = 0;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if (!stack.units[i].is(TargetUnit::eliminated)) sum += points_.at(stack.units[i].type);
  }
  return sum;
}

int FirefightSide::points_lost(const TargetStack& stack, const FirefightArms& arms) const {
  if (target.casualty_vp) return stack.casualty_vp;
  return points(target.start()) - points(stack) - arms.points_away;
}

/// In the stack a unit that leaves looks like an eliminated one, but it does not count as lost.
void FirefightSide::leave(TargetStack& stack, FirefightArms& arms, std::size_t i) const {
  const int half = half_squads_of(target.type(stack, i));
  arms.half_squads_away = small(arms.half_squads_away + half);
  if (!points_.empty()) {
    const int worth = points_.at(stack.units[i].type);
    arms.points_away = static_cast<std::uint16_t>(arms.points_away + worth);
  }
  stack.units[i].status = TargetUnit::eliminated;
}

void FirefightSide::forget_gone(TargetStack& stack) const {
  if (!target.heat.played() || !FireTarget::resolved(stack)) return;
  std::uint8_t kept = 0;
  std::uint8_t leaders = 0;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if (stack.units[i].is(TargetUnit::eliminated)) continue;
    if (i < stack.leader_count) ++leaders;
    stack.units[kept++] = stack.units[i];
  }
  for (std::size_t i = kept; i < stack.unit_count; ++i) stack.units[i] = {};
  stack.unit_count = kept;
  stack.leader_count = leaders;
}

std::vector<std::string> FirefightSide::notes() const {
  constexpr int full_location = 6;  // half-squads (A5.1)
  std::vector<std::string> notes;
  if (half_squads(target.start()) > full_location) {
    notes.emplace_back("more than three squads overstack a Location (A5.1): that does not count");
  }
  if (!points_.empty() && !leader_bpv && target.start().leader_count > 0) {
    notes.emplace_back("no BPV of leaders: they count nothing");
  }
  if (!points_.empty() && !guns_.empty())
    notes.emplace_back("no chart has a BPV of MGs: they count nothing");
  return notes;
}

}  // namespace combat_odds::asl
