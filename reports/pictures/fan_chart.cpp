#include "reports/pictures/fan_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "reports/pictures/plot_area.hpp"
#include "reports/pictures/series_look.hpp"

namespace combat_odds {
namespace {

constexpr double panel_height = 260;

/// The looks of fans: the usual ones in colours of which the first differ most, a dark and a light
/// one, for their bands shine through each other.
SeriesLook fan_look(std::size_t series) {
  constexpr std::array<const char*, 8> colours = {"#0072B2", "#E69F00", "#009E73", "#CC79A7",
                                                  "#D55E00", "#56B4E9", "#F0E442", "#999999"};
  SeriesLook look = series_look(series);
  look.colour = colours[series % colours.size()];
  return look;
}

bool drawable(const FanPoint& point) {
  return std::isfinite(point.p05 + point.p25 + point.median + point.p75 + point.p95);
}

/// One axis for all panels, so that they can be held against each other; 0 is always on it.
Axis axis_of(const FanChart& chart) {
  double least = 0;
  double most = 0;
  for (const FanChart::Panel& panel : chart.panels) {
    for (const FanSeries& series : panel.series) {
      for (const FanPoint& point : series.points) {
        if (!drawable(point)) continue;
        least = std::min(least, point.p05);
        most = std::max(most, point.p95);
      }
    }
  }
  return {least, most, 7, true};
}

/// The series that have something to draw in some panel, by number: the others take no room.
std::vector<std::size_t> series_drawn(const FanChart& chart) {
  std::vector<std::size_t> drawn;
  for (const FanChart::Panel& panel : chart.panels) {
    for (std::size_t s = 0; s < panel.series.size(); ++s) {
      const bool known = std::find(drawn.begin(), drawn.end(), s) != drawn.end();
      if (!known && !panel.series[s].points.empty()) drawn.push_back(s);
    }
  }
  std::sort(drawn.begin(), drawn.end());
  return drawn;
}

/// From the first panel that has it.
std::string name_of(const FanChart& chart, std::size_t series) {
  for (const FanChart::Panel& panel : chart.panels) {
    if (series < panel.series.size()) return panel.series[series].name;
  }
  return "";
}

void draw_bands(Svg& svg, const PlotArea& area, const std::vector<FanPoint>& points,
                const SeriesLook& look) {
  const auto x = [&](const FanPoint& point) { return area.x(static_cast<double>(point.x)); };
  const auto band = [&](double FanPoint::*below, double FanPoint::*above) {
    SvgPath path;
    for (const FanPoint& point : points) {
      path.empty() ? path.move(x(point), area.y(point.*above))
                   : path.line(x(point), area.y(point.*above));
    }
    for (auto point = points.rbegin(); point != points.rend(); ++point) {
      path.line(x(*point), area.y((*point).*below));
    }
    svg.path(path.close().text(), fmt::format("fill=\"{}\" fill-opacity=\"0.28\"", look.colour));
  };
  band(&FanPoint::p05, &FanPoint::p95);
  band(&FanPoint::p25, &FanPoint::p75);
  std::vector<std::pair<double, double>> medians;
  for (const FanPoint& point : points) medians.emplace_back(x(point), area.y(point.median));
  draw_line(svg, medians, area.marker_size(), look);
}

void draw_box(Svg& svg, const PlotArea& area, const FanPoint& point, double x, double width,
              const SeriesLook& look) {
  draw_whiskers(svg, x, area.y(point.p05), x, area.y(point.p95), width / 2);
  // At least so high that the series' colour is seen beside the stroke of the median.
  constexpr double lowest = 7;
  const double box = area.y(point.p25) - area.y(point.p75);
  const double height = std::max(box, lowest);
  draw_bar(svg, x - width / 2, area.y(point.p75) - (height - box) / 2, width, height, look);
  svg.line(x - width / 2, area.y(point.median), x + width / 2, area.y(point.median),
           R"(stroke="currentColor" stroke-width="2.4")");
}

void draw_sample(Svg& svg, bool running, double x, double y, const SeriesLook& look) {
  if (!running) {
    draw_bar(svg, x, y - 6, key_sample_width, 12, look);
    return;
  }
  svg.rectangle(x, y - 7, key_sample_width, 14,
                fmt::format("fill=\"{}\" fill-opacity=\"0.28\"", look.colour));
  draw_line(svg, {{x + 5, y}, {x + key_sample_width - 5, y}}, 0.8, look);
}

std::string explanation(const FanChart& chart) {
  return chart.running ? "line: median; bands: 50 % and 90 % of what can happen"
                       : "stroke: median; box: 50 % of what can happen; whiskers: 90 %";
}

/// Where each series ends.
std::string description(const FanChart& chart) {
  std::string text = chart.y + ". ";
  for (const FanChart::Panel& panel : chart.panels) {
    for (const FanSeries& series : panel.series) {
      if (series.points.empty() || !drawable(series.points.back())) continue;
      const FanPoint& last = series.points.back();
      text += fmt::format("{}{}{}, {}: median {:.6g}, 90 % from {:.6g} to {:.6g}. ", panel.name,
                          panel.name.empty() ? "" : " ", series.name, chart.ticks[last.x],
                          last.median, last.p05, last.p95);
    }
  }
  return text + explanation(chart);
}

}  // namespace

std::string fan_chart(const FanChart& chart) {
  Svg svg;
  const double picture_width = chart.caption.width;
  double top = draw_heading(svg, chart.caption, picture_width);
  const std::vector<std::size_t> drawn = series_drawn(chart);
  std::vector<std::string> names;
  for (const std::size_t series : drawn) names.push_back(name_of(chart, series));
  top = draw_key(svg, names, top, picture_width, [&](std::size_t entry, double x, double y) {
    draw_sample(svg, chart.running, x, y, fan_look(drawn[entry]));
  });
  svg.label(chart_edge, top + 8, chart.y, picture_width - 2 * chart_edge);
  top += 26;
  PlotArea area(axis_of(chart), picture_width, panel_height,
                static_cast<double>(chart.ticks.size()), 5);
  // The boxes of several series stand side by side.
  const double box_step =
      std::min(0.8 * area.step() / std::max(1.0, static_cast<double>(drawn.size())), 40.0);
  for (const FanChart::Panel& panel : chart.panels) {
    if (!panel.name.empty()) {
      svg.label(area.middle(), top, panel.name, area.width(), 1, {Anchor::middle});
      top += 16;
    }
    area.set_top(top);
    const bool lowest = &panel == &chart.panels.back();
    area.draw_axes(svg, 0, [&](std::int64_t tick) {
      return lowest ? chart.ticks[static_cast<std::size_t>(tick)] : std::string();
    });
    for (std::size_t order = 0; order < drawn.size(); ++order) {
      const std::size_t s = drawn[order];
      if (s >= panel.series.size()) continue;
      std::vector<FanPoint> points;
      std::copy_if(panel.series[s].points.begin(), panel.series[s].points.end(),
                   std::back_inserter(points), drawable);
      if (points.empty()) continue;
      if (chart.running) {
        draw_bands(svg, area, points, fan_look(s));
        continue;
      }
      const double beside =
          static_cast<double>(order) - (static_cast<double>(drawn.size()) - 1) / 2;
      for (const FanPoint& point : points) {
        draw_box(svg, area, point, area.x(static_cast<double>(point.x)) + beside * box_step,
                 0.84 * box_step, fan_look(s));
      }
    }
    top = area.bottom() + 28;
  }
  const std::string note =
      explanation(chart) + (chart.caption.note.empty() ? "" : "; " + chart.caption.note);
  const double end = draw_foot(svg, note, chart.caption, top, picture_width);
  return svg.picture(picture_width, end + 10, chart.caption.whole(), description(chart));
}

}  // namespace combat_odds
