#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/dice/inner.hpp"
#include "core/dice/working.hpp"
#include "sim/asl/close_fight/assault_shells.hpp"
#include "sim/asl/duels/engagement.hpp"
#include "sim/squad_games/assault_force.hpp"

namespace combat_odds::asl {

/// The fire of a group's gun at a vehicle of the other side as a step of an assault: one phase of
/// asl.engagement without return fire, AP or HE.
class AssaultRounds {
 public:
  using By = AssaultShells::By;
  enum class Round { ap, he };

  Aim aim;
  Round ammunition = Round::ap;
  bool russian_made = false;
  std::optional<int> basic_to_kill;
  Armor target;
  int acquisition = 0;
  bool intensive_fire = false;
  int most_shots = 8;
  TargetMoves target_moves = TargetMoves::no;
  std::optional<int> moving_shots;
  bool bounding = false;

  static void describe(Declaration<AssaultRounds>& rounds);
  void prepare(const Charts& charts);
  /// The words of a step: who fires at which vehicle. Throws ArgumentError about steps.
  static std::vector<std::string> words(const AssaultStep& step, const AssaultForce::Group& firing,
                                        const AssaultForce::Group& target);
  /// Call when the side that fires has all its types.
  void settle(const AssaultForce::Group& firing, const FireTarget& firers, const Charts& charts);

  /// The vehicle after the fire, and marks of the gun.
  struct Fired {
    VehicleState vehicle;
    std::uint8_t own = 0;
  };
  Fired fire(Dice& dice, const VehicleState& vehicle, By by) const {
    return dice.play(shots_, Question{vehicle, by});
  }

  /// Adds its sums to the working. Returns its situation.
  std::string tell(Working& working) const;

 private:
  struct Question {
    VehicleState vehicle;
    By by = By::able;
  };
  class Shots : public Inner<Question, Fired> {
   public:
    Engagement phase;
    Fired play(const Question& question, Dice& dice) const override;
  };

  void load(const Charts& charts);

  Shots shots_;
};

}  // namespace combat_odds::asl
