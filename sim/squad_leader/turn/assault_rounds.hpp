#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/dice/inner.hpp"
#include "core/dice/working.hpp"
#include "sim/squad_games/assault_force.hpp"
#include "sim/squad_games/gun_marks.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/duels/engagement.hpp"
#include "sim/squad_leader/to_hit/aimed_shot.hpp"
#include "sim/squad_leader/to_hit/mover_in_sight.hpp"

namespace combat_odds::squad_leader {

/// The fire of a group's gun at a vehicle of the other side as a step of an assault: one fire phase
/// of sl.engagement without return fire, AP or HE.
class AssaultRounds {
 public:
  enum class Round { ap, he };

  AimedShot shot;
  std::optional<int> rate_of_fire;  ///< nothing: of its name, else 1
  Round ammunition = Round::ap;
  std::optional<Vehicles::Vehicle> vehicle;
  KillTarget target;
  MoverInSight mover;
  int crew_morale = 7;

  static void describe(Declaration<AssaultRounds>& rounds);
  void prepare(const Charts& charts);
  /// The words of a step: who fires at which vehicle. Throws ArgumentError about steps.
  static std::vector<std::string> words(const AssaultStep& step, const AssaultForce::Group& firing,
                                        const AssaultForce::Group& target);
  /// What smoke in the line of fire does.
  void settle(Smoke::Air air, const Charts& charts);

  /// The vehicle after the fire, and marks of the gun.
  struct Fired {
    Damage vehicle = Damage::none;
    std::uint8_t own = 0;
  };
  Fired fire(Dice& dice, Damage before, bool in_smoke) const {
    return dice.play(shots_, Question{before, small(in_smoke ? 1 : 0)});
  }

  /// Adds its sums to the working. Returns its situation.
  std::string tell(Working& working) const;

 private:
  struct Question {
    Damage vehicle = Damage::none;
    std::uint8_t in_smoke = 0;
  };
  class Shots : public Inner<Question, Fired> {
   public:
    std::array<Engagement, 2> phases;  ///< without and in smoke
    Fired play(const Question& question, Dice& dice) const override;
  };

  static constexpr int vehicle_lines = 3;  ///< of the To Hit chart
  static constexpr int never = 255;

  int shots() const { return rate_of_fire.value_or(shot.aim.gun.rate_of_fire); }
  Ammunition round() const { return ammunition == Round::he ? Ammunition::he : Ammunition::ap; }
  Engagement phase(Smoke::Air air, const Charts& charts) const;

  Shots shots_;
};

}  // namespace combat_odds::squad_leader
