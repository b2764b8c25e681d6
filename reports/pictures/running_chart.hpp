#pragma once

#include <string>
#include <vector>

#include "reports/pictures/chart_frame.hpp"

namespace combat_odds {

/// How sums grow step by step, above and below 0.
struct RunningChart {
  struct Mark {
    std::size_t step = 0;  ///< from 1
    std::string text;
  };
  struct Series {
    std::string name;
    std::vector<double> sums;  ///< after each step
    std::vector<Mark> marks;   ///< steps that stand out
  };

  Caption caption;
  std::string across;  ///< what the steps are
  std::string up;      ///< what is added up
  std::vector<Series> series;
  /// How far from 0 is nothing unusual after each step; empty: not known.
  std::vector<double> usual;
};

std::string running_chart(const RunningChart& chart);

}  // namespace combat_odds
