#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/pictures/chart_frame.hpp"

namespace combat_odds {

/// How likely each whole number is: for one series as columns, for several as points that lines
/// join. Or how something changes with a number: curves.
struct DistributionChart {
  struct Point {
    int x = 0;
    double y = 0;
    std::optional<double> low;  ///< the interval, where it was simulated
    std::optional<double> high;
    std::string text;  ///< the number, at the column's end where there is room
  };
  struct Series {
    std::string name;
    std::vector<Point> points;  ///< by rising x
  };

  Caption caption;
  std::string across;  ///< what the whole numbers count
  std::string up;      ///< what y is
  std::vector<Series> series;
  /// Lines for one series, too, with the intervals as bands around them.
  bool is_of_curves = false;
  /// The names of the whole numbers from the first x on; empty: the numbers.
  std::vector<std::string> names = {};
};

std::string distribution_chart(const DistributionChart& chart);

}  // namespace combat_odds
