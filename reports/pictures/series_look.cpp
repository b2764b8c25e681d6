#include "reports/pictures/series_look.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace combat_odds {
namespace {

constexpr double hatch_step = 7;

/// Strokes of one direction inside a box, from its own corner on.
void add_strokes(SvgPath& path, char direction, double x, double y, double width, double height) {
  const double right = x + width;
  const double bottom = y + height;
  switch (direction) {
    case '/':
      for (double sum = hatch_step; sum < width + height; sum += hatch_step) {
        const double from = std::max(0.0, sum - height);
        const double to = std::min(width, sum);
        path.move(x + from, y + sum - from).line(x + to, y + sum - to);
      }
      return;
    case '\\':
      for (double shift = hatch_step - height; shift < width; shift += hatch_step) {
        const double from = std::max(0.0, shift);
        const double to = std::min(width, shift + height);
        path.move(x + from, y + from - shift).line(x + to, y + to - shift);
      }
      return;
    case '-':
      for (double at = y + hatch_step / 2; at < bottom; at += hatch_step / 2) {
        path.move(x, at).line(right, at);
      }
      return;
    case '|':
      for (double at = x + hatch_step / 2; at < right; at += hatch_step / 2) {
        path.move(at, y).line(at, bottom);
      }
      return;
  }
}

}  // namespace

void draw_bar(Svg& svg, double x, double y, double width, double height, const SeriesLook& look) {
  svg.rectangle(
      x, y, width, height,
      fmt::format("fill=\"{}\" stroke=\"currentColor\" stroke-width=\"0.8\"", look.colour));
  SvgPath strokes;
  for (const char* direction = look.hatch; *direction != '\0'; ++direction) {
    add_strokes(strokes, *direction, x, y, width, height);
  }
  svg.path(strokes.text(),
           fmt::format("stroke=\"{}\" stroke-opacity=\"0.75\" stroke-width=\"0.9\"", look.ink));
}

void draw_line(Svg& svg, const std::vector<std::pair<double, double>>& points, double marker_size,
               const SeriesLook& look) {
  SvgPath line;
  for (const auto& [x, y] : points) line.empty() ? line.move(x, y) : line.line(x, y);
  svg.path(line.text(),
           fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-dasharray=\"{}\"",
                       look.colour, look.dashes));
  const std::string paint =
      look.filled
          ? fmt::format("fill=\"{}\" stroke=\"currentColor\" stroke-width=\"0.6\"", look.colour)
          : fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"", look.colour);
  for (const auto& [x, y] : points) {
    svg.path(look.marker, fmt::format("{} transform=\"translate({} {}) scale({})\"", paint,
                                      svg_number(x), svg_number(y), svg_number(marker_size)));
  }
}

void draw_whiskers(Svg& svg, double x1, double y1, double x2, double y2, double bar) {
  const double across = y1 == y2 ? 0 : bar / 2;
  const double down = y1 == y2 ? bar / 2 : 0;
  SvgPath path;
  path.move(x1, y1).line(x2, y2);
  path.move(x1 - across, y1 - down).line(x1 + across, y1 + down);
  path.move(x2 - across, y2 - down).line(x2 + across, y2 + down);
  svg.path(path.text(), R"(stroke="currentColor" stroke-width="1.4" fill="none")");
}

}  // namespace combat_odds
