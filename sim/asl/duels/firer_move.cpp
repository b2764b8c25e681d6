#include "sim/asl/duels/firer_move.hpp"

#include "sim/squad_games/terrain.hpp"

namespace combat_odds::asl {

Aim AskedMove::aim(const Aim& before) const {
  Aim aim = before;
  aim.range = *range;
  aim.tem = tem.value_or(before.tem);
  aim.hindrance = hindrance.value_or(before.hindrance);
  aim.hull_down = hull_down.value_or(before.hull_down);
  aim.bore_sighted = false;  // C6.4: it was bore sighted from the other Location
  return aim;
}

Aim AskedMove::returned(const Aim& before) const {
  Aim aim = before;
  aim.tem = return_tem.value_or(before.tem);
  aim.hindrance = hindrance.value_or(before.hindrance);
  aim.hull_down = return_hull_down.value_or(before.hull_down);
  return aim;
}

Armor AskedMove::target(const Armor& before, const Charts& charts) const {
  Armor target = before;
  if (!facing || *facing == before.facing) return target;
  target.facing = *facing;
  target.turret_facing.reset();
  if (!target.vehicle) {
    target.hull = armor;
    target.turret = turret_armor;
  }
  with_prefix("move_", [&] { target.look_up(charts); });
  return target;
}

FirerMove AskedMove::modifiers(bool has_turret, int range_before, const Charts& charts) const {
  const auto& drm = charts.get<ToHitDrm>();
  FirerMove result;
  result.habit = static_cast<FirerMove::Step>(static_cast<int>(move) + 1);
  result.out_of_sight = out_of_sight;
  result.fired_at_where_it_ends = fired_at == FiredAt::end;
  result.fires_first = bounding == Bounding::first_fire;
  result.stabilized = stabilized;
  result.standing = drm.at("B");
  result.bounding = drm.at("B") + drm.at(stabilized ? "C_stabilized" : has_turret ? "C_t" : "C_nt");
  result.shots = mp.value_or(0);
  int moving = drm.at("J");
  if (mp) {
    if (result.fires_first && *mp <= 3) result.bounding += drm.at(*mp <= 2 ? "C2" : "C1");
    if (*mp <= 3) moving += drm.at(*mp <= 1 ? "J2" : "J1");
  }
  // C6.3: no point blank at a vehicle in motion.
  const auto at = [&](int hexes) {
    return moving - (hexes == 1 ? drm.at("L") : hexes == 2 ? drm.at("L_2") : 0);
  };
  result.drm = at(range_before);
  result.drm_there = at(range.value_or(range_before));
  result.turned_upon = turning_drm.value_or(0);
  return result;
}

void AskedMove::describe(Declaration<AskedMove>& asked) {
  asked
      .asks(&AskedMove::range, "move_range", 1, 90,
            "the range after a move of the firer, a vehicle, which may then move once in a Player "
            "Turn of its own instead of Prep Fire; default: it stays where it is")
      .tried_with({"8", "2"})
      .asks(&AskedMove::facing, "move_facing", one_of({"front", "side", "rear"}),
            "the facing of the target that it fires at from there; default: the same as before")
      .asks(&AskedMove::armor, "move_armor", 0, 26,
            "the Armor Factor of that facing, of a target without a name")
      .only_when([](const AskedMove& move) { return move.facing.has_value(); }, "", "--move-facing")
      .asks(&AskedMove::turret_armor, "move_turret_armor", 0, 26,
            "the same for its turret; default: that of the hull")
      .only_when([](const AskedMove& move) { return move.armor.has_value(); }, "", "--move-armor")
      .asks(&AskedMove::tem, "move_tem", 0, 6,
            "the TEM of the target from there; default: the same as before")
      .or_named(terrain_names("asl/terrain.csv"), "a terrain such as stone")
      .asks(&AskedMove::hindrance, "move_hindrance", 0, 6,
            "the sum of the Hindrances, both ways; default: the same as before")
      .asks(&AskedMove::hull_down, "move_hull_down",
            "whether the target is hull down from there; default: as before")
      .asks(&AskedMove::return_tem, "move_return_tem", 0, 6,
            "the TEM of the firer there; default: the same as before")
      .or_named(terrain_names("asl/terrain.csv"), "a terrain such as stone")
      .asks(&AskedMove::return_hull_down, "move_return_hull_down",
            "whether the firer is hull down there; default: as before")
      .asks(&AskedMove::turning_drm, "turning_drm", 0, 9,
            "case A of the target's first shot at the firer there: what the hexspines cost that "
            "it turns its turret or hull")
      .asks(&AskedMove::turret, "turret",
            "whether the firer's gun is in a turret (case C); default: as the chart says of a "
            "named vehicle, else true")
      .asks(&AskedMove::stabilized, "stabilized", "the firer has a gyrostabilizer")
      .asks(&AskedMove::bounding, "bounding", one_of({"advancing", "first_fire"}),
            "how it fires when it moves: Bounding Fire in the AFPh, after the Defensive First Fire "
            "at it, or Bounding First Fire in the MPh (C5.3)")
      .asks(&AskedMove::fired_at, "defensive_fire_at", one_of({"end", "start"}),
            "where the firer is fired at as it moves: in the hex where it ends its move, or as it "
            "leaves the one where it was; always there where it drives out of sight")
      .asks(&AskedMove::out_of_sight, "out_of_sight",
            "the firer may drive out of sight in a Player Turn of its own, which ends it")
      .asks(&AskedMove::mp, "move_mp", 1, 30,
            "the MP that it spends in the target's LOS as it moves, for J1, J2, C1, C2 and the "
            "most shots at it (C6.17); default: more than 3, and no limit")
      .only_when(&AskedMove::is_possible, "", "--move-range or --out-of-sight")
      .asks(&AskedMove::move, "plan", one_of({"fire", "move_then_fire", "move_and_fire", "leave"}),
            "what the firer does in its own Player Turns: it fires; it moves and then fires; the "
            "same with Bounding Fire; or it drives out of sight")
      .only_when(&AskedMove::is_possible, "", "--move-range or --out-of-sight")
      .only_when(
          [](const AskedMove& move) {
            return move.move == Move::leave ? move.out_of_sight : move.to_a_position();
          },
          "", "--out-of-sight to leave, --move-range for the other plans")
      .decides()
      .only_when({"move_facing", "move_tem", "move_hindrance", "move_hull_down", "move_return_tem",
                  "move_return_hull_down", "turning_drm", "turret", "stabilized", "bounding",
                  "defensive_fire_at"},
                 &AskedMove::to_a_position, "", "--move-range");
}

}  // namespace combat_odds::asl
