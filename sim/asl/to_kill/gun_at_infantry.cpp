#include "sim/asl/to_kill/gun_at_infantry.hpp"

#include "sim/declare/names.hpp"
#include "sim/squad_games/infantry_fate.hpp"

namespace combat_odds::asl {

Procedure gun_at_infantry() {
  using Asked = GunAtInfantry;
  return procedure<Asked>(
             "asl.gun-at-infantry", "C2.24, C2.28, C3.32-.33, C5.6, C6.5, RB III.8",
             "a gun or mortar fires HE at infantry with its rate of fire, phase after phase")
      .includes(&Asked::attack)
      .asks(&Asked::phases, "phases", 1, 12, "its fire phases, one in each Player Turn")
      .asks(&Asked::acquisition, "acquisition", -2, 0,
            "the DRM of the acquired target before the first shot (N)")
      .asks(&Asked::forgets_each_phase, "forgets_each_phase",
            "a light mortar of Red Barricades: its acquisition is gone at the end of each phase "
            "(RB III.8)")
      .only_when(&Asked::may_forget, "otherwise nothing is acquired", "--phases 2 or more")
      .asks(&Asked::intensive_fire, "intensive_fire",
            "one shot more in each phase, as Intensive Fire: +2, B# two lower (F)")
      .only_when(&Asked::may_use_intensive_fire,
                 "pinned crews and guns marked so have no Intensive Fire (C5.6)", "")
      .asks(&Asked::most_shots, "most_shots", 1, 30,
            "at most so many shots in a phase while it keeps its rate of fire")
      .tried_with({"8", "2", "1"})
      .asks(&Asked::repair_number, "repair_number", 0, 5,
            "the R# on its counter: a dr of it or less repairs it in the Rally Phase, 6 loses it")
      .only_when(&Asked::may_repair, "a captured gun is not repaired", "--phases 2 or more")
      .only_when(
          {"acquisition"}, &Asked::may_acquire,
          "Bore Sighting, and a concealed target outside the Area Target Type, leave no acquisition (C6.4, C6.57)",
          "")
      .includes(&Asked::attack, HeAttack::describe_pinned)
      .includes(&Asked::attack, HeAttack::describe_concealed)
      .includes(&Asked::attack, HeAttack::describe_effects)
      .includes(&Asked::attack,
                [](Declaration<HeAttack>& attack) {
                  attack.includes(&HeAttack::target, "", FireTarget::InPlace::nobody,
                                  FireTarget::Groups::several);
                })
      .only_when({"effects_drm", "status", "elr", "target_state"}, &Asked::has_target, "",
                 "--target")
      .outcomes(FireTarget::outcomes())
      .outcome("hits", "no target named: it hits at least once")
      .outcome("never_hits", "no target named: it never hits")
      .event("hit", "it hits at least once")
      .event("critical_hit", "a Critical Hit is among them")
      .event("malfunction", "it malfunctions at least once")
      .event("still_fires", "it can fire after the last phase")
      .events(FireTarget::events())
      .events(FireTarget::group_events())
      .measure("hits", "no target named: hits in all phases")
      .measures(FireTarget::measures())
      .headline("mean hits", "{} hits on average")
      .headline("broken_or_worse", "at least one breaks or worse", "it breaks or worse")
      .headline("malfunction", "it malfunctions at least once");
}

}  // namespace combat_odds::asl
