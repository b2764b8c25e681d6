#include <algorithm>
#include <set>

#include "sim/squad_games/both_sides.hpp"
#include "sim/squad_games/vehicle_factors.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/counters/unit_points.hpp"
#include "sim/squad_leader/turn/assault.hpp"

// Parameters and results of an assault.

namespace combat_odds::squad_leader {
namespace {

constexpr const char* own_modifiers_meaning =
    "; units of one hex with modifiers of their own, all by one DR: '4-4-7@2 / 4-4-7' (54.4)";
constexpr const char* vehicles_meaning =
    "; a group may be a vehicle ('tank: PzKw IV F2', or 'tank: vehicle 4/2' by its machine guns and "
    "'gun 75' behind it), or a gun with its crew ('pak: 2-4-7 gun 75L shielded')";

/// 64.4: a vehicle of the chart, or by its machine guns. Trucks are no groups.
std::optional<AssaultForce::KnownVehicle> find_vehicle(std::string_view name,
                                                       const Charts& charts) {
  constexpr std::string_view by_factors = "vehicle ";
  if (name.starts_with(by_factors) && vehicle_factors(name.substr(by_factors.size()))) {
    return AssaultForce::KnownVehicle{std::string(name), ""};
  }
  const Vehicles::Vehicle* const known = vehicle_named(name, charts);
  if (known == nullptr || known->kind == "unarmored") return std::nullopt;
  return AssaultForce::KnownVehicle{known->name, known->gun.empty() ? "" : known->name};
}

AssaultForce read_force(std::string_view text, std::string_view parameter, const Charts& charts) {
  std::set<std::string> aside;  // looking a name up does not count as reading the chart
  const Charts looked_up = charts.recording(aside);
  return AssaultForce::read(text, parameter,
                            [&](std::string_view name) { return find_vehicle(name, looked_up); });
}
AssaultForce read_force_if_any(std::string_view text, std::string_view parameter,
                               const Charts& charts) {
  return text.empty() ? AssaultForce() : read_force(text, parameter, charts);
}

/// The state of a side at the start, and how it rallies.
void describe_rally(Declaration<AssaultSide>& side, const std::string& who) {
  side.asks(&AssaultSide::broken, who + "_broken", "units such as 4-4-7, or none",
            "which units of the " + who + " are broken at the start",
            none_or_units_up_to<TargetStack::most_units>)
      .or_named(infantry_names())
      .by_default("none")
      .tried_with(who == "defender" ? std::vector<std::string>{"none", "4-4-7"}
                                    : std::vector<std::string>{"none", "4-6-7"})
      .asks(&AssaultSide::desperate, who + "_desperation",
            "the broken units of the " + who +
                " were fired at since the last Rally Phase: desperation morale in the next (14.6)")
      .includes(&AssaultSide::rally, who + "_", "the " + who + "'s");
}

}  // namespace

std::optional<Outcome> Assault::outcome(const AssaultSides& sides, int played) const {
  if (played < rounds()) return std::nullopt;
  Outcome outcome = told(sides, holder_outcome(attacker_is_in(sides), defender_is_in(sides)), {});
  if (asked.when_decided) {
    AssaultSides last = sides;
    note_decision(last, played);
    tell_decision(outcome, last.decided);
  }
  return outcome;
}

Outcome Assault::report(Sides whole, const GroupsTold& groups) const {
  whole.fought = groups.fought ? 1 : 0;
  whole.advanced = groups.went_in ? Sides::Advanced::in : Sides::Advanced::not_yet;
  for (const AssaultPlace& place : groups.places) {
    whole.captured = small(whole.captured + place.mark);
  }
  Outcome outcome =
      told(whole, holder_outcome(groups.attacker_in, groups.defender_in), groups.jammed);
  if (asked.when_decided) tell_decision(outcome, whole.decided);
  return outcome;
}

Outcome Assault::told(const Sides& sides, Outcome outcome,
                      const std::array<std::span<const std::uint8_t>, 2>& out) const {
  const auto lost_by = [&](const AssaultSide& side, const TargetStack& left,
                           std::span<const std::uint8_t> marks) {
    const auto was_broken = [&](const TargetUnit& unit) { return side.were_broken[unit.kind]; };
    SideLosses losses;
    losses.fate = fate_of(left, was_broken);
    losses.eliminated = how_many(left, Status::eliminated);
    for (std::size_t i = 0; i < left.unit_count; ++i) {
      const TargetUnit& unit = left.units[i];
      const bool broken = unit.status == Status::broken || unit.status == Status::routed;
      losses.broken += broken && !was_broken(unit) ? 1 : 0;
      losses.unbroken += is_unbroken(unit.status) ? 1 : 0;
    }
    if (side.nationality) losses.points = side.points_left(side.start) - side.points_left(left);
    if (by_kind) losses.by_kind = side.lost_by_kind(left);
    if (by_kind && has_ordnance()) {
      losses.by_kind->guns =
          static_cast<int>(std::count_if(marks.begin(), marks.end(), [](std::uint8_t mark) {
            return (mark & gun_marks::destroyed) != 0;
          }));
      losses.by_kind->of_ordnance = true;
    }
    return losses;
  };
  std::optional<SideLosses> attackers;
  if (has_attacker()) attackers = lost_by(attacker, sides.attacker, out[0]);
  const auto any_berserk = [](const TargetStack& stack) {
    return how_many(stack, Status::berserk) > 0;
  };
  outcome.event("close_combat", sides.fought != 0)
      .event("berserk", any_berserk(sides.defender) || any_berserk(sides.attacker))
      .event("attacker_goes_in", sides.advanced == Sides::Advanced::in);
  if (has_vehicles()) {
    VehicleFate fate;
    for (const bool attacking : {true, false}) {
      const AssaultSide& side = attacking ? attacker : defender;
      const TargetStack& left = attacking ? sides.attacker : sides.defender;
      for (std::size_t i = 0; i < left.unit_count; ++i) {
        const TargetUnit& unit = left.units[i];
        if (!side.is_vehicle(unit)) continue;
        const bool out = unit.status == Status::eliminated;
        fate.knocked_out = fate.knocked_out || out;
        fate.immobilized = fate.immobilized || (!out && unit.broken_morale != 0);
      }
    }
    tell(outcome, fate);
  }
  TargetStack defenders = sides.defender;
  if (sides.captured > 0 && !apart_) eliminate_broken(defenders);
  tell_losses(outcome, lost_by(defender, defenders, out[1]), attackers, Pins::no);
  if (counts_prisoners()) outcome.measure("defenders_captured", sides.captured);
  return outcome;
}

Procedure assault() {
  using Asked = Assault;
  return procedure<Asked>("sl.assault", "COI 10, 12, 14, 20",
                          "a turn: fire, return fire, rally, rout and close combat one after the "
                          "other")
      .asks(&Asked::steps, "steps", assault_steps_form,
            assault_steps_meaning("sl.fire", "'panzerfaust', 'molotov', 'immobilize'"))
      .tried_with({"fire 8 1", "fire 8 1; fire 8 1", "fire 12; rout; close-combat",
                   "close-combat; close-combat", "return x1 1; close-combat",
                   "fire x2; return x2 2", "fire 8; close-combat",
                   "return 6; fire x1; rout; close-combat; close-combat",
                   "fire 4-6-7 LMG range 1 terrain woods; return 4; close-combat",
                   "rally; close-combat", "fire 4; end turn; rally; end turn; rally; close-combat",
                   "return 6; end turn; rally; return 4; rout both; end turn; rally; advance",
                   "fire 8 x3 until defender broken; rout; close-combat if attacker >= 2 squads",
                   "smoke; fire 8 1?; cross woods under defender; close-combat?",
                   "cross; end turn; return x2 1?; rally; end turn; close-combat"})
      .asks(&Asked::defender_force, "defender", force_form,
            std::string(defender_meaning) + own_modifiers_meaning + vehicles_meaning, read_force)
      .or_named(infantry_names())
      .tried_with({"4-4-7", "8-1", "4-4-7 8-0", "2*4-4-7 8-1", "4-3-6 9-1 8-0", "4-4-7@2 / 4-4-7"})
      .asks(&Asked::attacker_force, "attacker", force_form,
            std::string(attacker_meaning) + own_modifiers_meaning, read_force_if_any)
      .by_default("")
      .or_named(infantry_names())
      .tried_with({"4-6-7", "4-6-7 8-1", "2*4-6-7", "8-3-8 9-2", "8-1"})
      .asks(&Asked::status, "defender_status", one_of({"good", "broken"}),
            "whether the defender is broken already")
      .asks(&Asked::attacker_drm, "attacker_drm", -10, 10,
            "further modifiers on the attacker's Close Combat DR: his leader counts by himself")
      .asks(&Asked::defender_drm, "defender_drm", -10, 10,
            "the same for the defender's Close Combat DR")
      .asks(&Asked::ambush, "ambush", one_of({"none", "attacker", "defender"}),
            "who ambushes in the first Close Combat Phase (98.3)")
      .asks(&Asked::take_prisoners, "take_prisoners",
            "broken defenders whom the attacker meets are captured (89.22), not eliminated (20.9), "
            "as in a step 'capture', which tries to capture the others in a melee, too")
      .only_when(AllFrom{"attacker_drm"}, &Asked::has_close_combat, "",
                 "close-combat as one of the --steps")
      .includes(&Asked::asked, [](Declaration<StepsAsked>& asked) { describe_order(asked, "4"); })
      .includes(&Asked::defender,
                [](Declaration<AssaultSide>& side) {
                  side.asks(&AssaultSide::broken_morale, "defender_broken_morale", 2, 12,
                            "the morale on the broken side of the defender's squads, where it is "
                            "not that of the front (13.6)")
                      .asks(&AssaultSide::nationality, "defender_nationality",
                            "a nationality such as german",
                            "for the points that the defender loses")
                      .or_named(names_in(InfantryPoints::chart_name, "nationality"))
                      .tried_with({"russian"});
                })
      .includes(&Asked::attacker,
                [](Declaration<AssaultSide>& side) {
                  side.asks(&AssaultSide::broken_morale, "attacker_broken_morale", 2, 12,
                            "the same for the attacker's squads")
                      .asks(&AssaultSide::nationality, "attacker_nationality",
                            "a nationality such as german",
                            "for the points that the attacker loses")
                      .or_named(names_in(InfantryPoints::chart_name, "nationality"))
                      .tried_with({"german"});
                })
      .includes(&Asked::defender,
                [](Declaration<AssaultSide>& side) {
                  side.asks(
                      &AssaultSide::berserk, "defender_berserk", one_of({"none", "of_fire", "all"}),
                      "which Morale Checks send the defender's units berserk on an Original 2 "
                      "(18.4, 83.6): those that fire demands, or those for the loss of a "
                      "leader too");
                })
      .includes(&Asked::attacker,
                [](Declaration<AssaultSide>& side) {
                  side.asks(&AssaultSide::berserk, "attacker_berserk",
                            one_of({"none", "of_fire", "all"}),
                            "the same for the attacker's units");
                })
      .includes(
          &Asked::defender,
          [](Declaration<AssaultSide>& side) { side.includes(&AssaultSide::marsh, "defender_"); })
      .includes(
          &Asked::attacker,
          [](Declaration<AssaultSide>& side) { side.includes(&AssaultSide::marsh, "attacker_"); })
      .includes(&Asked::defender,
                [](Declaration<AssaultSide>& side) { describe_rally(side, "defender"); })
      .only_when(
          {"defender_broken"},
          [](const Asked& asked) { return asked.status == Asked::Status::good; },
          "all of them are broken", "--defender-status good")
      .includes(&Asked::attacker,
                [](Declaration<AssaultSide>& side) { describe_rally(side, "attacker"); })
      .only_when(
          {"defender_desperation", "defender_self_rally", "defender_rally_drm",
           "attacker_desperation", "attacker_self_rally", "attacker_ss", "attacker_rally_drm"},
          &Asked::has_rally, "", "rally as one of the --steps")
      .adjust("defender_ss",
              [](Parameter& ss) {
                ss.meaning =
                    "the defender's units are SS: for a rally (83.2-.3), and Russians take none of "
                    "them prisoner (83.5)";
              })
      .only_when(
          {"defender_ss"},
          [](const Asked& asked) { return asked.has_rally() || asked.may_capture_ss(); }, "",
          "rally as one of the --steps, or --attacker-nationality russian who takes prisoners")
      .only_when({"attacker_broken_morale", "attacker_nationality", "attacker_berserk",
                  "attacker_marsh", "attacker_broken", "attacker_desperation",
                  "attacker_self_rally", "attacker_ss", "attacker_rally_drm"},
                 &Asked::has_attacker, "", "--attacker")
      .asks(&Asked::fire_order, "fire_order", FireOrder::habits(),
            "in which order attacks on the defender are made that follow one another with no other "
            "step between")
      .decides()
      .only_when(&Asked::may_order_fire, "",
                 "two attacks on the defender in --steps, and neither groups nor '?'")
      .asks(&Asked::advance, "advance", one_of({"all", "none"}),
            "whether all attackers in good order go into close combat, or none")
      .decides()
      .only_when(&Asked::goes_in_by_choice, "", "advance or close-combat as one of the --steps")
      .asks(&Asked::wind, "wind", one_of({"none", "still_air", "mild_breeze", "heavy_winds"}),
            "what smoke does: a die on the DR of fire into it or out of it, half of it in a Mild "
            "Breeze, nothing in Heavy Winds (24.6, 102.62, 102.63)")
      .only_when(&Asked::may_have_smoke, "", "smoke as one of the --steps")
      .asks(&Asked::breakdown_number, "breakdown_number", 2, 13,
            "of the machine guns of groups, 13: they never break down; default: 12, of a Russian "
            "LMG 10 and MMG 11 (18.1, 94.3)")
      .tried_with({"10", "13"})
      .only_when(&Asked::has_weapons, "no group has a weapon",
                 "a group such as 'base: 2*4-6-7 German MMG'")
      .asks(&Asked::by_kind, "by_kind", by_kind_meaning)
      .includes(&Asked::asked, describe_choices)
      .only_when({"optional_steps"}, &Asked::attacker_chooses, "",
                 "a '?' behind a step of the attacker")
      .only_when({"optional_returns"}, &Asked::defender_chooses, "",
                 "a '?' behind a step of the defender")
      .outcomes(holder_outcomes())
      .events(holder_events())
      .event("attacker_goes_in", "at least one attacker could advance into the hex")
      .event("close_combat", "both were there in good order, and close combat was fought")
      .event("berserk", "a unit that is left is berserk")
      .events(vehicle_events())
      .events({decided_event()})
      .events(infantry_events(Pins::no))
      .events(infantry_events(Pins::no, Whose::attacker))
      .measures(losses_measures(Pins::no, "points"))
      .measure("defenders_captured", "of the defenders eliminated, those who were captured")
      .measures(kinds_measures(Pins::no))
      .measures(ordnance_measures())
      .measures({decided_measure()})
      .only_where({"decided"})
      .headlines(holder_headline())
      .duel(assault_duel(Pins::no, {"broken_morale", "berserk", "self_rally", "ss", "rally_drm"}));
}

}  // namespace combat_odds::squad_leader
