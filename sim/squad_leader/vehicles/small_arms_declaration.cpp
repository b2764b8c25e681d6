#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/vehicles/small_arms.hpp"

// Parameters and results of VehicleUnderSmallArms.

namespace combat_odds::squad_leader {

Procedure vehicle_under_small_arms() {
  using Asked = VehicleUnderSmallArms;
  return procedure<Asked>(
             "sl.vehicle-under-small-arms", "36.1, 36.4, 47.6, COI 64.44, 64.48, 66, 72.3, 88",
             "infantry, machine guns and anti-tank rifles against an AFV outside Close Combat")
      .asks(
          &Asked::units, "units", units_form,
          "squads and leaders in a hex to which the AFV was adjacent in its move, who try to stop "
          "it; or none",
          none_or_units_up_to<Asked::most_units>)
      .by_default("none")
      .or_named(both(words({"none"}), infantry_names()))
      .tried_with({"4-6-7", "2*4-6-7 9-1", "4-4-7 8-0", "3*6-2-8 9-2 8-1", "8-1"})
      .asks(&Asked::terrain, "terrain",
            one_of(
                {"wheatfield", "building", "shellhole", "entrenchment", "woods", "large_building"}),
            "theirs: they stop it on 2 in a wheatfield, on 4 in woods or a building of three hexes "
            "and more, else on 3; not from open ground (36.12)")
      .needed_when(&Asked::has_infantry, "it says which DR stops the AFV (36.12)",
                   "such as woods; infantry in the open can't try")
      .only_when(&Asked::has_infantry, "", "--units")
      .asks(&Asked::fire_group, "fire_group",
            "the squads fire as one group at those who are exposed, with one try to stop it (72.3)")
      .only_when(&Asked::is_exposed_to_infantry, "",
                 "--units, and passengers or a crew exposed to them")
      .asks(&Asked::passengers, "passengers", units_form,
            "the exposed passengers of an armored halftrack, or none", none_or_units_up_to<4>)
      .by_default("none")
      .or_named(both(words({"none"}), infantry_names()))
      .only_when(&Asked::has_infantry, "", "--units")
      .tried_with({"4-6-7", "4-6-7 8-1"})
      .asks(&Asked::crew_exposed, "crew_exposed", "a CE counter is on the AFV (64.44)")
      .only_when(&Asked::has_infantry, "", "--units")
      .asks(
          &Asked::crew_morale, "crew_morale", 2, 12,
          "of the crew or the armor leader: when it is fired at while exposed, or when the AFV is "
          "hit again while immobilized (66.4)")
      .or_of_unit(UnitFact::morale)
      .tried_with({"7", "6", "9"})
      .asks(&Asked::fire_drm, "fire_drm", -5, 5,
            "modifiers of the fire at those who are exposed beside the +2 of the armor")
      .only_when(&Asked::is_exposed_to_infantry, "",
                 "--units, and passengers or a crew exposed to them")
      .asks(&Asked::machine_guns, "machine_guns", 0, 6,
            "MMGs and HMGs that fire at it within their normal range, and hit")
      .asks(&Asked::machine_gun, "machine_gun", one_of({"mmg_or_hmg", "hmg_50cal"}),
            "which they are")
      .only_when(&Asked::has_machine_guns, "", "--machine-guns")
      .asks(&Asked::atrs, "atrs", 0, 6, "anti-tank rifles that fire at it")
      .asks(&Asked::atr_range, "atr_range", 0, Asked::atr_reaches, "their range in hexes")
      .only_when(&Asked::has_atrs, "", "--atrs")
      .tried_with({"1", "5", "10"})
      .asks(&Asked::atr_target, "atr_target",
            one_of({"vehicle_in_other", "vehicle_in_woods_or_building", "vehicle_hull_down"}),
            "the target line of their To Hit roll")
      .only_when(&Asked::has_atrs, "", "--atrs")
      .asks(&Asked::red_numbers, "red_numbers", "they are Russian: the red To Hit numbers")
      .only_when(&Asked::has_atrs, "", "--atrs")
      .asks(&Asked::to_hit_drm, "to_hit_drm", -10, 15,
            "the modifiers of their To Hit roll: +2 at a moving AFV")
      .only_when(&Asked::has_atrs, "", "--atrs")
      .asks(&Asked::breakdown_number, "breakdown_number", 7, 13,
            "an ATR breaks down on an Original To Hit roll of this or more; 13: never")
      .only_when(&Asked::has_atrs, "", "--atrs")
      .asks(&Asked::facing, "facing", facing_words(), "the target facing that is hit (33.5)")
      .only_when(&Asked::rolls_to_kill, "", "--machine-guns or --atrs")
      .asks(&Asked::kind, "target_kind", one_of({"closed_topped", "open_topped"}), "which AFV")
      .only_when(&Asked::rolls_to_kill, "", "--machine-guns or --atrs")
      .asks(&Asked::armor, "armor", -9, 9,
            "the upper armor modifier, for the front (64.31); halftracks of the base game have -5")
      .needed_when(&Asked::rolls_to_kill, "it counts for machine guns and ATRs",
                   "the upper armor modifier printed on its counter (64.3)")
      .only_when(&Asked::rolls_to_kill, "", "--machine-guns or --atrs")
      .tried_with({"-5", "0", "1"})
      .asks(&Asked::side_armor, "side_armor", -9, 9,
            "the lower armor modifier, for side and rear (64.32); default: the upper one")
      .only_when(&Asked::rolls_to_kill, "", "--machine-guns or --atrs")
      .tried_with({"-4"})
      .asks(&Asked::mg_kill_number, "mg_kill_number", -5, 25,
            "the AFV KILL number of the machine guns on your chart; default: the base-game chart's")
      .only_when(&Asked::has_machine_guns, "", "--machine-guns")
      .asks(&Asked::atr_kill_number, "atr_kill_number", -5, 25,
            "the AFV KILL number of an ATR on your chart, not recovered")
      .only_when(&Asked::has_atrs, "", "--atrs")
      .asks(&Asked::atr_rear_kill_number, "atr_rear_kill_number", -5, 25,
            "the same for the rear facing, for critical hits (68.2)")
      .only_when(
          [](const Asked& asked) {
            return asked.has_atrs() && asked.facing != KillTarget::Facing::rear;
          },
          "", "--atrs that fire at another facing")
      .asks(&Asked::kill_drm, "kill_drm", -10, 10,
            "modifiers of the kill rolls, such as the effect of range (65.2, not recovered)")
      .only_when(&Asked::rolls_to_kill, "", "--machine-guns or --atrs")
      .asks(&Asked::already_immobilized, "already_immobilized", "the AFV is immobilized already")
      .outcomes(damage_outcomes())
      .outcome("abandoned", "it is hit while immobilized, and its crew leaves it (66.4)")
      .events(vehicle_events())
      .event("crew_stunned", "the exposed crew is stunned, by a KIA or not (64.44)")
      .event("recalled", "stunned by a KIA: the AFV must then leave the board")
      .event("atr_breakdown", "an ATR breaks down")
      .measure("passengers_eliminated", "exposed passengers eliminated by the fire")
      .measure("passengers_broken", "exposed passengers broken by it")
      .headlines(vehicle_headline())
      .headline("crew_stunned", "its crew is stunned")
      .headline("mean passengers_eliminated", "{} passengers are eliminated on average")
      .headline("no_effect", "nothing happens to it");
}

}  // namespace combat_odds::squad_leader
