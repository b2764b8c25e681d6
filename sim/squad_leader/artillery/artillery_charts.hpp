#pragma once

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/text/chart.hpp"

namespace combat_odds::squad_leader {

/// Radio contact and accuracy of a nation's artillery (46): chart
/// squad-leader/offboard-artillery.csv.
class ArtilleryNations {
 public:
  static constexpr const char* chart_name = "squad-leader/offboard-artillery.csv";
  explicit ArtilleryNations(const CsvTable& chart);

  struct Nation {
    std::string name;
    int year_from = 0;
    int contact = 0;   ///< contact on a DR of this or less (46.1)
    int accuracy = 0;  ///< the spotting round is on target on a die of this or less (46.21)
  };
  /// The nation in that year. Throws ArgumentError about nationality or year.
  const Nation& at(const std::string& name, int year) const;

 private:
  std::vector<Nation> nations_;
};

/// The calibres of off-board modules by a die (45.2): chart squad-leader/artillery-modules.csv.
class ArtilleryModules {
 public:
  static constexpr const char* chart_name = "squad-leader/artillery-modules.csv";
  explicit ArtilleryModules(const CsvTable& chart);

  /// The calibres in mm, for each roll of the die. Throws ArgumentError about calibre for a nation
  /// without modules.
  const std::array<int, 6>& of(const std::string& nation) const;

 private:
  std::unordered_map<std::string, std::array<int, 6>> calibres_;
};

}  // namespace combat_odds::squad_leader
