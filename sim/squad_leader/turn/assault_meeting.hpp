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
  void know(const std::vector<UnitName>& kinds, const Charts& charts) {
    play_.rules = asked;
    play_.rules.know(kinds, charts);
  }
  bool overruns() const { return asked.overruns(); }

  /// What is left of both.
  TankAssault::Fight after(Dice& dice, const TankAssault::Fight& fight) const {
    return dice.play(play_, fight);
  }

 private:
  class Play : public Inner<TankAssault::Fight, TankAssault::Fight> {
   public:
    TankAssault rules;
    TankAssault::Fight play(const TankAssault::Fight& fight, Dice& dice) const override {
      return rules.after(dice, fight);
    }
  };

  Play play_;
};

}  // namespace combat_odds::squad_leader
