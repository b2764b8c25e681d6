#pragma once

#include <string>
#include <vector>

#include "core/dice/outcome.hpp"
#include "sim/asl/infantry/fire_target.hpp"
#include "sim/asl/to_kill/afv_in_place.hpp"
#include "sim/declare/procedure.hpp"

namespace combat_odds::asl {

/// What a To Kill DR of a MOL or MOL-Projector does to an AFV (C7.34): armour does not help it.
enum class FlameKill : std::uint8_t { none, eliminated, burning_wreck };

/// Below the Final To Kill number burns, equal to it eliminates; an Original 12 is a dud (C7.35).
FlameKill flame_kill(int to_kill_dr, int final_to_kill);

/// The basic To Kill number against an AFV; `weapon` is a column of the chart.
int basic_flame_to_kill(const Charts& charts, const char* weapon);

/// What has become of the AFV.
Outcome afv_outcome(FlameKill kill);
/// The losses of those who ride exposed, as the measures of losses_of("exposed", ...).
void report_exposed(Outcome& outcome, const Losses& losses);
/// The measures `who`_eliminated, reduced, broken and pinned.
std::vector<Term> losses_of(const std::string& who, const std::string& whose);
/// Prepares those who ride exposed on the AFV that `target` is.
void prepare_exposed(FireTarget& exposed, const std::vector<UnitName>& units,
                     const FireTarget& target, const Charts& charts);
/// The Casualty VP of the AFV and of all who are exposed on it, where it is lost (A26.212); else
/// `exposed_lost`, what the exposed lost.
int points_lost(bool afv_lost, const FireTarget& target, const FireTarget& exposed,
                int exposed_lost);
/// The outcomes of an attack on an AFV or on units.
std::vector<Term> outcomes_of_afv_or_units();

}  // namespace combat_odds::asl
