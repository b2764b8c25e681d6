#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/text/chart.hpp"

namespace combat_odds::asl {

/// What infantry counters are worth, chart asl/infantry-bpv.csv. It has no leaders.
class UnitPoints {
 public:
  static constexpr const char* chart_name = "asl/infantry-bpv.csv";
  explicit UnitPoints(const CsvTable& chart);

  bool has_nationality(const std::string& nationality) const {
    return points_.contains(nationality);
  }
  /// The BPV of a unit of that nationality; where that has none such, of another that has.
  std::optional<int> of(const std::string& nationality, const std::string& unit) const;

 private:
  std::map<std::string, std::map<std::string, int>> points_;  ///< by nationality and unit
};

}  // namespace combat_odds::asl
