#pragma once

#include <string>
#include <vector>

#include "core/text/chart.hpp"

namespace combat_odds::squad_leader {

/// The Close Combat chart (20.3): the highest DR that kills, by the odds of the attack.
class CloseCombatTable {
 public:
  static constexpr const char* chart_name = "squad-leader/close-combat.csv";
  explicit CloseCombatTable(const CsvTable& chart);

  /// The kill number of `attack` factors against `defense` factors. The odds are rounded in the
  /// defender's favour: 11 to 4 is 2-1, 4 to 15 is 1-4.
  int kill_number(double attack, double defense) const;

 private:
  std::vector<int> numbers_;
};

}  // namespace combat_odds::squad_leader
