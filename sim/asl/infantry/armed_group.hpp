#pragma once

#include <string_view>

#include "core/text/chart.hpp"
#include "sim/squad_games/fire_group.hpp"

namespace combat_odds::asl {

/// MGs with their ROF, B# and R# (A9), by their names.
inline constexpr const char* machine_guns_chart = "asl/machine-guns.csv";

/// Reads units, leaders and weapons such as "2*4-6-7 LMG 9-1" by ASL's charts (read_fire_group()).
FireGroup read_armed_group(std::string_view text, std::string_view parameter, const Charts& charts);

/// The first weapon that is no MG of the chart; null where all are.
const WeaponCounter* no_machine_gun(const FireGroup& group, const Charts& charts);

}  // namespace combat_odds::asl
