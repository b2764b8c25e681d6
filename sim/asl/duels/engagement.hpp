#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/dice/dice.hpp"
#include "sim/asl/to_hit/aim.hpp"
#include "sim/asl/to_hit/to_hit_roll.hpp"
#include "sim/asl/to_kill/penetration.hpp"
#include "sim/asl/to_kill/vehicle_hit.hpp"

namespace combat_odds::asl {

/// A kind of ammunition, as one side fires it at the other.
struct FiredRound {
  ToHitRoll normal;
  ToHitRoll intensive;
  std::optional<Penetration> penetration;  ///< nothing: the other side is a gun and its crew

  /// At a vehicle. `russian`: the gun has the To Kill numbers of Russian ones; `basic` takes the
  /// place of the chart's.
  static FiredRound at_vehicle(const Aim& aim, Ammunition ammunition, bool russian,
                               std::optional<int> basic, const Armor& target, const Charts& charts);
};

/// Whether the target of a shot in Defensive First Fire moves, having spent so many MP in the LOS.
enum class TargetMoves { no, over_3_mp, up_to_3_mp, up_to_1_mp };
OneOf target_moves_words();
/// J, and no Point Blank (C6.3), in place of what a standing target has at that range.
int drm_at_mover(TargetMoves moves, int range, const Charts& charts);

/// The weapon of one side, and how it is used.
struct Gunner {
  FiredRound round;
  std::optional<FiredRound> fallback;  ///< used when the Special Ammunition of the first is gone
  int tracks_drm = 0;                  ///< C5.7; 0: it may not be tried
  bool aims_at_tracks = false;         ///< by habit, until the target is immobile
  bool may_be_intensive = true;        ///< C5.63
  int intensive_from = 255;            ///< by habit: the first Player Turn with Intensive Fire
  bool holds_prep_fire = false;        ///< by habit
  bool holds_defensive_fire = false;
  bool acquires = true;
  int moving_drm = 0;    ///< in Defensive First Fire at a target that can move
  int moving_shots = 0;  ///< the most shots at it then (C6.17); 0: no limit
  int repair_number = 1;
  bool may_be_repaired = true;
};

/// A firer that is a vehicle and may move instead of firing: once to another position, or out of
/// sight.
struct FirerMove {
  enum class Step : std::uint8_t { undecided, fire, move, move_and_fire, leave };

  std::array<std::optional<Gunner>, 2> gunners;  ///< of both sides, once it has moved there
  bool out_of_sight = false;                     ///< it may leave
  bool fired_at_where_it_ends = true;
  bool fires_first = false;  ///< Bounding First Fire, not Bounding Fire in the AFPh
  int bounding = 0;          ///< cases B and C
  int standing = 0;          ///< case B: it has entered no hex
  bool stabilized = false;   ///< Bounding First Fire acquires then
  int drm = 0;               ///< of fire at it while it moves (J), as it leaves its position
  int drm_there = 0;         ///< the same at its new position
  int shots = 0;             ///< the most shots at it while it moves (C6.17); 0: no limit
  int turned_upon = 0;       ///< case A for the target's first shot at its new position
  Step habit = Step::fire;
};

/// A gun and its crew under fire (C11).
struct GunCrew {
  const Ift* ift = nullptr;
  int column = -1;  ///< of the HE that is fired at it
  int gunshield = 0;
  int morale = 8;
};

/// A gun or vehicle against a vehicle, Player Turn after Player Turn. Side 0 is the firer, side 1
/// the target.
class Engagement {
 public:
  enum class Weapon : std::uint8_t { fires, malfunctions, lost };
  enum class Crew : std::uint8_t { mans, broken, eliminated, lost_with_gun };
  enum class Stage : std::uint8_t { rally, attacker, defender, advancing };

  struct Side {
    VehicleState vehicle;  ///< that of a gun stays as it begins
    Crew crew = Crew::mans;
    std::uint8_t pinned = 0;
    Weapon weapon = Weapon::fires;
    std::uint8_t acquired = 0;
    std::uint8_t fallback = 0;

    bool out() const { return vehicle.out() || crew != Crew::mans; }
    bool can_act() const { return vehicle.can_act() && crew == Crew::mans; }
  };
  struct State {
    std::array<Side, 2> sides{};
    std::uint8_t turn = 1;
    Stage stage = Stage::rally;
    std::uint8_t intensive = 0;  ///< the next shot is the one of Intensive Fire
    std::uint8_t shots = 0;      ///< made in this stage, if they are limited
    FirerMove::Step step = FirerMove::Step::undecided;  ///< of side 0 in its own Player Turn
    std::uint8_t moved = 0;                             ///< it stands at its new position
    std::uint8_t turned_upon = 0;                       ///< the target has not fired at it there
    std::uint8_t left = 0;                              ///< it is out of sight
    std::uint8_t target_hit = 0;                        ///< at some time, if `tells_hits`
  };

  State start() const;
  /// The next roll: a Rally Phase of both sides, or a shot.
  void step(State& state, Dice& dice) const;
  bool over(const State& state) const;
  /// All shots of side 0 in the phase that it is in, as one part of a larger rule.
  void fire_phase(State& state, Dice& dice) const;
  /// Nobody fires any more. A vehicle in shock has still to recover or to be eliminated (C7.42).
  bool fire_is_over(const State& state) const;

  std::array<std::optional<Gunner>, 2> gunners;
  FirerMove move;
  std::array<VehicleHit, 2> hits;   ///< what hits do to each side
  std::optional<GunCrew> gun_crew;  ///< of side 0, if it is no vehicle
  bool first_turn_is_own = true;    ///< of side 0
  bool until_immobilized = false;
  bool tells_hits = false;
  bool by_habit = false;  ///< nobody is asked what he does
  int most_at_rate = 0;   ///< shots of a phase while the rate of fire is kept; 0: no limit
  int turns = 1;
  int first_acquisition = 0;

 private:
  using Step = FirerMove::Step;

  const Gunner& gunner(const State& state, std::size_t who) const;
  bool can_move(const State& state) const;
  bool may_choose_step(const State& state) const;
  void choose_step(State& state, Dice& dice) const;
  void take_position(State& state) const;
  void end_of_move(State& state) const;
  bool is_bounding(const State& state, std::size_t who) const;
  std::size_t who_fires(const State& state) const;
  bool may_fire(const State& state) const;
  void rally(State& state, Dice& dice) const;
  bool shot(State& state, Dice& dice) const;
  void hit(State& state, Dice& dice, std::size_t victim, const FiredRound& round, const Shot& shot,
           bool at_tracks) const;
  void hit_gun(Side& side, Dice& dice, const Shot& shot) const;
  void next_stage(State& state) const;
  void go_on(State& state) const;
  bool target_moves(const State& state, std::size_t who) const;
  Facts words(const State& state, std::size_t who) const;
  bool asks(const State& state, Dice& dice, const Decision& decision, std::size_t who,
            bool habit) const;
  bool is_to_hold_fire(const State& state, Dice& dice, std::size_t who) const;
  bool is_to_aim_at_tracks(const State& state, Dice& dice, std::size_t who) const;
  bool is_to_be_intensive(const State& state, Dice& dice, std::size_t who) const;
};

}  // namespace combat_odds::asl
