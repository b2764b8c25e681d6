#pragma once

#include "sim/squad_games/assault_plan.hpp"
#include "sim/squad_leader/close_fight/close_combat.hpp"
#include "sim/squad_leader/infantry/assault_fire.hpp"
#include "sim/squad_leader/infantry/marsh.hpp"

namespace combat_odds::squad_leader {

/// Both sides, and all that the rest depends on.
struct AssaultSides {
  TargetStack defender;
  TargetStack attacker;
  std::uint8_t next_fire = 0;     ///< the step whose DR comes next, counting from 1; 0: none
  StepSet may_fire{};             ///< the steps that may be played in its place
  StepSet waiting{};              ///< attacks that were passed over, and those after them
  std::uint8_t close_combat = 0;  ///< 1: a Close Combat Phase comes next; 2: it may
  std::uint8_t routed = 0;        ///< 1: the broken defenders are gone
  /// 1: the attacker could have gone in; 2: some units have; 3: all stayed behind
  std::uint8_t advanced = 0;
  std::uint8_t fought = 0;  ///< 1: a Close Combat Phase is over
};

/// One side of an assault.
struct AssaultSide {
  using Status = TargetUnit::Status;
  std::vector<UnitName> units;
  std::optional<int> broken_morale;
  std::optional<std::string> nationality;
  BerserkChecks berserk = BerserkChecks::none;
  Marsh marsh;

  void prepare(Status status) {
    start = target_stack(units, status, broken_morale, &kinds);
    start.berserk = berserk;
    marsh.lower_morale(start);
  }
  void price(const char* parameter, const Charts& charts);
  int points_left(const TargetStack& stack) const;

  TargetStack start;
  std::vector<UnitName> kinds;
  std::vector<int> points;  ///< of each kind
};

/// Fire, rout and Close Combat in turn, each against the units that the last step left.
struct Assault {
  using Status = TargetUnit::Status;
  using Sides = AssaultSides;
  enum class Ambush { none, attacker, defender };
  enum class Advance { all, none };

  std::string steps;
  AssaultSide defender;
  AssaultSide attacker;
  Status status = Status::good;
  int attacker_drm = 0;
  int defender_drm = 0;
  Ambush ambush = Ambush::none;
  FireOrder::Habit fire_order = FireOrder::Habit::as_written;
  Advance advance = Advance::all;

  void prepare(const Charts& charts);
  Working working() const;

  // A round is a step.
  int rounds() const { return plan_.size(); }
  Sides start() const {
    Sides sides;
    sides.defender = defender.start;
    sides.attacker = attacker.start;
    return sides;
  }
  Sides round(Sides sides, int number) const;
  bool round_over(const Sides& sides) const {
    return sides.next_fire == 0 && sides.close_combat == 0 && resolved(sides.defender) &&
           resolved(sides.attacker);
  }
  Sides step(Sides sides, Dice& dice) const;
  Sides alike(Sides sides) const {
    make_alike(sides.defender);
    make_alike(sides.attacker);
    return sides;
  }
  std::optional<Outcome> outcome(const Sides& sides, int played) const;

  bool has_attacker() const { return !attacker.units.empty(); }
  bool has_close_combat() const {
    return read_assault_steps(steps, "steps").back().kind ==
           AssaultStep::Kind::close_combat;  // it comes last
  }

 private:
  Facts words(const Sides& sides) const;
  bool goes_in(const Sides& sides, Dice& dice) const;
  void begin_close_combat(Sides& sides) const;
  void meet(Sides& sides) const;
  void fight(Sides& sides, Dice& dice) const;
  void strike(Dice& dice, const AssaultSide& by, const TargetStack& one, const AssaultSide& at,
              TargetStack& other, int drm) const;
  static bool are_in(const TargetStack& stack) {
    return how_many(stack, Status::good) + how_many(stack, Status::berserk) > 0;
  }
  static bool attacker_is_in(const Sides& sides) {
    return (sides.advanced == 1 || sides.advanced == 2) && are_in(sides.attacker);
  }
  static bool defender_is_in(const Sides& sides) {
    const bool broken = sides.routed == 0 && how_many(sides.defender, Status::broken) > 0;
    return broken || are_in(sides.defender);
  }

  const CloseCombatTable* table_ = nullptr;
  AssaultPlan<AssaultFire> plan_;
  std::vector<std::string> notes_;
};

}  // namespace combat_odds::squad_leader
