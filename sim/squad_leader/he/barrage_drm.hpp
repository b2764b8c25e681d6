#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "core/text/chart.hpp"

namespace combat_odds::squad_leader {

/// The modifiers of a barrage against vehicles (46.54): chart squad-leader/barrage-vs-vehicle.csv.
class BarrageDrm {
 public:
  static constexpr const char* chart_name = "squad-leader/barrage-vs-vehicle.csv";
  explicit BarrageDrm(const CsvTable& chart);

  static const std::vector<std::string>& vehicles();
  /// The modifier of one of vehicles().
  int at(const std::string& vehicle) const { return drm_.at(vehicle); }

 private:
  std::unordered_map<std::string, int> drm_;
};

}  // namespace combat_odds::squad_leader
