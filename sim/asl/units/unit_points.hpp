#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

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
  /// Assault Engineers cost so much more (index.csv).
  static constexpr int for_engineers = 1;

  std::vector<std::string> nationalities() const;
  /// All units, each once.
  std::vector<std::string> units() const;
  /// The BPV of a unit of that nationality.
  std::optional<int> of_own(const std::string& nationality, const std::string& unit) const;
  /// The same; where that has none such, of another that has.
  std::optional<int> of(const std::string& nationality, const std::string& unit) const;

 private:
  std::map<std::string, std::map<std::string, int>> points_;  ///< by nationality and unit
};

}  // namespace combat_odds::asl
