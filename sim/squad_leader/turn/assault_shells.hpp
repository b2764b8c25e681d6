#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/dice/working.hpp"
#include "sim/squad_games/assault_force.hpp"
#include "sim/squad_games/gun_marks.hpp"
#include "sim/squad_leader/he/he.hpp"

namespace combat_odds::squad_leader {

/// The HE of a group's gun as a step of an assault: sl.he at whoever is left of a group.
class AssaultShells {
 public:
  /// A tank that has overrun fires in that hex.
  static constexpr bool fires_in_its_own_hex = true;
  HighExplosive he;

  AssaultShells() { he.told_later = true; }
  static void describe(Declaration<AssaultShells>& shells);
  /// When it fires: in Advancing Fire a vehicle is taken to have entered a hex.
  static std::vector<std::string> words_of_phase(const AssaultStep& step,
                                                 const AssaultForce::Group& firing);
  void prepare(const Charts& /*charts*/) {}

  /// The hex under fire is that of this group.
  void at(const AssaultForce::Group& target, const Charts& charts);
  /// What the hex and the smoke in the line of fire do. Call after at().
  void settle(const Marsh& marsh, Smoke::Air air, const Charts& charts);

  /// Whether somebody of `side`, which has these marks, is left to fire it.
  static bool fires(const TargetStack& side, std::uint8_t out) {
    return (out & gun_marks::out) == 0 &&
           std::any_of(side.units.begin(), side.units.begin() + side.unit_count,
                       [](const TargetUnit& unit) { return is_unbroken(unit.status); });
  }
  /// The hex after the fire, and marks of the gun that fires and of one in that hex.
  struct Fired {
    TargetStack stack;
    std::uint8_t own = 0;
    std::uint8_t theirs = 0;
  };
  /// `no_gun`: the gun that was in that hex is destroyed, and only its crew is left.
  Fired fire(Dice& dice, const TargetStack& stack, bool in_smoke, bool no_gun) const;

  /// Adds its sums to the working. Returns its situation.
  std::string tell(Working& working) const;

 private:
  struct Question {
    TargetStack stack;
    std::uint8_t in_smoke = 0;
    std::uint8_t no_gun = 0;
  };
  class Shots : public Inner<Question, TargetStack> {
   public:
    /// At a gun or infantry, and at the crew of a gun that is gone; in each, without and in smoke.
    std::array<std::array<HighExplosive, 2>, 2> he;
    TargetStack play(const Question& question, Dice& dice) const override {
      TargetStack stack = question.stack;
      he.at(question.no_gun).at(question.in_smoke).fire_at(dice, stack);
      const ShellFire::Now now = ShellFire::now(stack);
      stack.memo = {};
      if (now.gun != Shot::Gun::fires_on) stack.memo[0] = gun_marks::out;
      if (now.gun_destroyed != 0) stack.memo[1] = gun_marks::out | gun_marks::destroyed;
      make_alike(stack);
      return stack;
    }
  };

  Shots shots_;
};

}  // namespace combat_odds::squad_leader
