#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/pictures/chart_frame.hpp"

namespace combat_odds {

/// A table of numbers as colours, in one panel or in several with the same rows and columns. A cell
/// that is no finite number stays empty.
struct HeatMap {
  struct Panel {
    std::string name;
    std::vector<std::vector<std::optional<double>>> cells;  ///< by row and column
  };

  Caption caption;
  std::string rows;     ///< what stands down
  std::string columns;  ///< what stands across
  std::string unit;     ///< of the numbers, above the scale of colours
  std::vector<std::string> row_names;
  std::vector<std::string> column_names;
  std::vector<Panel> panels;
  double least = 0;  ///< the ends of the scale
  double greatest = 0;
  int decimals = 1;  ///< of the numbers in the cells
};

/// Sets the ends of the scale to the least and the greatest number.
void fit_scale(HeatMap& map);

/// The number in a cell: "<0.1" where the decimals would make it 0.
std::string cell_text(double value, int decimals);

std::string heat_map(const HeatMap& map);

}  // namespace combat_odds
