#pragma once

#include <string>
#include <vector>

#include "sim/squad_games/assault_force.hpp"
#include "sim/squad_leader/against_tanks/tank_assault.hpp"

namespace combat_odds::squad_leader {

/// Infantry and a vehicle as a step of an assault: the step of that name of sl.tank-assault.
class AssaultMeeting {
 public:
  TankAssault asked;

  static void describe(Declaration<AssaultMeeting>& meeting);
  void prepare(const Charts& charts) { asked.prepare(charts); }

  /// The words of a step: in those of sl.tank-assault, who meets whom.
  static std::vector<std::string> words(const AssaultStep& step, const AssaultForce::Group& vehicle,
                                        const AssaultForce::Group& infantry);
  /// The names of the infantry's side, by kind.
  void know(const std::vector<UnitName>& kinds, Smoke::Air air, const Charts& charts) {
    play_.clear = asked;
    play_.clear.know(kinds, charts);
    if (!overruns()) return;
    play_.in_smoke = asked;
    play_.in_smoke.smoke.air = air;
    play_.in_smoke.prepare(charts);
    play_.in_smoke.know(kinds, charts);
  }
  bool overruns() const { return asked.overruns(); }

  /// What is left of both.
  TankAssault::Fight after(Dice& dice, const TankAssault::Fight& fight, bool in_smoke) const {
    return dice.play(play_, Question{fight, small(in_smoke && overruns() ? 1 : 0)});
  }

 private:
  struct Question {
    TankAssault::Fight fight;
    std::uint8_t in_smoke = 0;
  };
  class Play : public Inner<Question, TankAssault::Fight> {
   public:
    TankAssault clear;
    TankAssault in_smoke;
    TankAssault::Fight play(const Question& question, Dice& dice) const override {
      return (question.in_smoke != 0 ? in_smoke : clear).after(dice, question.fight);
    }
  };

  Play play_;
};

}  // namespace combat_odds::squad_leader
