#include "sim/squad_leader/charges_and_flames/molotov.hpp"

namespace combat_odds::squad_leader {

Procedure molotov() {
  return procedure<Molotov>("sl.molotov", "COI 97",
                            "Molotov Cocktails against a vehicle or to set a building on fire")
      .asks(&Molotov::target, "target", one_of({"vehicle", "building"}), "what it is thrown at")
      .asks(&Molotov::molotovs, "molotovs", 1, 12, "how many are thrown")
      .asks(&Molotov::throws, "throws", one_of({"all", "one"}),
            "all, as long as there is no fire, or only the first")
      .decides()
      .asks(&Molotov::leadership, "leadership", -3, 2, "the modifier of the leader (97.6)")
      .or_of_unit(UnitFact::leadership)
      .asks(&Molotov::drm, "drm", -5, 5, "all other To Hit modifiers")
      .asks(&Molotov::to_hit_number, "to_hit_number", 2, 12,
            "the number printed on your Molotov Cocktail To Hit chart (97.4)")
      .needed_when(&Molotov::at_vehicle, "it was not recovered",
                   "the number printed on your Molotov Cocktail To Hit chart (97.4)")
      .only_when(&Molotov::at_vehicle, "a building is set on fire with --fire-number (97.82)",
                 "--target vehicle")
      .asks(&Molotov::vehicle, "vehicle", vehicle_words(), "which vehicle")
      .only_when(&Molotov::at_vehicle, "", "--target vehicle")
      .asks(&Molotov::facing, "facing", facing_words(), "the target facing; rear from its hex")
      .only_when(&Molotov::at_afv, "the chart has one line for trucks", "an AFV as --vehicle")
      .asks(&Molotov::kill_number, "kill_number", -5, 25,
            "the Molotov Cocktail number printed on your AFV KILL chart for that facing")
      .needed_when(&Molotov::at_vehicle, "it was not recovered",
                   "the Molotov Cocktail number printed on your AFV KILL chart for that facing")
      .only_when(&Molotov::at_vehicle, "", "--target vehicle")
      .asks(&Molotov::rear_kill_number, "rear_kill_number", -5, 25,
            "the same for the rear facing, which a critical hit is on (68.2)")
      .needed_when(&Molotov::at_front_or_side, "a critical hit rolls against the rear (68.2)",
                   "the Molotov Cocktail number printed on your AFV KILL chart, rear target facing")
      .only_when(&Molotov::at_front_or_side,
                 "the kill number is that of the rear already, or no AFV is attacked", "")
      .tried_with({"5", "8"})
      .asks(&Molotov::kill_drm, "kill_drm", -10, 10, "modifiers of the kill roll: height (77.3)")
      .only_when(&Molotov::at_vehicle, "", "--target vehicle")
      .asks(&Molotov::already_immobilized, "already_immobilized", "the AFV is immobilized already")
      .only_when(&Molotov::at_afv, "", "an AFV as --vehicle")
      .asks(&Molotov::crew_morale, "crew_morale", 2, 12,
            "the morale of the crew when an immobilized AFV is hit and not killed (39.3, 66.4)")
      .or_of_unit(UnitFact::morale)
      .only_when(&Molotov::crew_may_check, "no immobilized AFV is hit here", "")
      .tried_with({"7", "6", "9"})
      .asks(&Molotov::fire_number, "fire_number", 2, 12,
            "the FIRE number printed on your chart (97.82)")
      .needed_when(&Molotov::at_building, "it was not recovered",
                   "the FIRE number printed on your chart for that building (97.82)")
      .only_when(&Molotov::at_building, "", "--target building")
      .outcome("burning_wreck", "the vehicle is eliminated and burns")
      .outcome("abandoned", "it is hit while immobilized, and its crew leaves it (66.4)")
      .outcome("fire", "the building is on fire")
      .outcome("no_effect", "neither")
      .events(vehicle_events())
      .event("hit", "the vehicle was hit")
      .measure("used", "Molotov Cocktails thrown")
      .headline("burning_wreck", "the vehicle burns")
      .headline("abandoned", "its crew abandons it")
      .headline("fire", "the building is on fire")
      .headline("no_effect", "nothing happens");
}

}  // namespace combat_odds::squad_leader
