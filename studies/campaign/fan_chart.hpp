#pragma once

#include <string>
#include <vector>

#include "combat_odds/reports/gnuplot.hpp"

namespace combat_odds {

/// How a number is spread on one day: percentiles.
struct FanPoint {
  std::size_t x = 0;  ///< position on the axis
  double p05 = 0;
  double p25 = 0;
  double median = 0;
  double p75 = 0;
  double p95 = 0;
};

struct FanSeries {
  std::string name;
  std::vector<FanPoint> points;  ///< by rising x
};

/// How numbers develop from day to day: the median, and the bands that hold half and nine tenths of
/// what can happen.
struct FanChart {
  /// At most two series, or they hide each other; the same in every panel, perhaps without points.
  struct Panel {
    std::string name;
    std::vector<FanSeries> series;
  };

  std::string title;
  std::string y;     ///< what is counted
  std::string note;  ///< how the numbers were made
  std::vector<std::string> ticks;
  std::vector<Panel> panels;
  /// Each point builds on the one before: bands from point to point. Else every point stands alone,
  /// as a box with whiskers.
  bool running = true;
};

/// What gnuplot is to do.
std::string fan_script(const FanChart& chart, const PlotFile& file);

/// The chart as an <svg> element that needs nothing else.
std::string svg_fan(const FanChart& chart);

}  // namespace combat_odds
