#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "core/dice/rule.hpp"
#include "sim/squad_leader/duels/engagement.hpp"
#include "sim/squad_leader/infantry/ift.hpp"

namespace combat_odds::squad_leader {

/// A vehicle of a duel: its weapon, its qualities as a target, and its intended moves.
struct DuelVehicle {
  using Facing = KillTarget::Facing;
  using Line = Aim::Target;
  enum class Move { fire, move_then_fire, move_and_fire, turn_then_fire, wait };

  Aim aim;  ///< gun, numbers, breakdown number, whether buttoned up, all other modifiers
  Ammunition ammunition = Ammunition::ap;
  std::optional<int> rate_of_fire;  ///< nothing: of its name, else 1
  bool intensive_fire = false;
  std::optional<bool> turret;     ///< nothing: by its name, otherwise it has one
  std::optional<int> kill_front;  ///< kill numbers of its gun by target facing
  std::optional<int> kill_side;
  std::optional<int> kill_rear;
  int kill_drm = 0;
  KillTarget target;         ///< kind and armor, and the facing shown at the start
  int size = 0;              ///< 64.6
  bool front_boxed = false;  ///< 64.35: the armor modifiers that stand in a square
  bool side_boxed = false;
  Line line = Line::vehicle_in_other;

  Move move = Move::fire;
  int moves = 0;  ///< number of turns in which it may move
  int hexes = 0;  ///< by which each move shortens the range
  Facing moving_facing = Facing::front;
  std::optional<Line> moved_line;       ///< its target line after a move
  std::optional<Facing> reaches;        ///< the other's facing after its last move
  std::optional<Line> reached_line;     ///< the other's target line from there
  int moving_drm = 0;                   ///< cases O and P against it (69.8)
  MoverInSight mover;                   ///< 69.85: shots at it while it moves
  std::optional<double> infantry_fire;  ///< at its exposed crew (64.44), in a fire phase
  int infantry_drm = 0;
  int stunned = 0;              ///< player turns, from the first
  std::optional<bool> sherman;  ///< nothing: by its name

  static void describe(Declaration<DuelVehicle>& asked, const std::string& who, int side);

  bool has_turret() const { return aim.gun.turret.value_or(turret.value_or(true)); }
  bool is_sherman() const { return sherman.value_or(aim.gun.sherman); }
  bool moves_at_all() const { return moves > 0; }
  int shots() const { return rate_of_fire.value_or(aim.gun.rate_of_fire); }
};

/// Two vehicles that fire, move, or move and fire, player turn after player turn.
class TankDuel {
 public:
  using Fate = Engagement::Fate;
  using GunState = Engagement::GunState;
  using Facing = DuelVehicle::Facing;
  using Line = DuelVehicle::Line;
  enum class Step : std::uint8_t { fire, move, move_and_fire, turn, wait };
  enum class Phase : std::uint8_t { prep, defensive, advancing };

  struct Side {
    GunState gun = GunState::fires;
    Fate fate = Fate::none;
    std::uint8_t acquired = 0;
    std::uint8_t moves = 0;  ///< moves made
    std::uint8_t shown = 0;  ///< the facing at which the other fires
    std::uint8_t bears = 1;  ///< 1: the other is in the Covered Arc of its gun or turret
    std::uint8_t line = 0;   ///< its target line on the To Hit chart
    std::uint8_t immobilized = 0;
    std::uint8_t exposed = 0;   ///< 1: its crew, at which infantry fires (64.44)
    std::uint8_t stun = 0;      ///< player turns that its crew is stunned, this one among them
    std::uint8_t shaken = 0;    ///< 1: its crew has been stunned: +1 To Hit
    std::uint8_t recalled = 0;  ///< 1: it leaves the board after the stun, if it can move
  };
  struct State {
    std::array<Side, 2> sides{};
    std::uint8_t turn = 1;
    Phase phase = Phase::prep;
    Step step = Step::fire;
    std::uint8_t entered = 0;  ///< 1: the player whose turn it is has entered a hex
    std::uint8_t pivoted = 0;  ///< 1: a gun without turret has pivoted in this phase
    std::uint8_t shots = 0;
    std::uint8_t superior = 0;  ///< Supplement N: the first shot missed on an even roll
  };

  TankDuel() = default;
  /// Throws ArgumentError if the rules do not allow it or the charts lack a number.
  TankDuel(const std::array<DuelVehicle, 2>& vehicles, int range, const Charts& charts);

  State start() const;
  void player_turn(State& state, Dice& dice) const;
  static bool out(const Side& side) { return side.fate >= Fate::abandoned; }
  bool over(const State& state) const;
  /// Whether it has left the board (64.44), which only one that can move does.
  static bool left(const Side& side) {
    return side.recalled != 0 && side.stun == 0 && side.fate == Fate::none;
  }
  static bool was_stunned(const Side& side) { return side.stun + side.shaken > 0; }

  bool first_begins = true;
  bool fired_at_where_it_ends = true;  ///< Defensive Fire at one that moves
  bool turning_is_moving = false;
  bool location_of_hits = false;  ///< Supplement M
  int crew_morale = 7;
  int repair_number = 1;
  int turns = 6;  ///< player turns

 private:
  /// A vehicle's To Hit and Kill numbers in all situations that can arise.
  struct Firing {
    std::map<std::pair<int, int>, std::pair<Gunnery, Gunnery>> gunnery;  ///< range, line; intensive
    std::map<int, Penetration> penetration;                              ///< facing, + 3 hull down
  };
  Firing firing(const std::array<DuelVehicle, 2>& vehicles, std::size_t who,
                const Charts& charts) const;

  int range(const State& state) const;
  Step decide(const State& state, Dice& dice, std::size_t who) const;
  void enter_hex(State& state, std::size_t who) const;
  void fire_phase(State& state, Dice& dice, std::size_t who, Phase phase) const;
  bool at_mover(const State& state, std::size_t who) const;
  void infantry_fires(State& state, Dice& dice, std::size_t at) const;
  static void recover(Side& side);
  void shot(State& state, Dice& dice, std::size_t who) const;
  int shot_drm(const State& state, std::size_t who) const;
  Facing facing_hit(const Side& side, const DuelVehicle& vehicle, bool critical, Dice& dice) const;

  std::array<DuelVehicle, 2> vehicles_;
  std::array<Firing, 2> firing_;
  const Ift* ift_ = nullptr;
  int range_ = 1;
  std::map<std::string, int, std::less<>> drm_;
};

}  // namespace combat_odds::squad_leader
