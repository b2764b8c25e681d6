#pragma once

#include "core/dice/dice.hpp"
#include "sim/declare/procedure.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"

namespace combat_odds::squad_leader {

/// Crew and passengers of a killed vehicle get out, each on a DR of the vehicle's survival number
/// or less (33.9; Survival Numbers of Cross of Iron). Those who fail are eliminated in `aboard`.
/// There is a checkpoint before every roll. Do not call it for a burning vehicle (67.2) or one
/// killed in Close Combat (72.84): nobody gets out of these.
void bail_out(Dice& dice, TargetStack& aboard, int survival_number);

/// The DRM of fire at survivors in the same fire phase: they count as moving in the open.
constexpr int bailing_out_drm = -2;

/// For Declaration::or_named: the vehicles of the base game with their survival numbers.
NameList vehicle_survival();

}  // namespace combat_odds::squad_leader
