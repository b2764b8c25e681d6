#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/dice/dice.hpp"
#include "core/dice/outcome.hpp"
#include "sim/asl/to_kill/penetration.hpp"
#include "sim/declare/procedure.hpp"

namespace combat_odds::asl {

/// A vehicle while it is fired at, with all that the rest depends on: a part of a Process's state.
struct VehicleState {
  /// From unconfirmed_kill to shocked an AFV does nothing; from recalled on it is out of the fight.
  enum class Fate : std::uint8_t {
    fights,
    shocked,
    unconfirmed_kill,
    recalled,
    abandoned,
    died_of_shock,
    eliminated,
    burning,
  };
  Fate fate = Fate::fights;
  std::uint8_t immobile = 0;
  std::uint8_t stunned = 0;        ///< for the rest of the Player Turn
  std::uint8_t plus_one = 0;       ///< the "+1" of a Stun that is over
  std::uint8_t buttoned_up = 0;    ///< a crew that was exposed and is so no more
  std::uint8_t crew_survives = 0;  ///< the elimination of the vehicle
  std::uint8_t stands = 0;         ///< it could not move when this Player Turn began

  bool out() const { return fate >= Fate::recalled; }
  /// It recovers from that, or dies (C7.42).
  bool in_shock() const { return fate == Fate::shocked || fate == Fate::unconfirmed_kill; }
  bool can_act() const { return fate == Fate::fights && stunned == 0; }
  bool knocked_out() const { return fate >= Fate::abandoned; }
  bool can_move() const { return can_act() && immobile == 0; }
  /// The Player Turn is over. Call recuperate() afterwards.
  void end_turn() {
    stunned = 0;
    stands = out() || can_move() ? 0 : 1;
  }
};

/// The Casualty VP that its fate costs (A26.212), of `points` with all; a crew that survives, and
/// a main armament that does not work, are none of them.
int points_lost(const VehicleState& vehicle, int points, bool armament_works = true);

/// What hits do to a vehicle and its crew (C7.4-.6, D5.3-.7).
class VehicleHit {
 public:
  using HitPlace = Penetration::HitPlace;

  VehicleHit() = default;
  explicit VehicleHit(const Armor& target)
      : crew_morale_(target.morale()),
        crew_survival_(target.crew_survival),
        crew_exposed_(target.crew_exposed) {}

  /// A hit; true where it was a dud.
  bool strike(Dice& dice, VehicleState& vehicle, const Penetration& penetration, HitPlace place,
              bool twice) const;
  /// A hull hit of Deliberate Immobilization (C5.72).
  void immobilize(Dice& dice, VehicleState& vehicle) const;
  /// C7.42: the end of a Rally Phase of a shocked AFV.
  void recuperate(Dice& dice, VehicleState& vehicle) const;

 private:
  bool passes(Dice& dice, const VehicleState& vehicle) const;
  void survival(Dice& dice, VehicleState& vehicle) const;
  void task_check(Dice& dice, VehicleState& vehicle) const;
  void attack_crew(Dice& dice, VehicleState& vehicle, IftResult result) const;
  void shock(VehicleState& vehicle) const;
  void stun(VehicleState& vehicle) const;
  static void recall(VehicleState& vehicle);

  int crew_morale_ = 8;
  std::optional<int> crew_survival_;
  bool crew_exposed_ = false;
};

/// What has become of it, with the events of vehicle_events() and crew_survives; `was_immobile`:
/// before anything happened to it.
Outcome vehicle_outcome(const VehicleState& vehicle, bool was_immobile = false);
/// Those that vehicle_outcome() tells.
std::vector<Term> vehicle_hit_events();
std::vector<Term> vehicle_outcomes();

}  // namespace combat_odds::asl
