#pragma once

#include <optional>
#include <string>
#include <vector>

namespace combat_odds {

/// One bar of a plot: a probability and, where it was simulated, its interval.
struct Bar {
  std::string label;
  double probability = 0;
  std::optional<double> low;
  std::optional<double> high;
};

/// Lying bars with whiskers and a percent axis, as an <svg> element that needs nothing else: no
/// script, no style sheet, no font of its own. `title` is read out by screen readers.
std::string svg_bars(const std::string& title, const std::vector<Bar>& bars);

/// The start of an <svg> element of that size in pixels; the title is read out by screen readers.
std::string svg_head(const std::string& title, double width, double height);

/// A <text> element; `anchor` is start, middle or end, `angle` in degrees anticlockwise.
std::string svg_text(double x, double y, const std::string& text, const char* anchor,
                     const char* colour = "#000000", int angle = 0);

/// The text with everything escaped that means something in HTML and SVG.
std::string escape_html(const std::string& text);

}  // namespace combat_odds
