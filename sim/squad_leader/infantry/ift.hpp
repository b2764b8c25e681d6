#pragma once

#include <cstdint>
#include <string>

#include "sim/squad_games/fire_table.hpp"

namespace combat_odds::squad_leader {

/// A result of the Infantry Fire Table (10.6): none, a morale check with a number added to the roll
/// (0 for M), or KIA for every unit in the hex.
struct FireResult {
  enum class Kind : std::uint8_t { none, morale_check, kia };
  Kind kind = Kind::none;
  std::uint8_t number = 0;
  friend bool operator==(const FireResult&, const FireResult&) = default;

  /// As on the chart: "KIA", "M" or the number of the morale check.
  std::string text() const;
};

/// The Infantry Fire Table (10): chart squad-leader/ift.csv.
class Ift : public FireTable<FireResult> {
 public:
  static constexpr const char* chart_name = "squad-leader/ift.csv";
  explicit Ift(const CsvTable& chart);
};

}  // namespace combat_odds::squad_leader
