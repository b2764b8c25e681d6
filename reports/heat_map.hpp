#pragma once

#include <optional>
#include <string>
#include <vector>

#include "combat_odds/reports/gnuplot.hpp"

namespace combat_odds {

/// The most rows and columns, all panels together, of a heat map.
constexpr std::size_t most_heat_map_lines = 80;

/// A table of numbers as colours, in one panel or in several with the same rows and columns.
struct HeatMap {
  struct Panel {
    std::string name;
    std::vector<std::vector<std::optional<double>>> cells;  ///< by row and column
  };

  std::string title;
  std::string rows;     ///< what stands down
  std::string columns;  ///< what stands across
  std::string unit;     ///< of the numbers, beside the scale of colours
  std::string note;     ///< how the numbers were made
  std::vector<std::string> row_names;
  std::vector<std::string> column_names;
  std::vector<Panel> panels;
  double least = 0;  ///< the ends of the scale
  double greatest = 0;
  int decimals = 1;  ///< of the numbers in the cells
};

/// Sets the ends of the scale to the least and the greatest number.
void fit_scale(HeatMap& map);

/// Where things stand in the picture of a heat map, in pixels (PlotSize).
struct HeatMapLayout {
  explicit HeatMapLayout(const HeatMap& map);

  double cell_width = 0;
  double cell_height = 26;
  double left = 0;  ///< of the first panel
  double top = 0;
  double gap_across = 0;  ///< between panels
  double gap_down = 0;
  double names_height = 0;  ///< of the columns' names
  double scale_left = 0;
  double width = 0;
  double height = 0;
  std::size_t across = 1;  ///< panels side by side
  std::size_t down = 1;
  bool numbers = true;  ///< printed in the cells
  bool aslant = false;  ///< the columns' names
  double panel_width = 0;
  double panel_height = 0;

  double panel_left(std::size_t panel) const;
  double panel_top(std::size_t panel) const;
};

/// The number in a cell: "<0.1" where the decimals would make it 0.
std::string cell_text(double value, int decimals);

/// What gnuplot is to do. Throws InputError where the table is too large to read.
std::string heat_map_script(const HeatMap& map, const PlotFile& file);

/// Throws InputError where so many panels of rows and columns are too large for one plot.
void check_heat_map(std::size_t panels, std::size_t rows, std::size_t columns);

/// The heat map as an <svg> element that needs nothing else.
std::string svg_heat_map(const HeatMap& map);

}  // namespace combat_odds
