#include "sim/squad_games/both_sides.hpp"
#include "sim/squad_leader/close_fight/assault.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/counters/unit_points.hpp"

// Parameters and results of an assault.

namespace combat_odds::squad_leader {
namespace {

std::vector<UnitName> read_attacker(std::string_view text, std::string_view parameter) {
  if (text.empty()) return {};
  return read_units(text, parameter, TargetStack::most_units);
}

}  // namespace

std::optional<Outcome> Assault::outcome(const AssaultSides& sides, int played) const {
  if (played < rounds()) return std::nullopt;
  Outcome outcome = holder_outcome(attacker_is_in(sides), defender_is_in(sides));
  const auto lost_by = [](const AssaultSide& side, const TargetStack& left, Status before) {
    SideLosses losses;
    losses.fate = fate_of(left, before);
    losses.eliminated = how_many(left, Status::eliminated);
    if (before == Status::good) losses.broken = how_many(left, Status::broken);
    if (side.nationality) losses.points = side.points_left(side.start) - side.points_left(left);
    return losses;
  };
  std::optional<SideLosses> attackers;
  if (has_attacker()) attackers = lost_by(attacker, sides.attacker, Status::good);
  const auto any_berserk = [](const TargetStack& stack) {
    return how_many(stack, Status::berserk) > 0;
  };
  outcome.event("close_combat", sides.fought != 0)
      .event("berserk", any_berserk(sides.defender) || any_berserk(sides.attacker))
      .event("attacker_goes_in", sides.advanced == 2);
  tell_losses(outcome, lost_by(defender, sides.defender, status), attackers, Pins::no);
  return outcome;
}

Procedure assault() {
  using Asked = Assault;
  return procedure<Asked>("sl.assault", "COI 10, 12, 20",
                          "fire, return fire and close combat one after the other")
      .asks(&Asked::steps, "steps", assault_steps_form,
            "what happens, one step after the other: 'fire' at the defender and 'return' at the "
            "attacker, each with firepower and DRM ('8 1'), as a multiple of what is left of those "
            "who fire ('x2 1') or in the words of sl.fire ('2*4-6-7 LMG range 1 terrain stone'); "
            "'rout' of the broken defenders; 'next-turn'; 'close-combat'")
      .tried_with({"fire 8 1", "fire 8 1; fire 8 1", "fire 12; rout; close-combat",
                   "close-combat; close-combat", "return x1 1; close-combat",
                   "fire x2; return x2 2", "fire 8; close-combat",
                   "return 6; fire x1; rout; close-combat; close-combat",
                   "fire 4-6-7 LMG range 1 terrain woods; return 4; close-combat"})
      .includes(&Asked::defender,
                [](Declaration<AssaultSide>& side) {
                  side.asks(&AssaultSide::units, "defender", units_form,
                            "the units of the defender", units_up_to<TargetStack::most_units>)
                      .or_named(infantry_names())
                      .tried_with({"4-4-7", "8-1", "4-4-7 8-0", "2*4-4-7 8-1", "4-3-6 9-1 8-0"});
                })
      .includes(&Asked::attacker,
                [](Declaration<AssaultSide>& side) {
                  side.asks(&AssaultSide::units, "attacker", units_form,
                            "the units of the attacker; left out where only others fire at the "
                            "defender",
                            read_attacker)
                      .by_default("")
                      .or_named(infantry_names())
                      .tried_with({"4-6-7", "4-6-7 8-1", "2*4-6-7", "8-3-8 9-2", "8-1"});
                })
      .asks(&Asked::status, "defender_status", one_of({"good", "broken"}),
            "whether the defender is broken already")
      .asks(&Asked::attacker_drm, "attacker_drm", -10, 10,
            "further modifiers on the attacker's Close Combat DR: his leader counts by himself")
      .asks(&Asked::defender_drm, "defender_drm", -10, 10,
            "the same for the defender's Close Combat DR")
      .asks(&Asked::ambush, "ambush", one_of({"none", "attacker", "defender"}),
            "who ambushes in the first Close Combat Phase (98.3)")
      .only_when(AllFrom{"attacker_drm"}, &Asked::has_close_combat, "",
                 "close-combat as one of the --steps")
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
      .only_when(
          {"attacker_broken_morale", "attacker_nationality", "attacker_berserk", "attacker_marsh"},
          &Asked::has_attacker, "", "--attacker")
      .asks(&Asked::fire_order, "fire_order", FireOrder::habits(),
            "in which order attacks on the defender are made that follow one another with no other "
            "step between")
      .decides()
      .asks(&Asked::advance, "advance", one_of({"all", "none"}),
            "whether all attackers in good order go into close combat, or none")
      .decides()
      .only_when(&Asked::has_close_combat, "", "close-combat as one of the --steps")
      .outcomes(holder_outcomes())
      .events(holder_events())
      .event("attacker_goes_in", "at least one attacker could advance into the hex")
      .event("close_combat", "both were there in good order, and close combat was fought")
      .event("berserk", "a unit that is left is berserk")
      .events(infantry_events(Pins::no))
      .events(infantry_events(Pins::no, Whose::attacker))
      .measures(losses_measures(Pins::no, "points"))
      .headlines(holder_headline());
}

}  // namespace combat_odds::squad_leader
