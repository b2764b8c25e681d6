#pragma once

#include <utility>
#include <vector>

#include "core/text/chart.hpp"

namespace combat_odds::squad_leader {

/// The firepower of a high explosive shell on the Infantry Fire Table (34.5, 46.5): chart
/// squad-leader/ift-he-columns.csv.
class HeColumns {
 public:
  static constexpr const char* chart_name = "squad-leader/ift-he-columns.csv";
  explicit HeColumns(const CsvTable& chart);

  /// The firepower of a shell of that calibre in mm; 0 if it is too small for the chart.
  int firepower(int calibre) const;

 private:
  std::vector<std::pair<int, int>> columns_;  ///< least calibre, firepower
};

/// 63.8: shells above 200mm use the 36 column with -1 for each further 50mm.
int heavy_payload_drm(int calibre);

}  // namespace combat_odds::squad_leader
