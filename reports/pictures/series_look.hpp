#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "reports/pictures/svg.hpp"

namespace combat_odds {

/// How one series of several is drawn: a colour, and for print in black and white a hatching, a
/// marker and dashes.
struct SeriesLook {
  const char* colour;
  const char* ink;     ///< of the hatching
  const char* hatch;   ///< strokes of these directions: / \ - |
  const char* marker;  ///< an SVG path around 0,0
  bool filled;         ///< the marker
  const char* dashes;  ///< an SVG stroke-dasharray
};

constexpr const char* disc = "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z";
constexpr const char* square = "M-4 -4H4V4H-4Z";
constexpr const char* triangle = "M0 -5L4.5 3.5H-4.5Z";
constexpr const char* diamond = "M0 -5.5L5.5 0L0 5.5L-5.5 0Z";

/// Okabe and Ito's palette, which colour-blind readers can tell apart, with grey for its black:
/// whiskers are black, and so may be the page.
constexpr std::array<SeriesLook, 8> series_looks = {
    {{"#56B4E9", "#000", "", disc, true, "none"},
     {"#E69F00", "#000", "/", square, true, "8 4"},
     {"#009E73", "#000", "\\", triangle, true, "2 3"},
     {"#CC79A7", "#000", "/\\", diamond, true, "10 3 2 3"},
     {"#0072B2", "#fff", "-", disc, false, "5 2"},
     {"#D55E00", "#fff", "|", square, false, "12 5"},
     {"#F0E442", "#000", "-|", triangle, false, "3 6"},
     {"#999999", "#000", "/-", diamond, false, "1 2"}}};

/// The look of a series by its number. Where there are more series than looks, they come again.
constexpr const SeriesLook& series_look(std::size_t series) {
  return series_looks[series % series_looks.size()];
}

/// A bar in that look.
void draw_bar(Svg& svg, double x, double y, double width, double height, const SeriesLook& look);

/// Points joined by lines, with a marker at each in that part of its usual size.
void draw_line(Svg& svg, const std::vector<std::pair<double, double>>& points, double marker_size,
               const SeriesLook& look);

/// From one point to another, across or down, with bars of that length at its ends.
void draw_whiskers(Svg& svg, double x1, double y1, double x2, double y2, double bar);

}  // namespace combat_odds
