#include "sim/squad_leader/against_tanks/panzerfaust.hpp"

namespace combat_odds::squad_leader {

Procedure panzerfaust() {
  using Asked = Panzerfaust;
  return procedure<Asked>("sl.panzerfaust", "37.3, 37.4, COI 85",
                          "panzerfausts, a Panzerschreck or a bazooka against a vehicle")
      .asks(&Asked::weapon, "weapon", Asked::weapon_words(),
            "panzerfaust is the base game's, an average of the four versions")
      .asks(&Asked::range, "range", 1, 12, "the range in hexes")
      .asks(&Asked::to_hit_number, "to_hit_number", -5, 12,
            "the number on the back of the counter; default: the base-game chart's")
      .asks(&Asked::after_movement, "after_movement",
            "fired in the Advancing Fire Phase after moving: another line of the chart")
      .only_when([](const Asked& asked) { return !asked.to_hit_number; },
                 "--to-hit-number is given, so nothing is read off the chart", "")
      .asks(&Asked::shots, "shots", 1, 6, "how many are fired, one after the other")
      .asks(&Asked::leadership, "leadership", -3, 2,
            "the modifier of the leader, for the To Hit roll only")
      .or_of_unit(UnitFact::leadership)
      .asks(&Asked::hull_down, "hull_down", "the target is behind a wall or crest: +2")
      .asks(&Asked::moving, "moving", "the target is moving: +2")
      .asks(&Asked::captured, "captured",
            "a captured weapon: +2, breakdown number lowered by 2 (90)")
      .asks(&Asked::inexperienced, "inexperienced",
            "inexperienced infantry: breakdown number lowered by 1 (94.3)")
      .only_when(&Asked::breaks_down, "a panzerfaust is fired once and can't break down",
                 "a bazooka or Panzerschreck as --weapon")
      .asks(
          &Asked::deliberate_immobilization, "deliberate_immobilization", tracks_words(),
          "aims at the tracks: +3 from the side, +5 from the rear; a hit only immobilizes, so that "
          "armor and kill numbers don't matter (66.2)")
      .only_when([](const Asked& asked) { return !asked.hull_down; }, "(66.23)",
                 "--hull-down false")
      .only_when([](const Asked& asked) { return asked.target.height_advantage < 2; }, "(66.23)",
                 "--height-advantage less than 2")
      .only_when([](const Asked& asked) { return !asked.target.is_unarmored(); }, "(66.25)",
                 "an armored target")
      .asks(&Asked::breakdown_number, "breakdown_number", 7, 13,
            "an Original roll of this or more ends a bazooka or Panzerschreck after that shot, 13: "
            "never; default: 11 (37.45, 85.1)")
      .only_when(&Asked::is_launcher, "a panzerfaust is fired once and can't break down",
                 "a bazooka or Panzerschreck as --weapon")
      .asks(&Asked::to_hit_drm, "to_hit_drm", -5, 10, "all other To Hit modifiers")
      .asks(&Asked::already_immobilized, "already_immobilized", "the target is immobilized already")
      .only_when([](const Asked& asked) { return asked.target.is_afv() && !asked.at_tracks(); },
                 "only an AFV is immobilized, and only once by a shot at its tracks", "")
      .includes(&Asked::target)
      .adjust("target_kind", vehicles_only)
      .asks(&Asked::crew_morale, "crew_morale", 2, 12,
            "the morale of the crew when an immobilized AFV is hit and not killed (39.3, 66.4)")
      .or_of_unit(UnitFact::morale)
      .only_when(&Asked::crew_may_check, "no immobilized AFV is hit here", "")
      .tried_with({"7", "6", "9"})
      .outcomes(damage_outcomes())
      .outcome("abandoned", "it is hit while immobilized, and its crew leaves it (66.4)")
      .events(vehicle_events())
      .event("hit", "the vehicle was hit")
      .event("breakdown", "the launcher broke down after a shot")
      .headlines(vehicle_headline())
      .headline("breakdown", "the launcher breaks down");
}

}  // namespace combat_odds::squad_leader
