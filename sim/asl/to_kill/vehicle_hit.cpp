#include "sim/asl/to_kill/vehicle_hit.hpp"

#include "sim/asl/to_kill/vehicle_points.hpp"
#include "sim/squad_games/infantry_fate.hpp"

namespace combat_odds::asl {

using Fate = VehicleState::Fate;

bool VehicleHit::strike(Dice& dice, VehicleState& vehicle, const Penetration& penetration,
                        HitPlace place, bool twice) const {
  const bool was_immobile = vehicle.immobile != 0;
  const Penetration::Effect effect = penetration.roll(dice, place, twice);
  bool unhurt = true;  // neither destroyed nor stunned nor shocked
  switch (effect.damage) {
    case Damage::burning:
      vehicle.fate = Fate::burning;
      return false;
    case Damage::eliminated:
      survival(dice, vehicle);
      vehicle.fate = Fate::eliminated;
      return false;
    case Damage::shock:
      shock(vehicle);
      return false;
    case Damage::possible_shock:
      if (vehicle.fate != Fate::shocked && !passes(dice, vehicle)) {
        shock(vehicle);
        return false;
      }
      break;
    case Damage::stun:
      if (vehicle.fate == Fate::fights) stun(vehicle);
      unhurt = false;
      break;
    case Damage::immobilized:
      if (!was_immobile) immobilize(dice, vehicle);
      break;
    case Damage::none:
      break;
  }
  // D5.5: fire of ordnance that could have killed shakes the crew of an immobile vehicle.
  const bool shakes = effect.could_kill != 0 && !penetration.is_machine_gun();
  if (was_immobile && unhurt && shakes) task_check(dice, vehicle);
  if (crew_exposed_ && vehicle.buttoned_up == 0 && vehicle.can_act()) {
    attack_crew(dice, vehicle, effect.crew);
  }
  return effect.dud != 0;
}

void VehicleHit::immobilize(Dice& dice, VehicleState& vehicle) const {
  vehicle.immobile = 1;
  task_check(dice, vehicle);
}

void VehicleHit::recuperate(Dice& dice, VehicleState& vehicle) const {
  if (vehicle.fate == Fate::shocked) {
    vehicle.fate =
        dice.die([](int roll) { return roll <= 2 ? Fate::fights : Fate::unconfirmed_kill; });
  } else if (vehicle.fate == Fate::unconfirmed_kill) {
    vehicle.fate =
        dice.die([](int roll) { return roll <= 3 ? Fate::fights : Fate::died_of_shock; });
  }
  if (vehicle.can_move()) vehicle.stands = 0;
}

bool VehicleHit::passes(Dice& dice, const VehicleState& vehicle) const {
  enum class Check : std::uint8_t { passed, failed };
  const Check check = dice.DR([&](TwoDice roll) {
    return roll.total() + vehicle.plus_one <= crew_morale_ ? Check::passed : Check::failed;
  });
  return check == Check::passed;
}

/// D5.6.
void VehicleHit::survival(Dice& dice, VehicleState& vehicle) const {
  if (!crew_survival_) return;
  const bool shaken = vehicle.fate != Fate::fights || vehicle.plus_one != 0;
  enum class Crew : std::uint8_t { lost, survives };
  const Crew crew = dice.DR([&](TwoDice roll) {
    return roll.total() + (shaken ? 1 : 0) <= *crew_survival_ ? Crew::survives : Crew::lost;
  });
  vehicle.crew_survives = crew == Crew::survives;
}

void VehicleHit::task_check(Dice& dice, VehicleState& vehicle) const {
  if (vehicle.can_act() && !passes(dice, vehicle)) vehicle.fate = Fate::abandoned;
}

void VehicleHit::attack_crew(Dice& dice, VehicleState& vehicle, IftResult result) const {
  switch (result.kind) {
    case IftResult::Kind::none:
    case IftResult::Kind::ptc:
      break;
    case IftResult::Kind::k:
    case IftResult::Kind::kia:
      recall(vehicle);
      break;
    case IftResult::Kind::mc: {
      enum class Check : std::uint8_t { passed, stunned, recalled };
      const Check check = dice.DR([&](TwoDice roll) {
        if (roll.total() == 12) return Check::recalled;  // a Casualty MC
        const int needed = crew_morale_ - result.number - vehicle.plus_one;
        return roll.total() <= needed ? Check::passed : Check::stunned;
      });
      if (check == Check::stunned) stun(vehicle);
      if (check == Check::recalled) recall(vehicle);
      break;
    }
  }
}

void VehicleHit::shock(VehicleState& vehicle) const {
  vehicle.fate = Fate::shocked;
  vehicle.buttoned_up = crew_exposed_;
}

void VehicleHit::stun(VehicleState& vehicle) const {
  if (vehicle.plus_one != 0) {  // D5.342
    recall(vehicle);
    return;
  }
  vehicle.stunned = 1;
  vehicle.plus_one = 1;
  vehicle.buttoned_up = crew_exposed_;
}

/// D5.341.
void VehicleHit::recall(VehicleState& vehicle) {
  vehicle.fate = vehicle.immobile != 0 ? Fate::abandoned : Fate::recalled;
}

namespace {

const char* label(const VehicleState& vehicle, bool newly_immobile) {
  switch (vehicle.fate) {
    case Fate::burning:
      return "burning_wreck";
    case Fate::eliminated:
      return "eliminated";
    case Fate::died_of_shock:
      return "died_of_shock";
    case Fate::abandoned:
      return "abandoned";
    case Fate::recalled:
      return "recalled";
    case Fate::shocked:
    case Fate::unconfirmed_kill:
      return "shocked";
    case Fate::fights:
      break;
  }
  if (vehicle.stunned != 0) return "stunned";
  return newly_immobile ? "immobilized" : "no_effect";
}

}  // namespace

int points_lost(const VehicleState& vehicle, int points, bool armament_works) {
  if (vehicle.fate < Fate::died_of_shock) return 0;
  return points - (vehicle.crew_survives != 0 ? points_of_crew : 0) -
         (armament_works ? 0 : points_of_working_armament);
}

Outcome vehicle_outcome(const VehicleState& vehicle, bool was_immobile) {
  const bool newly_immobile = vehicle.immobile != 0 && !was_immobile;
  Outcome outcome(label(vehicle, newly_immobile));
  tell(outcome, VehicleFate{vehicle.knocked_out(), newly_immobile});
  return outcome.event("eliminated_or_burning", vehicle.fate >= Fate::died_of_shock)
      .event("crew_survives", vehicle.crew_survives != 0);
}

std::vector<Term> vehicle_hit_events() {
  std::vector<Term> events = vehicle_events();
  events.insert(events.end(),
                {{"eliminated_or_burning", "the vehicle is eliminated, burning or not"},
                 {"crew_survives", "the crew of the eliminated vehicle survives (its CS# given)"}});
  return events;
}

std::vector<Term> vehicle_outcomes() {
  return {
      {"burning_wreck", "the vehicle is eliminated and burns: its crew is lost"},
      {"eliminated", "the vehicle is eliminated and does not burn"},
      {"died_of_shock", "the shocked AFV is eliminated in a later Rally Phase, with its crew"},
      {"abandoned", "the vehicle is immobile and its crew abandons it"},
      {"recalled", "the crew is Recalled: the AFV leaves the board"},
      {"shocked", "the AFV is shocked: it does nothing, and a third of them die of it"},
      {"stunned", "the crew is stunned: it does nothing this Player Turn and has +1 from then on"},
      {"immobilized", "the vehicle is immobile and manned"},
      {"no_effect", "nothing happens to the vehicle"},
  };
}

}  // namespace combat_odds::asl
