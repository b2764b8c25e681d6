#pragma once

#include <cstdint>
#include <string>

#include "sim/squad_games/fire_table.hpp"

namespace combat_odds::asl {

/// A result of the Infantry Fire Table (A7.301-.306).
struct IftResult {
  enum class Kind : std::uint8_t {
    none,
    ptc,  ///< pin task check
    mc,   ///< morale check; number 0 is the NMC
    k,    ///< Casualty Reduction of one unit, then a morale check
    kia,  ///< that many eliminated, the others broken
  };
  Kind kind = Kind::none;
  std::uint8_t number = 0;
  friend bool operator==(const IftResult&, const IftResult&) = default;

  /// As the chart has it: "2MC".
  std::string text() const;
};

/// The Infantry Fire Table (A7.3), chart asl/ift.csv.
class Ift : public FireTable<IftResult> {
 public:
  static constexpr const char* chart_name = "asl/ift.csv";
  explicit Ift(const CsvTable& chart);
};

}  // namespace combat_odds::asl
