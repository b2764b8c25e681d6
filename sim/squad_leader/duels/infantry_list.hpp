#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/text/chart.hpp"
#include "core/text/csv.hpp"
#include "sim/declare/balance_game.hpp"
#include "sim/declare/units.hpp"

namespace combat_odds::squad_leader {

/// A squad or crew as it stands on a list, perhaps with a machine gun each and a leader for the
/// whole force, whose points are the fixed ones.
struct ListedInfantry : BalanceUnit {
  std::string nationality;
  UnitName squad;
  std::optional<UnitName> leader;
  int machine_gun_firepower = 0;  ///< 0: none
  int machine_gun_range = 0;
  int breakdown_number = 12;
  bool self_rally = false;
  bool ss = false;
  std::optional<int> broken_morale;
};

/// Reads a list of infantry: CSV with the columns nationality and unit; optional are procedure
/// (sl.firefight), name, points and leader_points (the printed price where they are left out),
/// rarity, leader, machine_gun_firepower, machine_gun_range, breakdown_number, self_rally, ss,
/// broken_morale, not_priced and note. Throws InputError, also for a unit without a price.
std::vector<ListedInfantry> read_infantry(const CsvTable& table, const Charts& charts);

}  // namespace combat_odds::squad_leader
