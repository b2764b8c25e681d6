#pragma once

#include <string>
#include <vector>

#include "core/text/chart.hpp"

namespace combat_odds::asl {

/// The Close Combat Table (A11.11), chart asl/close-combat.csv.
class CloseCombatTable {
 public:
  static constexpr const char* chart_name = "asl/close-combat.csv";
  explicit CloseCombatTable(const CsvTable& chart);

  /// The odds column of an attack, rounded down to a printed one: 7 against 4 is "3-2". Both FP
  /// must be more than 0 and may be fractional.
  const std::string& odds(double attack, double defence) const;

  /// A Final DR below the kill number eliminates, equal to it reduces (A11.11).
  int kill_number(double attack, double defence, bool hand_to_hand) const;

  /// How many columns below that of even odds it is; 0 from there on (A18.2).
  int columns_below_even(double attack, double defence) const;

 private:
  struct Column {
    std::string odds;
    double attack = 0;  ///< the ratio attack : defence that it stands for
    double defence = 1;
    bool beyond = false;  ///< "<1-8" and ">10-1": only past the ratio
    int kill_number = 0;
    int hand_to_hand = 0;
  };
  const Column& column(double attack, double defence) const;

  std::vector<Column> columns_;
};

}  // namespace combat_odds::asl
