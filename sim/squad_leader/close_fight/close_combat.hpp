#pragma once

#include <string>
#include <string_view>
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

/// Those who fight as one in Close Combat, by their factors or their names.
struct CloseCombatForce {
  double factors = 0;
  double lmg_factors = 0;  ///< those among them that count in the attack alone
  int leadership = 0;      ///< of the best leader named, if it helps: -1 or better

  double in_defense() const { return factors - lmg_factors; }
};

/// The form of one, for messages and documentation.
extern const char* const close_combat_force_form;
constexpr double least_factors = 0.5;
constexpr double most_factors = 200;
/// Reads "6", "2*4-6-7 9-1", "2*4-6-7 LMG", "4-6-7 + 2" or "8-1". Leaders have no factors beside
/// others and 1 each where they are alone (20.72). Throws ArgumentError about `parameter` for any
/// other text.
CloseCombatForce read_close_combat_force(std::string_view text, std::string_view parameter);

}  // namespace combat_odds::squad_leader
