#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ask/situation.hpp"
#include "core/text/columns.hpp"
#include "sim/squad_leader/duels/firefight_model.hpp"
#include "studies/balance/balance.hpp"

namespace combat_odds {

/// A squad or crew of Squad Leader as it stands on a list, perhaps with a machine gun each and a
/// leader for the whole force, whose points are the fixed ones.
struct InfantryUnit : BalanceUnit {
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
/// broken_morale and note. Throws InputError, also for a unit without a price.
std::vector<InfantryUnit> read_infantry(const CsvTable& table, const Charts& charts);

/// What such a list can be asked: the points of the forces, the range, the terrain and how the
/// firefight is played. Not a registered procedure: its parameters only.
const Procedure& infantry_parameters();

/// sl.firefight between the units of a list, in every setting that `given` names.
std::unique_ptr<BalanceGame> infantry_game(std::vector<InfantryUnit> units,
                                           const std::vector<GivenValue>& given,
                                           const Charts& charts);

}  // namespace combat_odds
