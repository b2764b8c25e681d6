#include "sim/squad_leader/infantry/attackers.hpp"

// Parameters and working of Attackers.

namespace combat_odds::squad_leader {
void Attackers::describe(Declaration<Attackers>& attackers) {
  attackers
      .asks(&Attackers::who, "attackers", fire_group_form,
            "who fires, in place of the firepower; a leader among them directs; or the machine "
            "guns of an AFV: 'T-34', 'vehicle 4/2/4' (bow, coaxial, AA)")
      .tried_with({"4-6-7", "2*4-6-7 LMG", "2*4-6-7 LMG 9-1", "4-4-7 Russian MMG",
                   "2-4-7 German HMG", "3*6-2-8 3-8", "FT", "DC", "vehicle 4/2/4", "T-34"})
      .asks(&Attackers::range, "range", 1, 40,
            "in hexes from the attackers to the target: 1 is adjacent")
      .needed_when(&Attackers::given, "firepower is doubled adjacent and halved at long range",
                   "1 where they are adjacent")
      .asks(&Attackers::phase, "phase",
            one_of({"prep", "defensive", "advancing", "advancing_unmoved"}),
            "when they fire, advancing after they moved; default: prep, or defensive at a target "
            "that moved in the open")
      .asks(&Attackers::in_terrain, "terrain", "a terrain such as stone, or its modifier",
            "what the target is in or behind (11.1)")
      .or_named(terrain_names("squad-leader/terrain-effects.csv"))
      .tried_with({"stone", "open ground", "woods", "wall", "2"})
      .asks(&Attackers::leader, "leader", "a leader such as 9-1", "the leader who directs the fire",
            read_leader)
      .tried_with({"9-1", "8-0"})
      .asks(
          &Attackers::foreign_leader, "foreign_leader",
          "those whom he directs, or some of them, are of another nation, or SS among others: his "
          "modifier is one worse (74.2, 83.7)")
      .asks(&Attackers::target_moved, "target_moved",
            "Defensive Fire at units that moved: -2 where they did so in the open")
      .asks(&Attackers::concealed, "concealed", "the target is concealed")
      .asks(&Attackers::from_cliff, "from_cliff",
            "the attackers are up a cliff from the adjacent target")
      .only_when([](const Attackers& asked) { return asked.range.value_or(0) == 1; }, "",
                 "--range 1")
      .asks(&Attackers::halved, "halved", 0, 3,
            "further halvings: captured weapons, guards, escaped prisoners, mounted, in a marsh")
      .includes(&Attackers::vehicle)
      .includes(&Attackers::night)
      .only_when({"night_visibility", "range", "concealed", "from_cliff", "halved", "vehicle_moves",
                  "hull_down", "gun_elsewhere", "crew_exposed"},
                 &Attackers::given, "the firepower given is that after all multipliers",
                 "--attackers")
      .only_when(
          {"phase"}, [](const Attackers& asked) { return asked.given() || asked.target_moved; },
          "the firepower given is that after all multipliers", "--attackers, or --target-moved")
      .also_open("sl.attackers");
}

void Attackers::tell(Working& working, const Ift& ift, std::optional<double> firepower, int drm,
                     int column) const {
  tell_sums(working, ift, given() ? range : std::nullopt,
            given() ? firepower_ : firepower.value_or(0), drm, "", column, " by Sustained Fire");
}

}  // namespace combat_odds::squad_leader
