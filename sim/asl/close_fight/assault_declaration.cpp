#include "sim/asl/close_fight/assault.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "sim/asl/to_kill/vehicle_points.hpp"
#include "sim/asl/units/unit_points.hpp"
#include "sim/squad_games/both_sides.hpp"
#include "sim/squad_games/terrain.hpp"

// The parameters of an assault, and its report.

namespace combat_odds::asl {
namespace {

constexpr const char* own_modifiers_meaning =
    "; units of one Location with modifiers of their own, all by one DR: '4-4-7@2 / 4-4-7' (A4.6)";
constexpr const char* rally_terrain_chart = "asl/rally-terrain.csv";

constexpr const char* vehicles_meaning =
    "; a group may be a vehicle ('tank: PzIVF2', or 'tank: vehicle 3/5' by its machine guns and "
    "'gun 75L' behind it), or a gun with its crew ('pak: 2-2-8 gun 75L')";

/// D1.8: a vehicle of the charts, or by its machine guns.
std::optional<AssaultForce::KnownVehicle> find_vehicle(std::string_view name,
                                                       const Charts& charts) {
  if (const Vehicles::Vehicle* const known = charts.get<Vehicles>().find(name)) {
    return AssaultForce::KnownVehicle{known->name, known->gun ? known->name : ""};
  }
  if (!VehicleMachineGuns::of(name, "attackers", charts)) return std::nullopt;
  return AssaultForce::KnownVehicle{std::string(name), ""};
}

AssaultForce read_force(std::string_view text, std::string_view parameter, const Charts& charts) {
  std::set<std::string> aside;  // looking a name up does not count as reading the chart
  const Charts looked_up = charts.recording(aside);
  const AssaultForce force = AssaultForce::read(
      text, parameter, [&](std::string_view name) { return find_vehicle(name, looked_up); });
  for (const AssaultForce::Group& group : force.groups) {
    if (!group.shielded) continue;
    throw ArgumentError(
        std::string(parameter),
        fmt::format("'{}': a gunshield is +2 in place of the TEM (C11.5)", group.name),
        "without 'shielded', and 'terrain 2' behind each step of fire at it from inside its Covered "
        "Arc while its crew is in Good Order");
  }
  return force;
}
AssaultForce read_force_if_any(std::string_view text, std::string_view parameter,
                               const Charts& charts) {
  return text.empty() ? AssaultForce() : read_force(text, parameter, charts);
}

void describe_broken(Declaration<FireTarget>& side, const std::string& who, const char* tried) {
  side.asks(&FireTarget::broken, who + "_broken", "units such as 4-4-7, or none",
            "which units of the " + who + " are broken at the start",
            none_or_units_up_to<TargetStack::most_units>)
      .or_named(names_in(Infantry::chart_name, "unit"))
      .by_default("none")
      .tried_with({"none", tried});
}

void describe_rally(Declaration<AssaultRally>& rally, const std::string& who) {
  rally
      .asks(&AssaultRally::under_dm, who + "_dm",
            "the units of the " + who + " that are broken at the start are under DM (A10.62)")
      .asks(
          &AssaultRally::terrain, who + "_terrain", "a terrain such as stone, or its DRM",
          "where the " + who + " rallies: -1 in a building, woods, a pillbox or a trench (A10.61)")
      .or_named(terrain_names(rally_terrain_chart))
      .tried_with({"stone", "open ground"})
      .asks(&AssaultRally::drm, who + "_rally_drm", -6, 6,
            "all other modifiers of the " + who + "'s Rally DR");
}

}  // namespace

int Assault::points_left(const TargetStack& stack, By side) const {
  const std::vector<int>& points = points_.at(static_cast<std::size_t>(side));
  int left = settled_points(stack);
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    const TargetUnit& unit = stack.units[i];
    if (!unit.is(TargetUnit::eliminated)) left += points.at(unit.type);
  }
  return left;
}

/// A26.2: a Replaced leader costs nothing, and is worth less from then on.
int Assault::casualty_points_lost(const TargetStack& stack, By side) const {
  int lost = stack.casualty_vp;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    const TargetUnit& unit = stack.units[i];
    if (!rules_of(side).is_vehicle(unit)) continue;
    lost += points_lost(vehicle_state(unit),
                        vehicle_points_.at(static_cast<std::size_t>(side)).at(unit.type));
  }
  return lost;
}

/// A squad is two half-squads.
LossesByKind Assault::lost_by_kind(const TargetStack& left, By side) const {
  using UnitKind = UnitType::Kind;
  const auto count = [&](const TargetStack& stack) {
    LossesByKind there;
    for (std::size_t i = 0; i < stack.unit_count; ++i) {
      if (stack.units[i].is(TargetUnit::eliminated)) continue;
      const UnitType& type = rules_of(side).type(stack, i);
      if (type.kind == UnitKind::vehicle) {
        ++there.vehicles;
      } else if (type.is_smc()) {
        ++there.leaders;
      } else if (type.kind == UnitKind::crew) {
        ++there.crews;
      } else {
        there.squads += type.kind == UnitKind::squad ? 2 : 1;
      }
    }
    return there;
  };
  const LossesByKind before = count(rules_of(side).start());
  const LossesByKind now = count(left);
  return {before.squads - now.squads, before.crews - now.crews, before.leaders - now.leaders,
          has_ordnance(), before.vehicles - now.vehicles};
}

std::optional<Outcome> Assault::outcome(const AssaultSides& sides, int played) const {
  if (played < rounds()) return std::nullopt;
  Outcome outcome = told(
      sides,
      holder_outcome(in_location(sides, By::attacker) != 0, in_location(sides, By::defender) != 0),
      {});
  if (asked.when_decided) {
    AssaultSides last = sides;
    note_decision(last, played);
    tell_decision(outcome, last.decided);
  }
  return outcome;
}

/// Who ambushed anywhere counts.
Outcome Assault::report(Sides whole, const GroupsTold& groups) const {
  const Prisoners held = prisoners(whole.defender);
  for (TargetUnit& unit : whole.defender.units) {
    if (is_held(unit)) unit.status = TargetUnit::eliminated;
  }
  // Prisoners who are free again hold the Location where nobody else does.
  const bool are_free =
      (groups.places[static_cast<std::size_t>(plan_.goal())].mark & freed_mark) != 0;
  const bool defender_in = groups.defender_in || (are_free && !groups.attacker_in);
  const Outcome holder = holder_outcome(groups.attacker_in, defender_in);
  if (!named_.front().empty()) return told_by_name(whole, holder.label());
  whole.fought = groups.fought ? 1 : 0;
  whole.advanced = groups.went_in ? 2 : 1;
  Outcome outcome = told(whole, holder, groups.jammed);
  if (plan_.captures()) {
    outcome.measure("defenders_captured", held.units)
        .measure_if(casualty_vp, "defenders_points_captured", held.points);
  }
  for (const bool by_attacker : {true, false}) {
    const Ambush ambush = by_attacker ? Ambush::attacker_ambushes : Ambush::defender_ambushes;
    const bool any =
        std::any_of(groups.places.begin(), groups.places.end(), [&](const AssaultPlace& place) {
          return (place.mark & static_cast<unsigned>(ambush)) != 0;
        });
    outcome.event(by_attacker ? "attacker_ambushes" : "defender_ambushes", any);
  }
  if (asked.when_decided) tell_decision(outcome, whole.decided);
  return outcome;
}

std::unique_ptr<Rule> Assault::by_name(const Rule& assault) {
  Assault rules = dynamic_cast<const PlayedInRounds<Grouped>&>(assault).rules.game();
  rules.tell_names();
  return std::make_unique<PlayedInRounds<Grouped>>(Grouped(rules));
}

/// A half-squad is half of the squad that is reduced to it, the first of the roster where there are
/// several.
void Assault::tell_names() {
  using UnitKind = UnitType::Kind;
  for (const By side : {By::attacker, By::defender}) {
    const auto s = static_cast<std::size_t>(side);
    const std::vector<UnitType>& roster = rules_of(side).roster();
    const std::string whose = side == By::attacker ? "attackers" : "defenders";
    named_.at(s).assign(roster.size(), Named());
    for (std::size_t i = 0; i < roster.size(); ++i) {
      const UnitType* type = &roster[i];
      if (type->name.text.empty()) continue;  // that of units to which nothing more can happen
      if (type->printed >= 0) type = &roster[static_cast<std::size_t>(type->printed)];
      int counts = type->kind == UnitKind::squad ? 2 : 1;
      if (type->kind == UnitKind::half_squad) {
        const auto squad = std::find_if(roster.begin(), roster.end(), [&](const UnitType& other) {
          return other.kind == UnitKind::squad && other.reduced_to >= 0 &&
                 roster[static_cast<std::size_t>(other.reduced_to)].name.text == type->name.text;
        });
        if (squad != roster.end()) type = &*squad;
      }
      const char* const kind = type->kind == UnitKind::vehicle ? "vehicles"
                               : type->is_smc()                ? "leaders"
                               : type->kind == UnitKind::crew  ? "crews"
                                                               : "squads";
      std::string name = fmt::format("{} {} {}", whose, kind, type->name.text);
      std::vector<std::string>& names = names_.at(s);
      const auto known = std::find(names.begin(), names.end(), name);
      named_.at(s)[i] = {static_cast<std::size_t>(known - names.begin()), counts};
      if (known == names.end()) names.push_back(std::move(name));
    }
  }
}

Outcome Assault::told_by_name(const Sides& sides, const std::string& holder) const {
  Outcome told(holder);
  for (const By side : {By::attacker, By::defender}) {
    const auto s = static_cast<std::size_t>(side);
    const TargetStack& stack = of(sides, side);
    std::vector<int> left(names_.at(s).size(), 0);
    for (std::size_t i = 0; i < stack.unit_count; ++i) {
      const TargetUnit& unit = stack.units[i];
      if (unit.is(TargetUnit::eliminated)) continue;
      const Named& counter = named_.at(s).at(unit.type);
      left.at(counter.name) += counter.counts;
    }
    for (std::size_t i = 0; i < left.size(); ++i) told.measure(names_.at(s)[i], left[i]);
  }
  return told;
}

Outcome Assault::told(const Sides& sides, Outcome outcome,
                      const std::array<std::span<const std::uint8_t>, 2>& out) const {
  const auto lost_by = [&](By side, std::span<const std::uint8_t> marks) {
    const int guns =
        static_cast<int>(std::count_if(marks.begin(), marks.end(), [](std::uint8_t mark) {
          return (mark & gun_marks::destroyed) != 0;
        }));
    const TargetStack& left = of(sides, side);
    const FireTarget& rules = rules_of(side);
    const Losses lost = rules.losses(left);
    SideLosses losses{rules.fate(left), lost.eliminated, lost.reduced, lost.broken,
                      lost.pinned,      lost.unbroken,   {},           {}};
    if (priced(side)) losses.points = points_left(rules.start(), side) - points_left(left, side);
    if (casualty_vp) losses.points = casualty_points_lost(left, side) + guns * points_of_gun;
    if (by_kind) losses.by_kind = lost_by_kind(left, side);
    if (by_kind) losses.by_kind->guns = guns;
    return losses;
  };
  std::optional<SideLosses> attackers;
  if (has_attacker()) attackers = lost_by(By::attacker, out[0]);
  outcome.event("nmc_or_better", sides.defender.nmc_or_better != 0)
      .event("replaced", sides.defender.replaced != 0)
      .event("close_combat", sides.fought != 0)
      .event("attacker_goes_in", sides.advanced == 2);
  if (!in_groups()) {
    outcome.event("attacker_ambushes", sides.ambush == Ambush::attacker_ambushes)
        .event("defender_ambushes", sides.ambush == Ambush::defender_ambushes);
  }
  if (has_vehicles()) {
    VehicleFate fate;
    for (const By side : {By::attacker, By::defender}) {
      const TargetStack& stack = of(sides, side);
      for (std::size_t i = 0; i < stack.unit_count; ++i) {
        if (!rules_of(side).is_vehicle(stack.units[i])) continue;
        const VehicleState vehicle = vehicle_state(stack.units[i]);
        fate.knocked_out = fate.knocked_out || vehicle.knocked_out();
        fate.immobilized = fate.immobilized || (!vehicle.out() && vehicle.immobile != 0);
      }
    }
    tell(outcome, fate);
  }
  tell_losses(outcome, lost_by(By::defender, out[1]), attackers, Pins::yes);
  return outcome;
}

Procedure assault() {
  using Asked = Assault;
  return procedure<Asked>("asl.assault", "A7.3, A10.6, A11.1-.4, A20.22",
                          "a turn: fire, return fire, rally, rout and close combat one after the "
                          "other")
      .asks(&Asked::steps, "steps", assault_steps_form,
            assault_steps_meaning("asl.fire", "'panzerfaust', 'molotov'"))
      .tried_with({"fire 8 1", "fire 8 1; fire 8 1", "fire 12; rout; close-combat",
                   "close-combat; close-combat", "return x1 1; close-combat",
                   "fire x2; return x2 2", "fire 8; close-combat",
                   "fire 8; return x2; end turn; end turn; close-combat",
                   "return 6; fire x1; rout; close-combat; close-combat",
                   "fire 4-6-7 LMG range 1 terrain woods; return 4 cowering cower; close-combat",
                   "rally; close-combat", "fire 4; end turn; rally; end turn; rally; close-combat",
                   "return 6; end turn; rally; return 4; rout both; end turn; rally; advance",
                   "fire 8 x3 until defender broken; rout; close-combat if attacker >= 2 squads",
                   "capture; close-combat", "fire 4; capture x2",
                   "smoke?; cross 2 under defender; fire 4 1?; close-combat",
                   "cross woods; end turn; return x2 1?; rally; end turn; close-combat"})
      .asks(&Asked::defender_force, "defender", force_form,
            std::string(defender_meaning) + vehicles_meaning + own_modifiers_meaning, read_force)
      .or_named(names_in(Infantry::chart_name, "unit"))
      .tried_with(
          {"4-4-7", "8-1", "4-4-7 8-0", "2-3-7 2-2-8", "1-4-9 4-2-6", "2*4-4-7", "4-4-7@2 / 4-4-7"})
      .asks(&Asked::attacker_force, "attacker", force_form,
            std::string(attacker_meaning) + own_modifiers_meaning, read_force_if_any)
      .by_default("")
      .or_named(names_in(Infantry::chart_name, "unit"))
      .tried_with({"4-6-7", "4-6-7 8-1", "2*4-6-7", "2-4-7 8-0", "1-4-9 9-1"})
      .includes(&Asked::attacker,
                [](Declaration<FireTarget>& side) {
                  side.asks(&FireTarget::elr, "attacker_elr", 0, 5,
                            "the Experience Level Rating of the attacker");
                })
      .only_when({"attacker_elr"}, &Asked::has_attacker, "", "--attacker")
      .includes(&Asked::defender,
                [](Declaration<FireTarget>& side) {
                  side.asks(&FireTarget::status, "defender_status", one_of({"good", "broken"}),
                            "whether the defender is broken already")
                      .asks(&FireTarget::elr, "defender_elr", 0, 5,
                            "the Experience Level Rating of the defender");
                })
      .includes(&Asked::terms)
      .adjust("attacker_drm",
              [](Parameter& drm) {
                drm.meaning =
                    "further modifiers on the attacker's Close Combat DR: leaders, heroes, "
                    "broken targets and an ambush count by themselves";
              })
      .adjust("defender_drm",
              [](Parameter& drm) { drm.meaning = "the same for the defender's Close Combat DR"; })
      .adjust("attacker_factor",
              [](Parameter& factor) {
                factor.meaning =
                    "multiplies the attacker's FP in Close Combat: 0.5 against concealed "
                    "units; the pinned have half by themselves";
              })
      .asks(&Asked::broken_drm, "broken_drm", one_of({"each", "all"}),
            "whether the -2 against broken units in Close Combat counts against each of them, or "
            "only where all who are attacked are broken")
      .only_when({"hand_to_hand", "attacker_drm", "defender_drm", "attacker_factor",
                  "defender_factor", "ambush_possible", "broken_drm"},
                 &Asked::has_close_combat, "", "close-combat as one of the --steps")
      .asks(&Asked::defender_nationality, "defender_nationality", "german or russian",
            "for the points that the defender loses; leaders and heroes have none")
      .or_named(names_in(UnitPoints::chart_name, "nationality"))
      .tried_with({"russian"})
      .asks(&Asked::attacker_nationality, "attacker_nationality", "german or russian",
            "for the points that the attacker loses")
      .or_named(names_in(UnitPoints::chart_name, "nationality"))
      .tried_with({"german"})
      .only_when(&Asked::has_attacker, "", "--attacker")
      .asks(
          &Asked::casualty_vp, "casualty_vp",
          "the points that both sides lose are Casualty VP (A26.2): a squad or crew 2, a half-squad 1, "
          "a leader 1 and his modifier")
      .only_when(
          [](const Asked& asked) {
            return !asked.defender_nationality && !asked.attacker_nationality;
          },
          "with a nationality the points are BPV",
          "no --defender-nationality and no --attacker-nationality")
      .includes(&Asked::asked, [](Declaration<StepsAsked>& asked) { describe_order(asked, "A3"); })
      .includes(&Asked::defender,
                [](Declaration<FireTarget>& side) { describe_broken(side, "defender", "4-4-7"); })
      .only_when(
          [](const Asked& asked) { return asked.defender.status == FireTarget::Status::good; },
          "all of them are broken", "--defender-status good")
      .includes(&Asked::attacker,
                [](Declaration<FireTarget>& side) { describe_broken(side, "attacker", "4-6-7"); })
      .includes(&Asked::defender_rally,
                [](Declaration<AssaultRally>& rally) { describe_rally(rally, "defender"); })
      .includes(&Asked::attacker_rally,
                [](Declaration<AssaultRally>& rally) { describe_rally(rally, "attacker"); })
      .only_when({"defender_dm", "defender_terrain", "defender_rally_drm", "attacker_dm",
                  "attacker_terrain", "attacker_rally_drm"},
                 &Asked::has_rally, "", "rally as one of the --steps")
      .only_when({"attacker_broken", "attacker_dm", "attacker_terrain", "attacker_rally_drm"},
                 &Asked::has_attacker, "", "--attacker")
      .asks(&Asked::fire_order, "fire_order", FireOrder::habits(),
            "in which order attacks on the defender are made that follow one another with no other "
            "step between")
      .decides()
      .only_when(&Asked::may_order_fire, "",
                 "two attacks on the defender in --steps, and neither groups nor '?'")
      .asks(&Asked::advance, "advance", one_of({"all", "none"}),
            "who of the attackers that can goes into close combat")
      .decides()
      .only_when(&Asked::goes_in_by_choice, "", "advance or close-combat as one of the --steps")
      .asks(&Asked::by_kind, "by_kind", by_kind_meaning)
      .includes(&Asked::asked, describe_choices)
      .only_when({"optional_steps"}, &Asked::attacker_chooses, "",
                 "a '?' behind a step of the attacker")
      .only_when({"optional_returns"}, &Asked::defender_chooses, "",
                 "a '?' behind a step of the defender")
      .outcomes(holder_outcomes())
      .events(holder_events())
      .event("nmc_or_better", "an attack on the defender came to an NMC or more")
      .event("replaced", "a unit of the defender failed an MC by more than its ELR")
      .event("attacker_goes_in", "at least one attacker could advance into the Location")
      .event("close_combat", "both were there, and close combat was fought")
      .event("attacker_ambushes", "the attacker ambushes")
      .event("defender_ambushes", "the defender ambushes")
      .events(vehicle_events())
      .events({decided_event()})
      .events(infantry_events(Pins::yes))
      .events(infantry_events(Pins::yes, Whose::attacker))
      .measures(losses_measures(Pins::yes, "BPV or Casualty VP"))
      .measures(kinds_measures(Pins::yes))
      .measures(ordnance_measures())
      .measure("defenders_captured",
               "with a step 'capture': of the defenders eliminated or reduced, the units and "
               "half-squads that are prisoners in the end")
      .measure("defenders_points_captured",
               "with casualty_vp: of the points that the defender lost, those of prisoners")
      .measures({decided_measure()})
      .only_where({"decided"})
      .headlines(holder_headline())
      .duel(assault_duel(Pins::yes, {"elr", "terrain", "rally_drm"}));
}

}  // namespace combat_odds::asl
