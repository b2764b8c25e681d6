#include "sim/squad_leader/close_fight/close_combat_vehicle.hpp"

namespace combat_odds::squad_leader {

Procedure close_combat_vehicle() {
  using Asked = CloseCombatVehicle;
  return procedure<Asked>("sl.close-combat-vehicle", "36.2, 36.4, COI 64.53-64.55, 66.1, 72.8",
                          "infantry against an AFV or truck in the Close Combat Phase")
      .asks(&Asked::unit, "unit", "a squad such as 4-6-7, or a leader such as 8-1",
            "each attacking unit", read_unit)
      .or_named(infantry_names())
      .tried_with({"4-6-7", "8-3-8", "9-1"})
      .asks(&Asked::units, "units", 1, 6, "how many of them attack")
      .asks(&Asked::leadership, "leadership", -3, 2,
            "the modifier of a leader who directs one attack and does not attack himself (36.4)")
      .or_of_unit(UnitFact::leadership)
      .asks(&Asked::pre_afv_check, "pre_afv_check",
            "they advance into the AFV's hex, for which each must pass a Morale Check (36.21)")
      .only_when(&Asked::at_afv, "a truck is no AFV", "")
      .asks(&Asked::leader_morale, "leader_morale", 2, 12,
            "the morale of that leader, who checks too")
      .or_of_unit(UnitFact::morale)
      .needed_when(&Asked::led_into_the_hex, "the leader must pass his Morale Check too (36.11)",
                   "8 for an 8-1")
      .only_when(&Asked::led_into_the_hex, "", "--leadership and --pre-afv-check")
      .tried_with({"8", "9"})
      .asks(&Asked::truck, "truck",
            "a truck or jeep: -1 as for an open top (72.81), never immobilized, no check (36.21)")
      .only_when([](const Asked& asked) { return !asked.is_armed(); },
                 "a truck has neither an AA MG nor a close defense weapon", "")
      .asks(&Asked::open_topped, "open_topped",
            "an open-topped AFV, or a tank or SP gun that is not buttoned up: -1")
      .only_when(&Asked::at_afv, "a truck counts as open-topped anyway (72.81)", "")
      .only_when([](const Asked& asked) { return !asked.close_defense_weapon; },
                 "a close defense weapon needs a buttoned up AFV (64.55)", "")
      .asks(&Asked::no_mg, "no_mg", "the vehicle has no manned and functioning MG: -1")
      .only_when(&Asked::at_afv, "it counts only against AFVs (72.82)", "")
      .asks(&Asked::drm, "drm", -5, 5, "all other modifiers of the attacks")
      .asks(&Asked::terrain_modifier, "terrain_modifier", 0, 5,
            "the terrain modifier of the hex (order, IFT)")
      .only_when(&Asked::is_armed, "it matters only when the AFV fights back (64.53)",
                 "--aa-mg, --close-defense-weapon or --passengers")
      .asks(&Asked::aa_mg, "aa_mg", 0, 24,
            "the AA MG factor of an AFV not buttoned up, or a Russian rear turret MG (72.83)")
      .asks(&Asked::close_defense_weapon, "close_defense_weapon",
            "the AFV has a Nahverteidigungswaffe with HE (64.5)")
      .only_when([](const Asked& asked) { return !asked.has_aa_mg(); },
                 "it is fired buttoned up, the AA MG is not (64.55)", "")
      .asks(&Asked::passengers, "passengers", units_form,
            "the exposed squads and crews in an armored halftrack, or none: each attacks on the "
            "Close Combat Table when its own order DR says so, as the crew of an AA MG does, and "
            "they share the fate of the halftrack (72.84, 72.85)",
            none_or_units_up_to<4>)
      .by_default("none")
      .or_named(infantry_names())
      .tried_with({"4-6-7", "4-6-7 2-4-7"})
      .only_when([](const Asked& asked) { return !asked.close_defense_weapon; },
                 "no halftrack has a close defense weapon (64.5)", "")
      .only_when(&Asked::at_afv, "only those of an armored halftrack fight on (72.85)", "")
      .asks(&Asked::already_immobilized, "already_immobilized", "the AFV is immobilized already")
      .only_when(&Asked::at_afv, "a truck is never immobilized here", "")
      .asks(&Asked::kill_number, "kill_number", -2, 15,
            "a kill number other than the unit's firepower")
      .asks(
          &Asked::came_from_open, "came_from_open",
          "the hex from which they advanced is open ground throughout: who breaks can't return to it "
          "and is eliminated (64.54)")
      .only_when([](const Asked& asked) { return asked.close_defense_weapon; },
                 "nothing else breaks them", "--close-defense-weapon")
      .outcome("eliminated", "the vehicle is eliminated with its crew (72.84)")
      .outcome("immobilized", "the vehicle is immobilized only")
      .outcome("no_effect", "nothing happens to the vehicle")
      .events(vehicle_events())
      .event("all_attackers_lost", "every attacking unit is eliminated or broken")
      .measure("attackers_eliminated", "attacking units eliminated")
      .measure("attackers_broken", "attacking units broken")
      .measure("attackers_held_back", "units that failed the check and stayed behind (36.21)")
      .measure("passengers_lost", "units of --passengers eliminated with the halftrack")
      .headlines(vehicle_headline())
      .headline("mean attackers_eliminated", "{} attackers are eliminated on average");
}

}  // namespace combat_odds::squad_leader
