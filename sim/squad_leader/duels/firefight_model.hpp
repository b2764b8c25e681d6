#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/dice/dice.hpp"
#include "sim/declare/units.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"
#include "sim/squad_leader/infantry/ift.hpp"
#include "sim/squad_leader/infantry/marsh.hpp"

namespace combat_odds::squad_leader {

/// The enemy hex that is fired at: the first, with the leader and as many unbroken squads as can
/// stack; the next one; or one with only broken squads.
enum class HexAimedAt : std::uint8_t { first, next, broken };

/// One side at the start of a firefight: squads of one kind, perhaps a leader and machine guns.
struct Force {
  UnitName squad;
  int squads = 1;
  std::optional<int> broken_morale;  ///< on the broken side of the squads; nothing: as printed
  std::optional<UnitName> leader;
  int squad_points = 0;
  int leader_points = 0;

  int machine_guns = 0;
  int machine_gun_firepower = 0;
  int machine_gun_range = 0;
  int breakdown_number =
      12;  ///< a machine gun breaks down on an Original DR of this or more (18.1)

  int drm = 0;                            ///< of this side's fire: cover of its target and the like
  int group = 12;                         ///< the most squads that fire together as one Fire Group
  HexAimedAt target = HexAimedAt::first;  ///< if there is no such hex, the first
  bool self_rally = false;                ///< squads may try to rally without a leader
  bool ss = false;                        ///< 83.2, 83.3
  BerserkChecks berserk = BerserkChecks::none;  ///< of its units (18.4); berserk units charge
  Marsh marsh;                                  ///< its terrain (75)
};

/// The rules for both sides.
struct FirefightRules {
  enum class First : std::uint8_t { die, a, b };

  int range = 1;
  int turns = 12;    ///< player turns
  int stacking = 3;  ///< stacking limit: the most squads that one attack can hit
  First first = First::die;
  bool battlefield_integrity = false;  ///< 93
  bool shelter = false;                ///< broken units are out of the enemy's sight
};

/// The state of a side. Squads that are not good, broken or berserk are eliminated.
struct SideState {
  std::uint8_t good = 0;
  std::uint8_t broken = 0;
  TargetUnit::Status leader = TargetUnit::Status::eliminated;  ///< eliminated if there is none
  std::uint8_t guns = 0;                                       ///< machine guns that work
  std::uint8_t jammed = 0;                                     ///< machine guns to be repaired
  /// Broken squads that were fired upon since they could last rally (14.6), and 1 if a broken
  /// leader was.
  std::uint8_t under_fire = 0;
  std::uint8_t leader_under_fire = 0;
  std::uint8_t berserk = 0;  ///< squads that have left for their charge
  friend bool operator==(const SideState&, const SideState&) = default;
};

/// The phases of a player turn, in order. "First" is the player whose turn it is.
enum class Phase : std::uint8_t {
  draw,      ///< before the first player turn: a die decides whose it is
  repair_a,  ///< at the start of the Rally Phase (18.2)
  leader_a,
  squads_a,
  repair_b,
  leader_b,
  squads_b,
  fire_first,
  fire_second,
  turn_ends,
};

/// All that the rest of a firefight depends on, except the number of the player turn.
struct FirefightState {
  SideState side[2];
  Phase phase = Phase::draw;
  std::uint8_t mover = 0;                 ///< whose player turn it is
  std::uint8_t left = 0;                  ///< squads that have not fired in this phase
  std::uint8_t guns_left = 0;             ///< machine guns that have not fired in this phase
  std::uint8_t group = 0;                 ///< squads in the current attack; 0: there is none
  HexAimedAt target = HexAimedAt::first;  ///< of that attack
  friend bool operator==(const FirefightState&, const FirefightState&) = default;
};

/// The next roll, with all that its odds depend on and nothing else of the state.
struct Pending {
  enum class Kind : std::uint8_t { draw, rally_leader, rally_squads, repair, attack };

  Kind kind = Kind::draw;
  std::uint8_t side = 0;             ///< the side that rallies, repairs, or is attacked
  std::uint8_t tries = 0;            ///< units that try to rally, machine guns to repair
  std::int8_t needed = 0;            ///< a unit rallies on a DR of this or less
  std::uint8_t desperate = 0;        ///< units among them under desperation morale
  std::int8_t needed_desperate = 0;  ///< the DR that they need
  std::int8_t column = -1;           ///< of the IFT; -1: too weak for any
  std::int8_t drm = 0;
  std::uint8_t breakdown_number = 13;
  // The hex that is attacked, or that of the leader who tries to rally:
  std::uint8_t targets_good = 0;
  std::uint8_t targets_broken = 0;
  std::uint8_t morale = 0;         ///< of the squads there
  std::uint8_t broken_morale = 0;  ///< of the broken ones
  TargetUnit::Status leader = TargetUnit::Status::eliminated;
  std::uint8_t leader_morale = 0;
  std::int8_t leader_modifier = 0;
  BerserkChecks berserk = BerserkChecks::none;  ///< of the squads there
  /// 93.2: 1 if losses lower the morale of the units at once. Otherwise the points are 0.
  std::uint8_t integrity = 0;
  std::int16_t points = 0;       ///< of the infantry of their side
  std::int16_t points_lost = 0;  ///< of these, before the roll
  std::int16_t squad_points = 0;
  std::int16_t leader_points = 0;
  /// Of those with a broken leader, where squads rally by themselves: who was fired upon since the
  /// last Rally Phase.
  std::int16_t targets_under_fire = 0;
  friend bool operator==(const Pending&, const Pending&) = default;
};

/// The result of a roll: the state of the hex after an attack or after the loss of a leader who
/// tried to rally, or counts.
struct RollResult {
  std::uint8_t good = 0;    ///< squads rallied; machine guns repaired; squads unbroken in the hex
  std::uint8_t broken = 0;  ///< squads or machine guns lost for good; squads broken in the hex
  TargetUnit::Status leader = TargetUnit::Status::eliminated;
  std::uint8_t breakdown = 0;
  std::uint8_t berserk = 0;     ///< squads
  std::uint8_t under_fire = 0;  ///< of Pending::targets_under_fire, who is left
  friend bool operator==(const RollResult&, const RollResult&) = default;
};

/// A roll that takes several steps: units that try in turn, or a stack under fire.
struct Rolling {
  std::uint8_t tried = 0;  ///< units that have tried; 1: an attack has been rolled for, or a leader
  RollResult result;
  TargetStack stack;
};

/// The side that still has an unbroken unit at the end.
enum class Holder : std::uint8_t { a, b, both, neither };

/// 93.2, 93.3: a side loses one level of morale when 40 % of its infantry points are lost, and one
/// more for every further 20 %.
int levels_lost(int points_lost, int points);

/// Two stacks in a firefight: the sequence of play and its rolls. FirefightRounds (sl.firefight)
/// and FirefightSolver (`balance`) both play by it.
class Firefight {
 public:
  Firefight(const Ift& ift, const Force& a, const Force& b, const FirefightRules& rules);

  /// Before the first player turn.
  FirefightState start() const;
  int turns() const { return rules_.turns; }
  /// The state at the start of player turn `turn`, counting from 0.
  FirefightState next_turn(FirefightState state, int turn) const;
  /// Whether no roll is left in the player turn.
  static bool turn_over(const FirefightState& state) { return state.phase == Phase::turn_ends; }
  /// The holder after `turns` player turns; nothing if the firefight goes on.
  std::optional<Holder> over(const FirefightState& state, int turns) const;

  /// The next roll of a player turn that is not over.
  Pending pending(const FirefightState& state) const;
  /// The firing side decides its target hex and how many squads fire together. Without best play
  /// the Force says both.
  FirefightState grouped(const FirefightState& state, Dice& dice) const;
  /// One step of that roll.
  void roll(Dice& dice, const Pending& pending, Rolling& rolling) const;
  /// Whether the roll has no step left. result() is its result then.
  static bool rolled(const Pending& pending, const Rolling& rolling);
  static RollResult result(const Pending& pending, const Rolling& rolling);
  /// The state after that roll.
  FirefightState after(const FirefightState& state, const Pending& pending,
                       const RollResult& result) const;

  /// Infantry points that the side has lost (93.1: squads and leaders).
  int points_lost(const FirefightState& state, int side) const;
  /// Units of the side that went berserk and left.
  int gone_berserk(const FirefightState& state, int side) const;
  const Force& force(int side) const { return force_[side]; }

 private:
  /// The morale with which a broken squad checks and rallies (13.6, 14.2).
  static int broken_morale(const Force& force);
  int morale_lost(const FirefightState& state, int side) const;
  int all_points(int side) const;
  int morale_lowered(const FirefightState& state, int side) const;
  int firing_side(const FirefightState& state) const;
  bool has_roll(const FirefightState& state) const;
  static void end_of_rally(FirefightState& state);
  void next_phase(FirefightState& state) const;
  void advance(FirefightState& state) const;
  int in_group(const FirefightState& state) const;
  /// The unbroken and broken squads that an attack on that hex hits. None: there is no such hex.
  std::pair<int, int> squads_in(const FirefightState& state, HexAimedAt hex) const;
  HexAimedAt hex_by_habit(const FirefightState& state) const;
  HexAimedAt choose_hex(const FirefightState& state, Dice& dice) const;
  int column(const FirefightState& state, int squads) const;
  Facts words(const FirefightState& state) const;
  Pending attack(const FirefightState& state) const;
  void aim_at(Pending& pending, const FirefightState& state, int side) const;
  std::pair<int, int> squads_with_leader(const SideState& side) const;
  double at_range(int firepower, int normal_range) const;
  void roll_attack(Dice& dice, const Pending& pending, Rolling& rolling) const;
  static void rally_leader(Dice& dice, const Pending& pending, Rolling& rolling);
  static void rally_squad(Dice& dice, const Pending& pending, Rolling& rolling);

  const Ift* ift_;
  Force force_[2];
  FirefightRules rules_;
};

}  // namespace combat_odds::squad_leader
