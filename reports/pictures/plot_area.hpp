#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "reports/pictures/axis.hpp"
#include "reports/pictures/svg.hpp"

namespace combat_odds {

/// Where a chart over equally spaced places stands in its picture, in pixels, with the axes beside
/// it.
class PlotArea {
 public:
  /// In a picture of that width. A few places are not drawn far apart: as if they were `fewest`.
  PlotArea(Axis up, double width, double height, double places, double fewest);

  void set_top(double top) { top_ = top; }
  double bottom() const { return top_ + height_; }
  double middle() const { return (left_ + right_) / 2; }
  double width() const { return right_ - left_; }
  double step() const { return step_; }  ///< from one place to the next
  double x(double place) const { return middle() + (place - (places_ - 1) / 2) * step_; }
  double y(double value) const { return up_.place(value, bottom(), top_); }
  /// How large the markers of its points may be without hiding each other.
  double marker_size() const;

  /// The axes. Places are numbered from `first`; those with round numbers are named, as many as
  /// there is room for.
  void draw_axes(Svg& svg, std::int64_t first,
                 const std::function<std::string(std::int64_t number)>& name) const;

 private:
  Axis up_;
  double height_;
  double places_;
  double top_ = 0;
  double left_;
  double right_;
  double step_;
};

}  // namespace combat_odds
