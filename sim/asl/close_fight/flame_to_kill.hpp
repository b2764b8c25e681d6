#pragma once

#include <string>
#include <vector>

#include "combat_odds/sim/asl/infantry/named_numbers.hpp"
#include "combat_odds/sim/procedure.hpp"

namespace combat_odds::asl {

constexpr const char* flame_to_kill_chart = "asl/to-kill-he-flame.csv";

/// What a To Kill DR of a MOL or MOL-Projector does to an AFV (C7.34): armour does not help it.
enum class FlameKill : std::uint8_t { none, eliminated, burning_wreck };

/// Below the Final To Kill number burns, equal to it eliminates.
inline FlameKill flame_kill(int to_kill_dr, int final_to_kill) {
  return to_kill_dr < final_to_kill    ? FlameKill::burning_wreck
         : to_kill_dr == final_to_kill ? FlameKill::eliminated
                                       : FlameKill::none;
}

/// The basic To Kill number against an AFV; `weapon` is a column of the chart.
inline int basic_flame_to_kill(const Charts& charts, const char* weapon) {
  return charts.get<NamedNumbers>(flame_to_kill_chart).at("armored_basic", weapon);
}

}  // namespace combat_odds::asl
