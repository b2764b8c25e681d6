#include "sim/squad_leader/he/soft_vehicle.hpp"

#include "sim/squad_games/numbers_needed.hpp"

namespace combat_odds::squad_leader {
namespace {

constexpr int morale = 8;  // 51.41

}  // namespace

SoftVehicle fired_at(Dice& dice, SoftVehicle vehicle, FireResult result) {
  if (result.kind != FireResult::Kind::morale_check) return shelled(vehicle, result);
  const int needed = morale - result.number;
  if (DR_at_most(dice, needed)) return vehicle;
  const bool stopped = DR_at_most(dice, morale);
  return stopped ? SoftVehicle::immobilized : SoftVehicle::wreck;
}

SoftVehicle shelled(SoftVehicle vehicle, FireResult result) {
  return result.kind == FireResult::Kind::kia ? SoftVehicle::wreck : vehicle;
}

}  // namespace combat_odds::squad_leader
