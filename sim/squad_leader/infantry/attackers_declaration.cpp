#include <fmt/format.h>

#include "sim/squad_leader/infantry/attackers.hpp"

// Parameters and working of Attackers.

namespace combat_odds::squad_leader {
void Attackers::describe(Declaration<Attackers>& attackers) {
  attackers
      .asks(&Attackers::who, "attackers", fire_group_form,
            "who fires, in place of the firepower; a leader among them directs")
      .tried_with({"4-6-7", "2*4-6-7 LMG", "2*4-6-7 LMG 9-1", "4-4-7 Russian MMG",
                   "2-4-7 German HMG", "3*6-2-8 3-8", "FT", "DC"})
      .asks(&Attackers::range, "range", 1, 40,
            "in hexes from the attackers to the target: 1 is adjacent")
      .needed_when(&Attackers::given, "firepower is doubled adjacent and halved at long range",
                   "1 where they are adjacent")
      .asks(&Attackers::phase, "phase",
            one_of({"prep", "defensive", "advancing", "advancing_unmoved"}),
            "when they fire, advancing after they moved; left out: prep, or defensive at a target "
            "that moved in the open")
      .asks(&Attackers::in_terrain, "terrain", "a terrain such as stone, or its modifier",
            "what the target is in or behind (11.1)")
      .or_named(terrain_names("squad-leader/terrain-effects.csv"))
      .tried_with({"stone", "open ground", "woods", "wall", "2"})
      .asks(&Attackers::leader, "leader", "a leader such as 9-1", "the leader who directs the fire",
            read_leader)
      .tried_with({"9-1", "8-0"})
      .asks(&Attackers::target_moved, "target_moved",
            "Defensive Fire at units that moved: -2 where they did so in the open")
      .asks(&Attackers::concealed, "concealed", "the target is concealed")
      .asks(&Attackers::from_cliff, "from_cliff",
            "the attackers are up a cliff from the adjacent target")
      .only_when([](const Attackers& asked) { return asked.range.value_or(0) == 1; },
                 "it triples the fire at an adjacent hex", "range 1")
      .asks(&Attackers::halved, "halved", 0, 3,
            "further halvings: captured weapons, guards, escaped prisoners, mounted, in a marsh")
      .only_when({"range", "concealed", "from_cliff", "halved"}, &Attackers::given,
                 "the firepower that is given is that after all multipliers",
                 "attackers in place of the firepower")
      .only_when(
          {"phase"}, [](const Attackers& asked) { return asked.given() || asked.target_moved; },
          "the firepower that is given is that after all multipliers",
          "attackers in place of the firepower, or target_moved")
      .also_open("sl.attackers");
}

void Attackers::tell(Working& working, const Ift& ift, std::optional<double> firepower, int drm,
                     int column) const {
  const double factors = given() ? firepower_ : firepower.value_or(0);
  const int plain = ift.column(factors);
  std::string in_column =
      column < 0 ? "below all columns" : fmt::format("{} column", ift.heading(column));
  if (column != plain) in_column += " by Sustained Fire";
  working.situation = given() ? fmt::format("{} at range {}, ", firers_text(group_), *range) : "";
  working.situation +=
      fmt::format("{:g} FP ({}), {}", factors, in_column, signed_text(this->drm(drm)));
  if (given()) {
    working.sums.push_back(fmt::format("{}: {:g} FP, the {}", sum_.text(), factors, in_column));
  } else if (column < 0 || ift.heading(column) != factors) {
    working.sums.push_back(fmt::format("{:g} FP: the {}", factors, in_column));
  }
  ModifierSum modifiers = modifiers_;
  modifiers.add("given", drm);
  if (!modifiers_.text().empty()) working.sums.push_back(modifiers.text());
  working.notes.insert(working.notes.end(), notes_.begin(), notes_.end());
}

}  // namespace combat_odds::squad_leader
