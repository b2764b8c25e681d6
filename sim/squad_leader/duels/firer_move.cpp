#include "sim/squad_leader/duels/firer_move.hpp"

namespace combat_odds::squad_leader {

namespace {

/// 33.3: the To Hit chart goes by range and target line; at the same ones the number is as before.
bool is_another_number(const Aim& before, int range, const std::optional<Aim::Target>& line) {
  return before.range != range || line.value_or(before.target) != before.target;
}

}  // namespace

Aim AskedMove::aim(const Aim& before) const {
  Aim aim = before;
  if (is_another_number(before, *range, line)) aim.number.reset();
  if (to_hit_number) aim.number = to_hit_number;
  aim.range = *range;
  aim.target = line.value_or(before.target);
  aim.bore_sighted = false;  // 78.4: that was from the other hex
  return aim;
}

KillTarget AskedMove::target(const KillTarget& before) const {
  using Facing = KillTarget::Facing;
  KillTarget target = before;
  target.facing = facing.value_or(before.facing);
  if (target.facing != before.facing) {
    const std::optional<int> rear =
        before.facing == Facing::rear ? before.kill_number : before.rear_kill_number;
    target.kill_number = target.facing == Facing::rear ? rear : std::nullopt;
    target.rear_kill_number = target.facing == Facing::rear ? std::nullopt : rear;
  }
  if (kill_number) target.kill_number = kill_number;
  target.drm = kill_drm.value_or(before.drm);
  return target;
}

Aim AskedMove::returned(const Aim& before) const {
  Aim aim = before;
  if (is_another_number(before, *range, return_line)) aim.number.reset();
  if (return_to_hit_number) aim.number = return_to_hit_number;
  aim.range = *range;
  aim.target = return_line.value_or(before.target);
  return aim;
}

void AskedMove::describe(Declaration<AskedMove>& asked, const OneOf& lines) {
  asked
      .asks(&AskedMove::range, "move_range", 1, 80,
            "the range after a move of the firer, a vehicle, which may then move once in a player "
            "turn of its own instead of firing; default: it stays where it is")
      .tried_with({"8", "4"})
      .asks(&AskedMove::facing, "move_facing", facing_words(),
            "the facing of the target that it fires at from there; default: the same as before")
      .asks(&AskedMove::line, "move_target", lines,
            "the target line that the target stands on from there; default: the same as before")
      .asks(
          &AskedMove::to_hit_number, "move_to_hit_number", -5, 20,
          "the To Hit number printed on your chart for that; default: as before at the same range "
          "and target line, else the base-game chart's")
      .asks(&AskedMove::kill_number, "move_kill_number", -5, 25,
            "the AFV KILL number printed on your chart for that facing; default: as before where "
            "the facing is the same, at the rear rear_kill_number, else the base-game chart's")
      .asks(&AskedMove::kill_drm, "move_kill_drm", -10, 10,
            "all other modifiers of the kill roll from there; default: kill_drm")
      .asks(&AskedMove::return_line, "move_return_target", lines,
            "the target line that the firer stands on there, such as vehicle_hull_down; default: "
            "the same as before")
      .asks(&AskedMove::return_to_hit_number, "move_return_to_hit_number", -5, 20,
            "the To Hit number printed on your chart for that")
      .asks(&AskedMove::return_kill_drm, "move_return_kill_drm", -10, 10,
            "all other modifiers of the target's kill roll at it there; default: return_kill_drm")
      .asks(&AskedMove::turret, "turret",
            "whether the firer's gun turns in a turret, so that it may fire in the Advancing Fire "
            "Phase after its move; default: as the vehicle's name says, else true")
      .asks(&AskedMove::sherman, "sherman",
            "the firer is an American Sherman (M4), whose Advancing Fire acquires the target, too "
            "(69.2); default: as the vehicle's name says")
      .asks(&AskedMove::out_of_sight, "out_of_sight",
            "the firer may drive out of sight in a player turn of its own, which ends it")
      .asks(&AskedMove::drm, "move_drm", 0, 10,
            "the DRM of Cross of Iron's cases O and P at the firer while it moves (69.8), printed "
            "on your chart, not recovered")
      .only_when(&AskedMove::is_possible, "", "--move-range or --out-of-sight")
      .asks(&AskedMove::fired_at, "defensive_fire_at", one_of({"end", "start"}),
            "where the firer is fired at as it moves: in the hex where it ends its move, or as it "
            "leaves the one where it was; always there where it drives out of sight")
      .asks(&AskedMove::move, "plan", one_of({"fire", "move_then_fire", "move_and_fire", "leave"}),
            "what the firer does in its own player turns: it fires; it moves and then fires; the "
            "same with Advancing Fire at the end of its move, at +5; or it drives out of sight")
      .only_when(&AskedMove::is_possible, "", "--move-range or --out-of-sight")
      .only_when(
          [](const AskedMove& move) {
            return move.move == Move::leave ? move.out_of_sight : move.to_a_position();
          },
          "", "--out-of-sight to leave, --move-range for the other plans")
      .decides()
      .only_when({"move_facing", "move_target", "move_to_hit_number", "move_kill_number",
                  "move_kill_drm", "move_return_target", "move_return_to_hit_number",
                  "move_return_kill_drm", "turret", "sherman", "defensive_fire_at"},
                 &AskedMove::to_a_position, "", "--move-range");
}

}  // namespace combat_odds::squad_leader
