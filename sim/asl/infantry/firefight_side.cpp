#include <fmt/format.h>
#include <algorithm>
#include <utility>

#include "combat_odds/core/suggest.hpp"
#include "combat_odds/sim/asl/infantry/firefight.hpp"
#include "combat_odds/sim/asl/infantry/unit_points.hpp"
#include "combat_odds/sim/names.hpp"
#include "combat_odds/sim/terrain.hpp"

namespace combat_odds::asl {
namespace {

constexpr int gone = TargetUnit::broken | TargetUnit::eliminated;

/// No Final DR of a Morale Check exceeds a Morale Level by so much.
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
      .tried_with({"", "", "russian"})
      .asks(&FirefightSide::bpv, "bpv", 1, 1000,
            "the price of the first-named unit" + of + ", if the chart has none or another")
      .tried_with({"", "", "12"})
      .asks(&FirefightSide::leader_bpv, "leader_bpv", 1, 1000,
            "the price of each leader" + of + "; left out: leaders count nothing")
      .tried_with({"", "", "10"})
      .only_when(
          [](const FirefightSide& asked) {
            return asked.nationality.has_value() || asked.bpv.has_value();
          },
          "points are not asked for", "a nationality or a bpv besides")
      .only_when(
          [](const FirefightSide& asked) {
            return std::any_of(asked.units.begin(), asked.units.end(),
                               [](const UnitName& unit) { return unit.leader; });
          },
          "there is no leader", "a leader among the units")
      .asks(&FirefightSide::drm, "drm", -10, 10,
            "to the fire" + of + ": what its target is in, and the like, without the leader")
      .or_named(terrain_names("asl/terrain.csv"), "a terrain such as stone")
      .tried_with({"0", "2", "3"})
      .asks(&FirefightSide::elr, "elr", 0, 5,
            "the Experience Level Rating" + of + "; left out: nobody is Replaced")
      .tried_with({"", "", "3"})
      .asks(&FirefightSide::rally_drm, "rally_drm", -3, 3,
            "to the Rally DR" + of +
                ": -1 in a building, woods, a pillbox or a trench; leaders, DM and Self-Rally "
                "count by themselves")
      .tried_with({"0", "-1"})
      .asks(&FirefightSide::given_cowering, "cowering", one_of({"cower", "inexperienced", "never"}),
            "what the fire" + of + " loses on Original doubles where no leader directs it");
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
  price(charts);
  target.tell_broken_apart();  // they rally
}

/// A half-squad is worth its own BPV, without one half a squad's.
void FirefightSide::price(const Charts& charts) {
  if (!nationality && !bpv) return;
  const UnitPoints& chart = charts.get<UnitPoints>();
  const std::string name = nationality ? folded(*nationality) : "";
  if (nationality && !chart.has_nationality(name)) {
    throw ArgumentError("nationality", fmt::format("no BPV of '{}'", *nationality),
                        "german or russian, or a bpv");
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
    if (type.is_leader()) {
      points_.push_back(leader_bpv.value_or(0));
    } else if (bpv && type.name.text == first.text) {
      points_.push_back(*bpv);
    } else {
      const bool half = type.kind == UnitType::Kind::half_squad;
      const int otherwise = bpv.value_or(0) / (half ? 2 : 1);
      points_.push_back(listed(type.name).value_or(otherwise));
    }
  }
}

FirefightSide::Attack FirefightSide::attack(const Ift& ift, const TargetStack& stack,
                                            int range) const {
  double fp = 0;
  int leadership = 0;
  bool directed = false;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if ((stack.units[i].status & gone) != 0) continue;
    const UnitType& unit = target.type(stack, i);
    if (unit.is_leader()) {
      if (!target.is_able(stack, i) || target.modifier(stack, i) > 0) continue;
      directed = true;
      leadership = std::min(leadership, target.modifier(stack, i));
      continue;
    }
    const int normal = unit.name.range;
    if (range > 2 * normal) continue;
    const double by_range = range == 1 ? 2 : range > normal ? 0.5 : 1;
    fp += unit.name.firepower * by_range * (stack.units[i].is(TargetUnit::pinned) ? 0.5 : 1);
  }
  Attack attack{fp == 0 ? -1 : ift.column(fp), drm + leadership, {}};
  if (!directed) attack.cowering = cowering;
  return attack;
}

IftResult FirefightSide::Attack::result(const Ift& ift, TwoDice roll) const {
  const int lowered = column - cowering.columns(roll);
  return lowered < 0 ? IftResult{} : ift.at(lowered, roll.total() + drm);
}

/// An Original 2 may cower, so that a 3 does more.
bool FirefightSide::Attack::can_demoralize(const Ift& ift) const {
  const auto reaches = [&](TwoDice roll) { return result(ift, roll).kind >= IftResult::Kind::mc; };
  return reaches({1, 1}) || reaches({1, 2});
}

std::optional<std::size_t> FirefightSide::leader(const TargetStack& stack,
                                                 std::size_t except) const {
  std::optional<std::size_t> best;
  for (std::size_t l = 0; l < stack.leader_count; ++l) {
    if (l == except || !target.is_able(stack, l)) continue;
    if (!best || target.modifier(stack, l) < target.modifier(stack, *best)) best = l;
  }
  return best;
}

/// Leaders first, then the others under one. Without one crews may, and of the others one in its
/// own phase, if it is the first MMC to try: that of the best morale, a squad before others.
std::optional<std::size_t> FirefightSide::next_to_rally(TargetStack& stack, std::size_t tried,
                                                        bool own_phase) const {
  const auto is_broken = [&](std::size_t i) { return stack.units[i].is(TargetUnit::broken); };
  for (std::size_t i = tried; i < stack.leader_count; ++i) {
    if (is_broken(i)) return i;
  }
  const bool led = leader(stack, stack.unit_count).has_value();
  const std::size_t first = std::max<std::size_t>(tried, stack.leader_count);
  if (!led && own_phase && first == stack.leader_count) {
    const auto worth = [&](std::size_t i) {
      const UnitType& unit = target.type(stack, i);
      return std::pair(unit.broken_morale, unit.kind == UnitType::Kind::squad);
    };
    std::optional<std::size_t> best;
    for (std::size_t i = first; i < stack.unit_count; ++i) {
      if (is_broken(i) && (!best || worth(i) > worth(*best))) best = i;
    }
    if (best) std::swap(stack.units[first], stack.units[*best]);
    if (best) return first;
  }
  for (std::size_t i = first; i < stack.unit_count; ++i) {
    if (is_broken(i) && (led || target.type(stack, i).kind == UnitType::Kind::crew)) return i;
  }
  return std::nullopt;
}

/// A10.6-.64
void FirefightSide::rally(Dice& dice, TargetStack& stack, std::size_t i, bool under_dm) const {
  enum class Attempt : std::uint8_t { failed, rallied, fate };
  constexpr int dm = 4;
  const UnitType& unit = target.type(stack, i);
  const bool wounded = unit.is_leader() && stack.units[i].is(TargetUnit::reduced);
  const int morale = unit.broken_morale - (wounded ? 1 : 0);
  const std::optional<std::size_t> led = leader(stack, i);
  const bool alone = !led && !unit.is_leader() && unit.kind != UnitType::Kind::crew;
  const int modifier = rally_drm + (under_dm ? dm : 0) + (led ? target.modifier(stack, *led) : 1);
  const Attempt attempt = dice.DR([&](TwoDice roll) {
    if (roll.total() == 12) return Attempt::fate;
    const bool rallies = roll.total() + modifier <= morale || (alone && roll.total() == 2);
    return rallies ? Attempt::rallied : Attempt::failed;
  });
  if (attempt == Attempt::rallied) {
    stack.units[i].status &= static_cast<std::uint8_t>(~TargetUnit::broken);
  } else if (attempt == Attempt::fate) {
    target.reduce_one_of(dice, stack, std::uint32_t{1} << i);
  }
}

bool FirefightSide::any_unbroken(const TargetStack& stack) {
  return std::any_of(stack.units.begin(), stack.units.begin() + stack.unit_count,
                     [](const TargetUnit& unit) { return (unit.status & gone) == 0; });
}

bool FirefightSide::any_broken(const TargetStack& stack) {
  return std::any_of(stack.units.begin(), stack.units.begin() + stack.unit_count,
                     [](const TargetUnit& unit) { return unit.is(TargetUnit::broken); });
}

void FirefightSide::end_pins(TargetStack& stack) {
  for (TargetUnit& unit : stack.units) {
    unit.status &= static_cast<std::uint8_t>(~TargetUnit::pinned);
  }
}

int FirefightSide::half_squads(const TargetStack& stack) const {
  int count = 0;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    const UnitType& unit = target.type(stack, i);
    if (stack.units[i].is(TargetUnit::eliminated) || i < stack.leader_count) continue;
    count += unit.kind == UnitType::Kind::squad ? 2 : 1;
  }
  return count;
}

int FirefightSide::lost(const TargetStack& stack) const {
  const TargetStack& start = target.start();
  const bool squads = target.type(start, start.leader_count).kind == UnitType::Kind::squad;
  return (half_squads(start) - half_squads(stack)) / (squads ? 2 : 1);
}

int FirefightSide::points(const TargetStack& stack) const {
  int sum = 0;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if (!stack.units[i].is(TargetUnit::eliminated)) sum += points_.at(stack.units[i].type);
  }
  return sum;
}

int FirefightSide::points_lost(const TargetStack& stack) const {
  return points(target.start()) - points(stack);
}

std::vector<std::string> FirefightSide::notes() const {
  constexpr int full_location = 6;  // half-squads (A5.1)
  std::vector<std::string> notes;
  if (half_squads(target.start()) > full_location) {
    notes.emplace_back("more than three squads overstack a Location (A5.1): that does not count");
  }
  if (priced() && !leader_bpv && target.start().leader_count > 0) {
    notes.emplace_back("no BPV of leaders: they count nothing");
  }
  return notes;
}

}  // namespace combat_odds::asl
