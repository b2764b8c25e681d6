#include "sim/asl/close_fight/close_combat_vehicle.hpp"
#include "sim/asl/to_kill/vehicle_points.hpp"
#include "sim/declare/names.hpp"
#include "sim/squad_games/infantry_fate.hpp"

namespace combat_odds::asl {

Procedure close_combat_vehicle() {
  using Attack = CloseCombatVehicle;
  return procedure<Attack>(
             "asl.close-combat-vehicle", "A11.4-.8, C13.7, D7.21, RB8, RB13",
             "infantry attacks a vehicle in close combat, with or without ATMM; it may attack back")
      .asks(&Attack::unit, "unit", Attack::units(), "who attacks")
      .asks(&Attack::extra_smc, "extra_smc", 0, 1,
            "1: an SMC combines with the unit in its attack, +1 CCV (A11.5: at most two units do)")
      .asks(&Attack::assault_engineers, "assault_engineers", "+1 CCV")
      .only_when(&Attack::may_be_engineers,
                 "Assault Engineers are squads or half-squads and never Inexperienced",
                 "--unit squad or half_squad and --inexperienced false")
      .asks(&Attack::inexperienced, "inexperienced", "-1 CCV, and a 1TC for the PAATC")
      .only_when(&Attack::is_mmc, "an SMC is never Inexperienced (A19.2)", "an MMC as --unit")
      .asks(&Attack::halvings, "halvings", 0, 3,
            "-1 CCV for each (pinned, against a concealed vehicle...)")
      .asks(&Attack::atmm, "atmm",
            one_of({"none", "standard", "red_barricades", "crucible_of_steel"}),
            "by which rules the unit tries for ATMM")
      .only_when(&Attack::not_antitank_crew,
                 "only Germans have ATMM, and Antitank Crews are Russian", "--antitank-crew false")
      .only_when(&Attack::may_have_atmm, "in Crucible of Steel only MMC have ATMM",
                 "--unit squad, half_squad or crew")
      .only_when(&Attack::may_be_elite, "in Red Barricades only elite Germans have ATMM (RB13)",
                 "--inexperienced false")
      .asks(&Attack::cx, "cx",
            "the unit is CX, which counts for the ATMM check; its +1 on the attack is part of drm")
      .only_when(&Attack::check_has_drm,
                 "it modifies the ATMM check; the +1 on the attack is part of --drm",
                 "--atmm standard or crucible_of_steel")
      .asks(&Attack::antitank_crew, "antitank_crew",
            "a Russian Antitank Crew: -1 (Crucible of Steel 7.1)")
      .only_when(&Attack::is_crew, "", "--unit crew")
      .asks(&Attack::unarmored, "unarmored", "the vehicle is unarmored: -3")
      .asks(
          &Attack::helpless, "helpless",
          "the vehicle is Abandoned, Shocked or Stunned: an Original 12 does not hurt the attacker")
      .asks(
          &Attack::leadership, "leadership", -3, 1,
          "the modifier of a leader: on the PAATC whether he attacks or stays, on the attack if he is the extra_smc, where a +1 stands aside (A11.51, A11.6)")
      .or_of_unit(UnitFact::leadership)
      .only_when(&Attack::leader_matters, "otherwise the leader modifies nothing",
                 "--extra-smc 1, or --morale of an MMC")
      .asks(
          &Attack::drm, "drm", -20, 20,
          "the sum of all other modifiers: +2 motion, -2 open-topped, -1 CE, -1 immobile, -1 no usable MG, +1 or +2 escort")
      .asks(&Attack::morale, "morale", 1, 10,
            "adds the PAATC of an MMC of that morale before the attack")
      .or_of_unit(UnitFact::morale)
      .tried_with({"7", "8"})
      .only_when(&Attack::not_antitank_crew, "Antitank Crews are exempt from the PAATC", "")
      .only_when(&Attack::is_mmc, "an SMC takes no PAATC (A11.6)", "")
      .only_when(&Attack::is_afv, "the PAATC is for attacking an AFV (A11.6)", "--unarmored false")
      .asks(&Attack::rounds, "rounds", 1, 20,
            "how many rounds are fought at most, one in each Player Turn")
      .asks(
          &Attack::vehicle_firepower, "vehicle_firepower", 0, 40,
          "the FP that the vehicle attacks back with: its CMG and RMG, the AAMG if CE; not the BMG "
          "(A11.62)")
      .only_when(&Attack::not_helpless, "a helpless vehicle does not attack", "--helpless false")
      .asks(&Attack::vehicle_drm, "vehicle_drm", -10, 10,
            "the sum of the modifiers on the vehicle's DR")
      .only_when(&Attack::attacks_back, "", "--vehicle-firepower")
      .asks(&Attack::immobile, "immobile",
            "the vehicle was immobile before: its -1 is part of drm, and it cannot drive off")
      .only_when(&Attack::goes_on, "", "--rounds 2 or more")
      .asks(&Attack::drives_off, "drives_off",
            "if it is mobile, the vehicle drives off in its own Player Turn, the second and so on")
      .decides(1)
      .only_when(&Attack::may_drive, "", "--rounds 2 or more and --immobile false")
      .asks(
          &Attack::withdraws, "withdraws",
          "the infantry withdraws in the second round (A11.2), and tries again in later ones if hurt")
      .decides()
      .only_when(&Attack::goes_on, "nobody withdraws in the first round", "--rounds 2 or more")
      .asks(&Attack::slips_away, "slips_away",
            "the infantry leaves by Infiltration: after its own Original 2, or the vehicle's 12 "
            "(A11.22)")
      .decides()
      .asks(&Attack::nation, "nation", one_of({"none", "german", "russian", "american", "british"}),
            "whose MMC may bring forth a leader by an Original 2 (A18.12); none: that is left out")
      .asks(&Attack::base_morale, "base_morale", 1, 10,
            "the Morale Level of the MMC for Leader Creation, where no PAATC asks for its morale")
      .tried_with({"7", "8"})
      .only_when([](const Attack& asked) { return !asked.no_nation() && !asked.morale; }, "",
                 "a --nation, and no --morale")
      .needed_when(&Attack::morale_unknown, "Leader Creation depends on it",
                   "the Morale Level of the MMC, or --morale for its PAATC")
      .asks(
          &Attack::ambush, "ambush", one_of({"none", "possible", "street_fighting"}),
          "possible: terrain or concealment allows one, a dr each and the vehicle's at +2 (A11.4); "
          "street_fighting: from ground level of buildings or rubble beside its road, an ambush by "
          "the infantry without dice (A11.8, RB8)")
      .only_when([](const Attack& asked) { return !asked.fights_in_street() || asked.one_round(); },
                 "who fights in the street goes back after the round (A11.8)", "--rounds 1")
      .asks(&Attack::ambush_drm, "ambush_drm", -10, 10,
            "further modifiers on the infantry's ambush die: -1 stealthy, -2 concealed, +1 CX or "
            "pinned; the extra_smc's leadership, Inexperienced and heroes count by themselves")
      .tried_with({"0", "-2"})
      .asks(
          &Attack::vehicle_ambush_drm, "vehicle_ambush_drm", -10, 10,
          "the same on the vehicle's, beside its +2: +1 each buttoned up and stunned, its escort's")
      .tried_with({"0", "1"})
      .only_when({"ambush_drm", "vehicle_ambush_drm"}, &Attack::may_ambush, "", "--ambush possible")
      .asks(
          &Attack::reaction_fire, "reaction_fire", one_of({"no", "unmarked", "marked"}),
          "CC Reaction Fire in the vehicle's MPh (D7.21), the unit's fire markers: marked First or "
          "Final Fire costs one CCV; the vehicle does not attack")
      .only_when([](const Attack& asked) { return !asked.may_ambush(); },
                 "nobody is ambushed in CC Reaction Fire", "--ambush none or street_fighting")
      .only_when(
          [](const Attack& asked) {
            return !asked.fights_in_street() || asked.reaction_fire != Attack::ReactionFire::marked;
          },
          "a marked unit does no Street Fighting (D7.211)", "--ambush none or possible")
      .only_when(&Attack::one_round, "it is one attack, in the MPh", "--rounds 1")
      .only_when({"vehicle_firepower"}, &Attack::does_not_react,
                 "no vehicle attacks in the MPh (D7.213)", "--reaction-fire no")
      .asks(&Attack::casualty_vp, "casualty_vp",
            "tells the Casualty VP that both lose (A26.22): of the infantry a squad or crew 2, a "
            "half-squad 1, an SMC 1 and his modifier, a hero none")
      .asks(&Attack::vehicle_vp, "vehicle_vp", 1, 12,
            "the Casualty VP of the vehicle: an AFV 1, 1 for a working MA, 1 for each five of its "
            "strongest AF, and 2 for its crew (A26.212)")
      .or_named(vehicle_points(), "an AFV such as 'T-34 M43'")
      .tried_with({"6", "7"})
      .needed_when([](const Attack& asked) { return asked.casualty_vp; },
                   "its Casualty VP depend on its strongest AF",
                   "1 to 12, or an AFV such as 'T-34 M43'")
      .only_when([](const Attack& asked) { return asked.casualty_vp; }, "", "--casualty-vp")
      .outcome("burning_wreck", "the vehicle burns")
      .outcome("eliminated", "the vehicle is eliminated")
      .outcome("immobilized", "the vehicle is immobilized")
      .outcome("no_effect", "nothing happens to the vehicle")
      .outcome("paatc_failed", "the unit does not dare to attack")
      .event("atmm", "the unit has an ATMM")
      .event("pinned", "the ATMM check pins the unit")
      .event("attackers_eliminated", "nobody of the infantry is left")
      .event("gets_away", "the infantry leaves by Infiltration or withdrawal")
      .event("leader_created", "a leader comes forth")
      .event("infantry_ambushes", "the infantry ambushes the vehicle, or fights in the street")
      .event("vehicle_ambushes", "the vehicle ambushes the infantry")
      .events(vehicle_events())
      .measure("casualty_reductions", "Casualty Reductions of the attacker")
      .measure("rounds", "rounds fought")
      .measure("vehicle_points_lost", "with --casualty-vp: those that are lost with the vehicle")
      .measure("attackers_points_lost", "with --casualty-vp: those that the infantry lost")
      .less_is_better()
      .headlines(vehicle_headline())
      .headline("paatc_failed", "the unit does not dare to attack");
}

}  // namespace combat_odds::asl
