#include "sim/declare/declaration.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_leader/close_fight/berserk.hpp"
#include "sim/squad_leader/counters/counters.hpp"

// Parameters and results of a berserk charge.

namespace combat_odds::squad_leader {

Procedure berserk() {
  using Asked = Berserk;
  return procedure<Asked>("sl.berserk", "18.4, 18.5, COI 73.9, 83.6, Supplement D",
                          "berserk units charge the nearest enemy")
      .asks(&Asked::units, "units", units_form, "who is berserk", units_up_to<Asked::most_units>)
      .or_named(infantry_names())
      .tried_with({"4-4-7", "2*4-4-7 8-0", "6-2-8", "9-1", "4-4-7 9-2"})
      .asks(
          &Asked::follow, "follow",
          "only their leader has gone berserk, and each of the others follows him on a DR, modified "
          "by his leadership, of its morale less 4 (18.5)")
      .asks(&Asked::distance, "distance", 1, 20, "in hexes to the nearest enemy; 1 is adjacent")
      .tried_with({"1", "2", "4", "8"})
      .asks(&Asked::approach, "approach", "a terrain such as woods, or its modifier",
            "the terrain that they come through and are fired at in")
      .or_named(terrain_names("squad-leader/terrain-effects.csv"))
      .tried_with({"woods", "wheatfield", "shellhole"})
      .asks(&Asked::mf_per_hex, "mf_per_hex", 1, 6,
            "what a hex costs on the cheapest route; default: woods, buildings and rubble 2, "
            "others 1")
      .only_when(&Asked::moves, "adjacent units do not move before they advance", "")
      .tried_with({"", "2"})
      .asks(&Asked::more_exposed, "more_exposed",
            "Supplement D: the -2 for moving in the open is one more for each hex after the first")
      .only_when(&Asked::moves, "adjacent units do not move before they advance", "")
      .asks(
          &Asked::advancing_fire, "advancing_fire", one_of({"none", "halved"}),
          "what they do in the Advancing Fire Phase after they moved: nothing, for they used Double "
          "Time (73.6, 73.9), or fire at half by the base game (18.4)")
      .only_when(&Asked::moves, "adjacent units have not moved, and fire anyway", "")
      .asks(&Asked::defenders, "defenders", units_form, "the enemy", units_up_to<Asked::most_units>)
      .or_named(infantry_names())
      .tried_with({"4-6-7", "2*4-6-7 8-1", "2-4-7", "8-0"})
      .asks(&Asked::defender_terrain, "defender_terrain",
            "a terrain such as stone, or its modifier", "what the enemy is in")
      .or_named(terrain_names("squad-leader/terrain-effects.csv"))
      .tried_with({"stone", "woods"})
      .asks(&Asked::machine_gun_factors, "machine_gun_factors", 0, 40,
            "of the enemy's machine guns, which fire with his squads")
      .asks(&Asked::machine_gun_range, "machine_gun_range", 1, 40, "their normal range")
      .only_when(&Asked::machine_guns_fire, "", "--machine-gun-factors")
      .asks(
          &Asked::fire_drm, "fire_drm", -10, 10,
          "other modifiers of the fire at them; terrain, movement and the enemy's leader are known")
      .asks(&Asked::player_turns, "player_turns", 1, 40,
            "how many player turns there are; theirs is the first")
      .tried_with({"1", "2", "4"})
      .outcome("defenders_eliminated", "the enemy dies in Close Combat, they do not")
      .outcome("defenders_broken", "their fire leaves no unbroken enemy")
      .outcome("both_eliminated", "both die in Close Combat")
      .outcome("lost_in_close_combat", "they die in Close Combat, the enemy does not")
      .outcome("shot_down", "they are shot down before they get there")
      .outcome("goes_on", "it is not over within the time")
      .events(about("the enemy", infantry_events(Pins::no)))
      .event("reaches_enemy", "they get into the enemy's hex")
      .measure("hexes_covered", "hexes towards the enemy that they cover, his own included")
      .measure("player_turns", "player turns that it takes")
      .measure("followers", "units that follow the leader")
      .measure("defenders_eliminated", "units of the enemy eliminated")
      .measure("defenders_broken", "units of the enemy broken")
      .measures(infantry_measures())
      .headline("reaches_enemy", "they reach the enemy")
      .headline("defenders_eliminated", "the enemy dies in Close Combat and they do not")
      .headline("shot_down", "they are shot down on the way")
      .headline("mean hexes_covered", "they cover {} hexes on average");
}

}  // namespace combat_odds::squad_leader
