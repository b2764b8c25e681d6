#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reports/pictures/svg.hpp"

namespace combat_odds {

/// The width of most pictures in pixels, that of those for a phone, and the room left free at their
/// edges.
constexpr double chart_width = 800;
constexpr double narrow_chart_width = 340;
constexpr double chart_edge = 14;

/// What a picture says around its chart.
struct Caption {
  std::string title;        ///< the situation
  std::string subtitle;     ///< what all of it has in common
  std::string note;         ///< how the numbers were made
  std::string recipe = {};  ///< the command that makes the same again
  /// Whether title and subtitle are shown; on a page that says them above the picture they are only
  /// read out.
  bool headed = true;
  double width = chart_width;  ///< of the picture

  /// Both in one line.
  std::string whole() const;
};

/// Each draws its part from `top` down and tells where it ends.
double draw_heading(Svg& svg, const Caption& caption, double width);
/// A note, and in small print the recipe.
double draw_foot(Svg& svg, const std::string& note, const Caption& caption, double top,
                 double width);

/// The names of series, each beside its sample: a box that is drawn with its left side's middle at
/// the given point.
constexpr double key_sample_width = 30;
double draw_key(Svg& svg, const std::vector<std::string>& names, double top, double width,
                const std::function<void(std::size_t series, double x, double y)>& draw_sample);

}  // namespace combat_odds
