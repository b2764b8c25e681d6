#pragma once

#include "core/dice/dice.hpp"
#include "sim/declare/procedure.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"

namespace combat_odds::squad_leader {

/// Those aboard a vehicle that is killed get out, each on a DR of its survival number or less,
/// rolled one by one, crew and passengers alike (33.9; Survival Numbers of Cross of Iron). Who does
/// not is eliminated in `aboard`. A checkpoint precedes every roll. Nobody gets out of a burning
/// vehicle (67.2) or of one that is killed in Close Combat (72.84): then don't ask.
void bail_out(Dice& dice, TargetStack& aboard, int survival_number);

/// The DRM of fire at them in the rest of the fire phase: they count as moving in the open.
constexpr int bailing_out_drm = -2;

/// For Parameter::or_named: the vehicles of the base game with their survival numbers.
NameList vehicle_survival();

}  // namespace combat_odds::squad_leader
