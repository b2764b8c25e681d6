#include "reports/pictures/distribution_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>

#include "reports/pictures/plot_area.hpp"
#include "reports/pictures/series_look.hpp"
#include "reports/pictures/text_fit.hpp"

namespace combat_odds {
namespace {

using Point = DistributionChart::Point;
using Series = DistributionChart::Series;

constexpr double height = 330;  ///< of the chart itself

bool has_whiskers(const Point& point) {
  return point.low && point.high && std::isfinite(*point.low + *point.high);
}

/// The highest thing to draw of a point.
double top_of(const Point& point) {
  const double value = std::isfinite(point.y) ? point.y : 0;
  return has_whiskers(point) ? std::max(value, *point.high) : value;
}

/// What the chart has to hold.
struct Extent {
  explicit Extent(const DistributionChart& chart) {
    for (const Series& series : chart.series) {
      for (const Point& point : series.points) {
        first = any ? std::min(first, point.x) : point.x;
        last = any ? std::max(last, point.x) : point.x;
        highest = std::max(highest, top_of(point));
        if (std::isfinite(point.y)) lowest = std::min(lowest, point.y);
        any = true;
      }
    }
  }
  bool any = false;
  int first = 0;
  int last = 0;
  double highest = 0;
  double lowest = 0;
};

void draw_interval(Svg& svg, const PlotArea& area, const Point& point, double x, double bar) {
  if (has_whiskers(point)) draw_whiskers(svg, x, area.y(*point.low), x, area.y(*point.high), bar);
}

void draw_columns(Svg& svg, const PlotArea& area, const Series& series, int first) {
  const double width = std::min(0.7 * area.step(), 70.0);
  for (const Point& point : series.points) {
    if (!std::isfinite(point.y)) continue;
    const double x = area.x(static_cast<double>(point.x) - first);
    draw_bar(svg, x - width / 2, area.y(point.y), width, area.bottom() - area.y(point.y),
             series_look(0));
    draw_interval(svg, area, point, x, std::min(10.0, width / 2));
    if (text_width(point.text, small_text_size) + 6 > area.step()) continue;
    svg.text(x, area.y(top_of(point)) - 10, point.text, {Anchor::middle, small_text_size});
  }
}

void draw_points(Svg& svg, const PlotArea& area, const std::vector<Series>& all, int first) {
  for (std::size_t s = 0; s < all.size(); ++s) {
    // The series stand a little apart, so that their whiskers do not hide each other.
    const double apart = std::min(0.07 * area.step(), 8.0) *
                         (static_cast<double>(s) - (static_cast<double>(all.size()) - 1) / 2);
    const auto x = [&](const Point& point) {
      return area.x(static_cast<double>(point.x) - first) + apart;
    };
    std::vector<std::pair<double, double>> line;
    for (const Point& point : all[s].points) {
      if (std::isfinite(point.y)) line.emplace_back(x(point), area.y(point.y));
    }
    draw_line(svg, line, area.marker_size(), series_look(s));
    for (const Point& point : all[s].points) {
      draw_interval(svg, area, point, x(point), 6 * area.marker_size());
    }
  }
}

void draw_curves(Svg& svg, const PlotArea& area, const std::vector<Series>& all, int first) {
  const auto x = [&](const Point& point) { return area.x(static_cast<double>(point.x) - first); };
  for (std::size_t s = 0; s < all.size(); ++s) {
    std::vector<Point> points;
    std::copy_if(all[s].points.begin(), all[s].points.end(), std::back_inserter(points),
                 has_whiskers);
    SvgPath band;
    for (const Point& point : points) {
      band.empty() ? band.move(x(point), area.y(*point.high))
                   : band.line(x(point), area.y(*point.high));
    }
    for (auto point = points.rbegin(); point != points.rend(); ++point) {
      band.line(x(*point), area.y(*point->low));
    }
    if (points.size() > 1) {
      svg.path(band.close().text(),
               fmt::format("fill=\"{}\" fill-opacity=\"0.28\"", series_look(s).colour));
    }
  }
  for (std::size_t s = 0; s < all.size(); ++s) {
    std::vector<std::pair<double, double>> line;
    for (const Point& point : all[s].points) {
      if (std::isfinite(point.y)) line.emplace_back(x(point), area.y(point.y));
    }
    draw_line(svg, line, area.marker_size(), series_look(s));
  }
}

/// What stands below a place; `first` is the first of all.
std::string name_at(const DistributionChart& chart, int first, std::int64_t place) {
  const auto at = static_cast<std::size_t>(place - first);
  return at < chart.names.size() ? chart.names[at] : fmt::format("{}", place);
}

std::string description(const DistributionChart& chart) {
  const int first = Extent(chart).first;
  std::string text;
  for (const Series& series : chart.series) {
    text += (chart.series.size() > 1 ? series.name : chart.across) + ": ";
    for (const Point& point : series.points) {
      text += fmt::format("{} {}{}", name_at(chart, first, point.x),
                          std::isfinite(point.y) ? point.text : "-",
                          &point == &series.points.back() ? ". " : ", ");
    }
  }
  return text + chart.caption.note;
}

}  // namespace

std::string distribution_chart(const DistributionChart& chart) {
  Svg svg;
  const double picture_width = chart.caption.width;
  double top = draw_heading(svg, chart.caption, picture_width);
  const bool several = chart.series.size() > 1;
  if (several) {
    std::vector<std::string> names;
    for (const Series& series : chart.series) names.push_back(series.name);
    top = draw_key(svg, names, top, picture_width, [&](std::size_t series, double x, double y) {
      draw_line(svg, {{x + 5, y}, {x + key_sample_width - 5, y}}, 1, series_look(series));
    });
  }
  svg.label(chart_edge, top + 8, chart.up, picture_width - 2 * chart_edge);
  const Extent extent(chart);
  PlotArea area({extent.lowest, extent.highest, 6}, picture_width, height,
                static_cast<double>(extent.last) - extent.first + 1, 6);
  area.set_top(top + 34);  // room for the number of a column that reaches the top
  area.draw_axes(svg, extent.first,
                 [&](std::int64_t place) { return name_at(chart, extent.first, place); });
  if (chart.is_of_curves) {
    draw_curves(svg, area, chart.series, extent.first);
  } else if (several) {
    draw_points(svg, area, chart.series, extent.first);
  } else if (!chart.series.empty()) {
    draw_columns(svg, area, chart.series.front(), extent.first);
  }
  svg.label(area.middle(), area.bottom() + 32, chart.across, area.width(), 1, {Anchor::middle});
  const double end =
      draw_foot(svg, chart.caption.note, chart.caption, area.bottom() + 46, picture_width);
  return svg.picture(picture_width, end + 10, chart.caption.whole(), description(chart));
}

}  // namespace combat_odds
