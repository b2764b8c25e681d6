#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/pictures/chart_frame.hpp"
#include "reports/pictures/series_look.hpp"

namespace combat_odds {

/// A bar from 0 to its value and, where that was simulated, its interval as whiskers. What is no
/// finite number is not drawn.
struct Bar {
  double value = 0;
  std::optional<double> low;
  std::optional<double> high;
  std::string text;        ///< the number, at the bar's end
  std::size_t series = 0;  ///< of BarChart::series
};

/// Lying bars in groups, one below the other.
struct BarChart {
  struct Series {
    std::string name;
    SeriesLook look;
  };
  struct Group {
    std::string name;
    std::vector<Bar> bars;
  };

  Caption caption;
  std::string axis;            ///< what the values are
  std::vector<Series> series;  ///< a key tells them apart where there are several
  std::vector<Group> groups;
  /// Where the axis ends at least: charts that stand on one page share it.
  double most = 0;
  /// The bars of a group lie on one line, to the left and right of 0.
  bool is_tornado = false;
};

std::string bar_chart(const BarChart& chart);

}  // namespace combat_odds
