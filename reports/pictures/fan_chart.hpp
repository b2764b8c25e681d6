#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reports/pictures/chart_frame.hpp"

namespace combat_odds {

/// How a number is spread at one place of an axis: percentiles.
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

/// How numbers develop along an axis, such as from day to day: the median, and the bands that hold
/// half and nine tenths of what can happen.
struct FanChart {
  /// Every panel has the same series, perhaps without points.
  struct Panel {
    std::string name;
    std::vector<FanSeries> series;
  };

  Caption caption;
  std::string y;  ///< what is counted
  std::vector<std::string> ticks;
  std::vector<Panel> panels;
  /// Each point builds on the one before: bands from point to point. Else every point stands alone,
  /// as a box with whiskers.
  bool running = true;
};

std::string fan_chart(const FanChart& chart);

}  // namespace combat_odds
