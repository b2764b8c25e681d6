#pragma once

#include <fmt/format.h>

#include <array>
#include <memory>
#include <vector>

#include "sim/asl/close_fight/close_combat_terms.hpp"
#include "sim/asl/infantry/assault_fire.hpp"
#include "sim/squad_games/assault_plan.hpp"

namespace combat_odds::asl {

/// What a Close Combat attack does to those who are unbroken and to those who are broken.
struct CloseCombatHit {
  CloseCombatTerms::Effect unbroken = CloseCombatTerms::Effect::nothing;
  CloseCombatTerms::Effect broken = CloseCombatTerms::Effect::nothing;

  std::string text() const {
    static constexpr std::array<const char*, 3> words = {"nothing", "reduces", "eliminates"};
    const char* const first = words.at(static_cast<std::size_t>(unbroken));
    const char* const second = words.at(static_cast<std::size_t>(broken));
    return broken == CloseCombatTerms::Effect::nothing || broken == unbroken
               ? first
               : fmt::format("{}, broken: {}", first, second);
  }
  friend bool operator==(const CloseCombatHit&, const CloseCombatHit&) = default;
};

/// Both sides, with all that the rest depends on.
struct AssaultSides {
  /// What comes next of a round of Close Combat.
  enum class Round : std::uint8_t {
    none,
    advance,
    ambush,
    both_strike,
    defender_suffers,
    attacker_suffers,
    ambusher_strikes,
    ambushed_strikes,
  };

  TargetStack defender;
  TargetStack attacker;
  std::uint8_t next_fire = 0;  ///< the step whose DR comes next, counted from 1
  std::uint8_t shots = 0;      ///< made already by a MG that keeps its rate of fire
  std::uint8_t again = 0;      ///< the MGs that keep it, as RateOfFire has them
  std::uint8_t fires_on = 0;   ///< whose step that is, counted from 1
  StepSet may_fire{};          ///< of which one takes the place of that step
  StepSet waiting{};           ///< attacks that were passed over, with those behind them
  Round round = Round::none;
  CloseCombatTerms::Ambush ambush = CloseCombatTerms::Ambush::nobody_ambushes;
  CloseCombatHit on_defender{};
  CloseCombatHit on_attacker{};
  std::uint8_t advanced = 0;  ///< 1: the attacker could have gone in, 2: some of them have
  std::uint8_t fought = 0;    ///< a round of Close Combat is over
  /// 1: no step that follows has to do with that side; the attacker first
  std::array<std::uint8_t, 2> done{};
};

/// Fire, rout and Close Combat one after the other, each on what the last one left.
struct Assault {
  using Kind = AssaultStep::Kind;
  using Ambush = CloseCombatTerms::Ambush;
  using Effect = CloseCombatTerms::Effect;
  using By = CloseCombatTerms::Side;
  using Hit = CloseCombatHit;
  using Sides = AssaultSides;
  enum class BrokenDrm { each, all };
  enum class Advance { all, none };

  std::string steps;
  FireTarget defender;
  FireTarget attacker;
  CloseCombatTerms terms;
  BrokenDrm broken_drm = BrokenDrm::each;
  std::optional<std::string> defender_nationality;
  std::optional<std::string> attacker_nationality;
  FireOrder::Habit fire_order = FireOrder::Habit::as_written;
  Advance advance = Advance::all;

  void prepare(const Charts& charts);
  Working working() const;

  // A round is a step.
  int rounds() const { return plan_.size(); }
  Sides start() const {
    Sides sides;
    sides.defender = defender.start();
    sides.attacker = attacker.start();
    return sides;
  }
  Sides round(Sides sides, int number) const;
  bool round_over(const Sides& sides) const {
    return sides.next_fire == 0 && sides.round == Sides::Round::none &&
           FireTarget::resolved(sides.defender) && FireTarget::resolved(sides.attacker);
  }
  Sides step(Sides sides, Dice& dice) const;
  Sides alike(Sides sides) const {
    settle(sides, By::defender);
    settle(sides, By::attacker);
    defender.make_alike(sides.defender);
    attacker.make_alike(sides.attacker);
    return sides;
  }
  std::optional<Outcome> outcome(const Sides& sides, int played) const;
  std::unique_ptr<Rule> rule(const Charts& charts) const;

  // A side that is fired at is in bodies, as long as no close combat looks at all of them at once.
  using Unit = TargetUnit;
  std::vector<InBodies::Body> bodies() const;
  InBodies::Turn turn(const Sides& message) const;
  Sides step_of_crowd(Sides sides, Dice& dice) const;
  static bool may_be_selected(const TargetUnit& unit) { return FireTarget::may_be_selected(unit); }
  static void select(TargetUnit& unit) { FireTarget::select(unit); }
  static void selected(Sides& message) {
    FireTarget::selected(FireTarget::resolved(message.defender) ? message.attacker
                                                                : message.defender);
  }

  bool has_attacker() const { return !attacker.units.empty(); }
  bool has_several_attacks() const {
    int fires = 0;
    for (const AssaultStep& step : read_assault_steps(steps, "steps")) {
      fires += step.kind == Kind::fire ? 1 : 0;
    }
    return fires > 1;
  }
  bool has_close_combat() const {
    const std::vector<AssaultStep> all = read_assault_steps(steps, "steps");
    return all.back().kind == Kind::close_combat;  // it comes last
  }

 private:
  using Step = AssaultPlan<AssaultFire>::Step;
  /// So many like steps are explored each by itself, the last one as such; more of them together.
  static constexpr int few_like_steps = 2;

  static constexpr int broken_target_drm = -2;

  // Who is in the defender's Location, a bit for each place.

  static std::uint32_t in_location(const Sides& sides, By side) {
    std::uint32_t units = 0;
    const TargetStack& stack = of(sides, side);
    for (std::size_t i = 0; i < stack.unit_count; ++i) {
      const TargetUnit& unit = stack.units[i];
      const bool gone = unit.is(TargetUnit::eliminated) || unit.is(TargetUnit::routed);
      if (gone || (side == By::attacker && !unit.is(TargetUnit::engaged))) continue;
      units |= std::uint32_t{1} << i;
    }
    return units;
  }
  static std::uint32_t broken_of(const TargetStack& stack, std::uint32_t units) {
    for (std::size_t i = 0; i < stack.unit_count; ++i) {
      if (!stack.units[i].is(TargetUnit::broken)) units &= ~(std::uint32_t{1} << i);
    }
    return units;
  }
  /// Whether one of a side is there who can attack.
  static bool can_strike(const Sides& sides, By side) {
    const std::uint32_t units = in_location(sides, side);
    return (units & ~broken_of(of(sides, side), units)) != 0;
  }
  static const TargetStack& of(const Sides& sides, By side) {
    return side == By::attacker ? sides.attacker : sides.defender;
  }
  const FireTarget& rules_of(By side) const { return side == By::attacker ? attacker : defender; }

  void find_last_and_like();
  void keep_in_bodies();
  bool is_fired_at(By side) const;
  unsigned bits(By side, unsigned bodies) const;
  bool concerns(const Step& step, By side) const;
  void check_firepower() const;
  void settle(Sides& sides, By side) const;
  void price(By side, const std::optional<std::string>& nationality, const Charts& charts);

  Facts words(const Sides& sides) const;
  void fire(Sides& sides, Dice& dice) const;
  void go_in(Sides& sides, Dice& dice) const;
  bool goes_in(const Sides& sides, Dice& dice, std::size_t unit) const;
  void begin_close_combat(Sides& sides) const;
  void meet(Sides& sides) const;
  void close_combat(Sides& sides, Dice& dice) const;
  int ambush_drm(const Sides& sides, By side) const;
  Hit strike(const Sides& sides, Dice& dice, By by, int edge) const;
  void suffer(Sides& sides, Dice& dice, By side, Hit hit) const;
  static int settled_points(const TargetStack& stack) {
    return stack.memo[0] + 256 * stack.memo[1];
  }
  int points_left(const TargetStack& stack, By side) const;

  AssaultPlan<AssaultFire> plan_;
  /// Of each step: no step that follows has to do with that side; the attacker first.
  std::vector<std::array<bool, 2>> last_;
  std::array<std::vector<int>, 2> points_;      ///< by side and type; empty: not asked for
  std::array<std::uint8_t, 2> settled_type_{};  ///< by side
  std::vector<std::string> notes_;
};

}  // namespace combat_odds::asl
