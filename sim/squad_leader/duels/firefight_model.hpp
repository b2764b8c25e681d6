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

/// Which hex of the enemy is fired at: the one with the leader and as many unbroken squads as can
/// stack, the next one, or one with nobody but broken squads.
enum class HexAimedAt : std::uint8_t { first, next, broken };

/// One side of a firefight as it begins: squads of one kind, perhaps a leader, perhaps machine
/// guns.
struct Force {
  UnitName squad;
  int squads = 1;
  std::optional<int> broken_morale;  ///< on the squads' broken side; nothing: as printed
  std::optional<UnitName> leader;
  int squad_points = 0;
  int leader_points = 0;

  int machine_guns = 0;
  int machine_gun_firepower = 0;
  int machine_gun_range = 0;
  int breakdown_number =
      12;  ///< a machine gun breaks down on an Original DR of this or more (18.1)

  int drm = 0;     ///< to the fire of this side: the cover that its target has, and so on
  int group = 12;  ///< the most squads that fire together as one Fire Group
  HexAimedAt target = HexAimedAt::first;        ///< where there is such a hex, else the first
  bool self_rally = false;                      ///< squads may try to rally without a leader
  bool ss = false;                              ///< 83.2, 83.3
  BerserkChecks berserk = BerserkChecks::none;  ///< of its units (18.4): who goes berserk charges
  Marsh marsh;                                  ///< what its stack stands in (75)
};

/// What both sides share.
struct FirefightRules {
  enum class First : std::uint8_t { die, a, b };

  int range = 1;
  int turns = 12;    ///< player turns
  int stacking = 3;  ///< the most squads that one attack can hit: the stacking limit of its hex
  First first = First::die;
  bool battlefield_integrity = false;  ///< 93
  bool shelter = false;                ///< broken units are out of the enemy's sight
};

/// A side as it stands. Who is neither good, broken nor berserk is eliminated.
struct SideState {
  std::uint8_t good = 0;
  std::uint8_t broken = 0;
  TargetUnit::Status leader =
      TargetUnit::Status::eliminated;  ///< eliminated also where there is none
  std::uint8_t guns = 0;               ///< machine guns that work
  std::uint8_t jammed = 0;             ///< machine guns to be repaired
  /// Broken squads that were fired upon since they last could rally (14.6), and whether a broken
  /// leader was.
  std::uint8_t under_fire = 0;
  std::uint8_t leader_under_fire = 0;
  std::uint8_t berserk = 0;  ///< squads that have left for their charge
  friend bool operator==(const SideState&, const SideState&) = default;
};

/// What happens in a player turn, in this order. "First" is the player whose turn it is.
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

/// All that the rest of a firefight depends on, but for the number of the player turn: one is like
/// another.
struct FirefightState {
  SideState side[2];
  Phase phase = Phase::draw;
  std::uint8_t mover = 0;                 ///< whose player turn it is
  std::uint8_t left = 0;                  ///< squads that have still to fire in this phase
  std::uint8_t guns_left = 0;             ///< machine guns that have still to fire in this phase
  std::uint8_t group = 0;                 ///< squads of the attack that is on; 0: none is
  HexAimedAt target = HexAimedAt::first;  ///< of that attack
  friend bool operator==(const FirefightState&, const FirefightState&) = default;
};

/// What is rolled next, with all that its odds depend on, whatever else the state holds.
struct Pending {
  enum class Kind : std::uint8_t { draw, rally_leader, rally_squads, repair, attack };

  Kind kind = Kind::draw;
  std::uint8_t side = 0;             ///< who rallies, repairs, or is attacked
  std::uint8_t tries = 0;            ///< units that try to rally, machine guns to repair
  std::int8_t needed = 0;            ///< a unit rallies on a DR of this or less
  std::uint8_t desperate = 0;        ///< how many of those who try are under desperation morale
  std::int8_t needed_desperate = 0;  ///< what they need
  std::int8_t column = -1;           ///< of the IFT; -1: too weak for any
  std::int8_t drm = 0;
  std::uint8_t breakdown_number = 13;
  std::uint8_t targets_good = 0;  ///< in the hex that is attacked
  std::uint8_t targets_broken = 0;
  std::uint8_t morale = 0;                                     ///< of the squads attacked
  std::uint8_t broken_morale = 0;                              ///< of those that are broken
  TargetUnit::Status leader = TargetUnit::Status::eliminated;  ///< in the hex that is attacked
  std::uint8_t leader_morale = 0;
  std::int8_t leader_modifier = 0;
  BerserkChecks berserk = BerserkChecks::none;  ///< of those attacked
  /// 93.2: 1 where those attacked lose morale at the instant that their side has lost so much. The
  /// points are 0 else.
  std::uint8_t integrity = 0;
  std::int16_t points = 0;       ///< of the infantry of their side
  std::int16_t points_lost = 0;  ///< of those, before the attack
  std::int16_t squad_points = 0;
  std::int16_t leader_points = 0;
  friend bool operator==(const Pending&, const Pending&) = default;
};

/// What the roll came to: how the hex stands after an attack, or counts.
struct RollResult {
  std::uint8_t good = 0;  ///< units rallied; machine guns repaired; squads unbroken after an attack
  std::uint8_t broken = 0;  ///< machine guns lost for good; squads broken after an attack
  TargetUnit::Status leader = TargetUnit::Status::eliminated;
  std::uint8_t breakdown = 0;
  std::uint8_t berserk = 0;  ///< squads
  friend bool operator==(const RollResult&, const RollResult&) = default;
};

/// A roll that takes several steps: units that try one after the other, a hex that is fired upon.
struct Rolling {
  std::uint8_t tried = 0;  ///< units that have tried; 1: an attack has been rolled for
  RollResult result;
  TargetStack hex;
};

/// Who still has an unbroken unit at the end.
enum class Holder : std::uint8_t { a, b, both, neither };

/// 93.2, 93.3: a side loses one level of morale when 40 % of its infantry points are lost, and one
/// more for every further 20 %.
int levels_lost(int points_lost, int points);

/// Two stacks that shoot it out: the sequence of play, separate from the dice. The Process of
/// sl.firefight and the solver of `balance` both play by it.
class Firefight {
 public:
  Firefight(const Ift& ift, const Force& a, const Force& b, const FirefightRules& rules);

  /// Before the first player turn.
  FirefightState start() const;
  int turns() const { return rules_.turns; }
  /// The state in which player turn `turn`, counted from 0, begins.
  FirefightState next_turn(FirefightState state, int turn) const;
  /// Whether no roll is left in the player turn.
  static bool turn_over(const FirefightState& state) { return state.phase == Phase::turn_ends; }
  /// Who holds, once it is over; asked after `turns` player turns.
  std::optional<Holder> over(const FirefightState& state, int turns) const;

  /// What is rolled next in a player turn that is not over.
  Pending pending(const FirefightState& state) const;
  /// Who attacks next decides at which hex, and how many squads fire together; all fire as the
  /// Force says unless best play is asked for.
  FirefightState grouped(const FirefightState& state, Dice& dice) const;
  /// One step of that roll.
  void roll(Dice& dice, const Pending& pending, Rolling& rolling) const;
  /// Whether it was the last one. Then the result is that of the roll.
  static bool rolled(const Pending& pending, const Rolling& rolling);
  static RollResult result(const Pending& pending, const Rolling& rolling);
  /// The state after that roll.
  FirefightState after(const FirefightState& state, const Pending& pending,
                       const RollResult& result) const;

  /// Points of the infantry that side has lost (93.1: squads and leaders).
  int points_lost(const FirefightState& state, int side) const;
  /// Units of that side that went berserk and left.
  int gone_berserk(const FirefightState& state, int side) const;
  const Force& force(int side) const { return force_[side]; }

 private:
  /// What a broken squad checks and rallies with (13.6, 14.2).
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
  /// The squads, unbroken and broken, that an attack on that hex hits; none: there is no such hex.
  std::pair<int, int> squads_in(const FirefightState& state, HexAimedAt hex) const;
  HexAimedAt hex_by_habit(const FirefightState& state) const;
  HexAimedAt choose_hex(const FirefightState& state, Dice& dice) const;
  int column(const FirefightState& state, int squads) const;
  Facts words(const FirefightState& state) const;
  Pending attack(const FirefightState& state) const;
  double at_range(int firepower, int normal_range) const;
  void roll_attack(Dice& dice, const Pending& pending, Rolling& rolling) const;

  const Ift* ift_;
  Force force_[2];
  FirefightRules rules_;
};

}  // namespace combat_odds::squad_leader
