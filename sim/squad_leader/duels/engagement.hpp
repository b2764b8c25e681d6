#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/dice/rule.hpp"
#include "sim/squad_leader/infantry/smoke.hpp"
#include "sim/squad_leader/to_hit/gunnery.hpp"
#include "sim/squad_leader/to_hit/mover_in_sight.hpp"
#include "sim/squad_leader/to_kill/penetration.hpp"

namespace combat_odds::squad_leader {

/// The fire phase in which a side holds its fire.
enum class HoldFire : std::uint8_t { never, prep, defensive };

/// 66.2: why what is asked for the kill roll does nothing where a shot aims at the tracks.
constexpr const char* nothing_is_killed = "a hit on the tracks immobilizes and can't kill (66.2)";
constexpr const char* tracks_are_shown = "the tracks are hit from where they are aimed at (66.2)";
constexpr const char* aim_to_kill = "--deliberate-immobilization none";
/// Whether a shot at these tracks hits that facing.
inline bool shows_tracks(Tracks aimed_at, KillTarget::Facing facing) {
  using Facing = KillTarget::Facing;
  return aimed_at == Tracks::none ||
         facing == (aimed_at == Tracks::side ? Facing::side : Facing::rear);
}

/// One side of a gunnery duel: its gun, and the effect of its shots on the other side.
struct Gunner {
  Gunnery gunnery;
  Gunnery intensive;  ///< with Intensive Fire (70)
  Penetration penetration;
  std::optional<Penetration> fallback;  ///< after its first kind of round has run out
  int shots = 1;                        ///< in a fire phase (63.14), without Intensive Fire
  int intensive_from = 255;             ///< the first phase with Intensive Fire
  HoldFire holds_fire = HoldFire::never;
  int acquisition = -1;        ///< the DRM for each consecutive phase (69.1); 0: never acquires
  int repair_number = 1;       ///< the die that repairs the gun, leadership included
  MoverInSight mover{};        ///< 69.85: at the other side, as long as it moves
  int moving_drm = 0;          ///< Defensive Fire, as long as the other side can move
  bool deliberate = false;     ///< 66.2: a hit only immobilizes
  bool one_breakdown = false;  ///< 90.12: captured, so lost when it breaks down
  std::optional<Gunnery> limbered;            ///< 103.31: its fire before it is unlimbered
  std::optional<Gunnery> limbered_intensive;  ///< with Intensive Fire
  int limbered_until = 0;                     ///< the last phase in which it is limbered
  bool unlimbers = false;  ///< 103.32: it unlimbers in that phase and does not fire
  Smoke smoke{};           ///< in the line of fire

  /// A gun with that aim and round at that target. Throws ArgumentError if the rules do not allow
  /// the shot or a chart has no number for it.
  static Gunner aimed(Aim aim, KillTarget target, Ammunition ammunition, const Charts& charts);

  bool is_limbered(int phase) const { return phase <= limbered_until; }
  bool unlimbers_in(int phase) const { return unlimbers && phase == limbered_until; }
  int shots_in(int phase) const { return is_limbered(phase) ? 1 : shots; }
  const Gunnery& gunnery_in(int phase, bool intensively) const {
    if (is_limbered(phase)) return intensively ? *limbered_intensive : *limbered;
    return intensively ? intensive : gunnery;
  }
  bool fires_intensively(int phase) const { return phase >= intensive_from; }
  bool holds_fire_in(bool defensive) const {
    return holds_fire == (defensive ? HoldFire::defensive : HoldFire::prep);
  }
};

/// A vehicle as the firer, which may move instead of firing: once to another position, or out of
/// sight.
struct FirerMove {
  enum class Step : std::uint8_t { fire, move, move_and_fire, leave };

  std::array<std::optional<Gunner>, 2> gunners;  ///< both sides, once it has moved there
  bool out_of_sight = false;                     ///< it may leave
  bool turret = true;                            ///< it can fire in the Advancing Fire Phase
  bool sherman = false;                          ///< that acquires the target (69.2)
  bool fired_at_where_it_ends = true;
  int drm = 0;          ///< Defensive Fire at it as it moves: cases A, O and P
  int advancing = 0;    ///< case F
  int turned_upon = 0;  ///< case D of the target's first shot at its new position
  Step habit = Step::fire;
};

/// A gun against a vehicle or another gun, fire phase after fire phase. Side 0 is the firer, side 1
/// the target.
class Engagement {
 public:
  enum class GunState : std::uint8_t { fires, jammed, lost };
  using Fate = Damage;

  struct Side {
    GunState gun = GunState::fires;
    Fate fate = Fate::none;
    std::uint8_t acquired = 0;  ///< consecutive phases that count (69.1)
    std::uint8_t fallback = 0;  ///< 1: it fires its second kind of round
  };
  struct State {
    std::array<Side, 2> sides{};
    std::uint8_t phase = 1;      ///< the player turn, and so the fire phase of each side
    std::uint8_t half = 0;       ///< the next fire: 0 of the player whose turn it is, 1 of the
                                 ///< other, 2 his again, in the Advancing Fire Phase
    std::uint8_t shots = 0;      ///< left in this phase
    std::uint8_t intensive = 0;  ///< whether they are Intensive Fire
    std::uint8_t superior = 0;   ///< Supplement N: the first shot missed on an even roll
    std::uint8_t breakdown = 0;  ///< events so far
    std::uint8_t critical = 0;
    std::uint8_t immobilized = 0;
    FirerMove::Step step = FirerMove::Step::fire;  ///< of side 0 in its own player turn
    std::uint8_t moved = 0;                        ///< 1: it is at its new position
    std::uint8_t turned_upon = 0;                  ///< 1: the target's gun does not bear on it yet
    std::uint8_t left = 0;                         ///< 1: it is out of sight
  };

  /// Half a player turn: the fire of one side. At the start of a player turn guns are repaired.
  void fire_phase(State& state, Dice& dice) const;

  static bool out(const Side& side) { return side.fate >= Fate::abandoned; }

  // Shared with other duels.

  /// 18.2 as stated in 88.6: a die up to the repair number repairs the gun, an unmodified 6 loses
  /// it. Leaders help only to repair (76.6).
  static GunState repaired(Dice& dice, int repair_number);
  /// A hit, and the Morale Check of the crew if an immobilized AFV is hit again (39.3, 66.4).
  static Fate after_hit(Dice& dice, Fate fate, const Penetration& penetration, bool critical,
                        int crew_morale);
  bool over(const State& state) const;

  std::array<std::optional<Gunner>, 2> gunners;
  FirerMove move;
  bool first_is_prep = true;  ///< side 0 begins in its own player turn
  bool until_immobilized = false;
  bool by_habit = false;  ///< nobody is asked what he does
  int crew_morale = 7;    ///< when an immobilized AFV is hit again (39.3)
  int phases = 0;         ///< number of fire phases, shown with decisions

 private:
  using Step = FirerMove::Step;

  const Gunner& gunner(const State& state, std::size_t who) const;
  void repair(State& state, Dice& dice) const;
  Step decides_on_step(const State& state, Dice& dice) const;
  void take_position(State& state) const;
  void end_of_move(State& state, Dice& dice) const;
  bool at_mover(const State& state, std::size_t who, bool defensive) const;
  int movement_drm(const State& state, std::size_t who, bool defensive) const;
  void fire(State& state, Dice& dice, std::size_t who, bool defensive) const;
  Facts words(const State& state, std::size_t who, bool defensive) const;
  bool asks(const State& state, Dice& dice, const Decision& decision, std::size_t who,
            bool defensive, bool habit) const;
  bool decides_to_hold_fire(const State& state, Dice& dice, std::size_t who, bool defensive) const;
  bool decides_on_intensive_fire(const State& state, Dice& dice, std::size_t who,
                                 bool defensive) const;
  void shot(State& state, Dice& dice, std::size_t who, bool defensive) const;
};

}  // namespace combat_odds::squad_leader
