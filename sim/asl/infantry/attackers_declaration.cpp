#include <fmt/format.h>

#include <algorithm>

#include "sim/asl/infantry/attackers.hpp"

// The parameters of Attackers, and their report.

namespace combat_odds::asl {
void Attackers::describe(Declaration<Attackers>& attackers, Cx cx, Vehicles vehicles) {
  attackers
      .asks(&Attackers::who, "attackers", fire_group_form,
            "who fires, in place of the FP; a leader among them directs")
      .tried_with({"4-6-7", "2*4-6-7 LMG", "2*4-6-7 LMG 9-1", "4-4-7 Russian MMG",
                   "2-4-7 German HMG", "1-4-9 4-6-7", "3*5-2-7 3-8", "FT"})
      .asks(&Attackers::range, "range", 0, 40,
            "in hexes from the attackers to the target: 1 is ADJACENT, 0 the same Location")
      .needed_when(&Attackers::given, "FP is doubled ADJACENT and halved at long range",
                   "1 where they are ADJACENT")
      .tried_with({"0", "1", "3", "7"})
      .asks(&Attackers::phase, "phase",
            one_of({"prep", "defensive_first", "subsequent_first", "fpf", "final", "advancing",
                    "opportunity"}),
            "when they fire; default: prep, or defensive_first at a target that moves")
      .asks(
          &Attackers::in_terrain, "terrain", "a terrain such as stone, or its TEM",
          "what the target is in or behind, for the TEM; 'pillbox 3/5 from ca' by its counter (B30)")
      .or_named(terrain_names("asl/terrain.csv"))
      .tried_with({"", "stone", "open ground", "woods", "wall", "2"})
      .asks(&Attackers::hindrance, "hindrance", 0, 5,
            "the LOS Hindrances, SMOKE with its DRM among them; 6 block the LOS (A6.7)")
      .tried_with({"0", "1", "2"})
      .asks(&Attackers::leader, "leader", "a leader such as 9-1",
            "the leader who directs the fire (A7.53)", read_leader)
      .tried_with({"9-1", "8-0"})
      .asks(&Attackers::moves, "target_moves",
            one_of({"no", "assault", "non_assault", "dash", "hazardous"}),
            "how the target moves: FFNAM, FFMO in Open Ground, or Hazardous Movement")
      .asks(&Attackers::concealed, "concealed", "the target is concealed")
      .asks(&Attackers::pinned, "pinned", "the attackers are pinned");
  if (vehicles == Vehicles::possible) {
    attackers.adjust("attackers", [](Parameter& parameter) {
      parameter.meaning += "; or the machine guns of an AFV, 'PzIIIL' or 'vehicle 3/5/2' (D1.8)";
      parameter.tried.emplace_back("vehicle 3/5");
      parameter.tried.emplace_back("T-34 M43");
    });
  }
  if (cx == Cx::asked) attackers.asks(&Attackers::cx, "cx", "an attacker is CX");
  attackers.asks(&Attackers::encircled, "encircled", "an attacker is Encircled")
      .asks(&Attackers::spraying_fire, "spraying_fire", "Spraying Fire, at two Locations")
      .asks(&Attackers::snap_shot, "snap_shot", "a Snap Shot")
      .asks(&Attackers::assault_fire, "assault_fire", "the squads are capable of Assault Fire")
      .only_when([](const Attackers& asked) { return asked.in_phase() == Phase::advancing; }, "",
                 "--phase advancing")
      .asks(&Attackers::crucible_of_steel, "crucible_of_steel",
            "6-5-8 and 5-4-8 are SS, who have no Assault Fire (Crucible of Steel 6.3)")
      .only_when([](const Attackers& asked) { return asked.assault_fire; }, "", "--assault-fire")
      .asks(&Attackers::sustained_fire, "sustained_fire",
            "the MGs are in Sustained Fire and the units are not")
      .only_when(
          [](const Attackers& asked) {
            return asked.in_phase() != Phase::subsequent_first && asked.in_phase() != Phase::fpf &&
                   !asked.first_fire_marker;
          },
          "all FP is halved in that phase anyway", "")
      .asks(&Attackers::first_fire_marker, "first_fire_marker",
            "the attackers are marked First Fire")
      .only_when([](const Attackers& asked) { return asked.in_phase() == Phase::final; },
                 "First Fire counters matter in Final Fire (A8.4)", "--phase final")
      .asks(&Attackers::from_cellar, "from_cellar",
            "they fire out of a cellar at a target outside: the FP of squads is halved (RB O6)")
      .only_when({"range", "concealed", "pinned", "spraying_fire", "snap_shot", "assault_fire",
                  "sustained_fire", "first_fire_marker", "from_cellar"},
                 &Attackers::given, "the FP given is that after all multipliers", "--attackers")
      .only_when(
          {"phase"},
          [](const Attackers& asked) { return asked.given() || asked.moves != Moves::no; },
          "the FP given is that after all multipliers", "--attackers, or --target-moves")
      .also_open("asl.attackers");
  if (vehicles == Vehicles::never) return;
  attackers.includes(&Attackers::vehicle)
      .only_when({"vehicle_moves", "hull_down", "gun_elsewhere", "crew_exposed"}, &Attackers::given,
                 "the FP given is that after all multipliers", "an AFV as --attackers");
}

/// Units and weapons, and leaders who fire one of these.
void Attackers::tell(Working& working, const Ift& ift, std::optional<double> firepower, int drm,
                     const Cowering& cowering) const {
  const double fp = given() ? firepower_ : firepower.value_or(0);
  tell_sums(working, ift, given() ? range : std::nullopt, fp, drm,
            assault_bonus_ > 0 ? ", 1 more and fractions up in Assault Fire" : "", ift.column(fp));
  if (!given()) {
    if (directed()) {
      working.notes.emplace_back(
          "a leader directs: nobody cowers; without one --cowering cower says that they do (A7.9)");
    }
    return;
  }
  if (cowering.kind == Cowering::Kind::cower || cowering.kind == Cowering::Kind::inexperienced) {
    const bool inexperienced = cowering.kind == Cowering::Kind::inexperienced;
    working.notes.push_back(
        fmt::format("no leader directs: on Original doubles they cower, {} (A7.9)",
                    inexperienced ? "two columns less" : "one column less"));
  }
  if (in_phase() == Phase::fpf) {
    working.notes.emplace_back(
        "the DR of Final Protective Fire is an NMC of those who fire, too (A8.31): not played here");
  }
}

std::string firepower_text(const Ift& ift, double firepower) {
  const int column = ift.column(firepower);
  return column < 0 ? fmt::format("{:g} FP (below all columns)", firepower)
                    : fmt::format("{:g} FP ({} column)", firepower, ift.heading(column));
}

}  // namespace combat_odds::asl
