#include "reports/pictures/running_chart.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/pictures/plot_area.hpp"
#include "reports/pictures/series_look.hpp"
#include "reports/pictures/text_fit.hpp"

namespace combat_odds {
namespace {

constexpr double chart_height = 300;  ///< of the chart itself

void draw_usual(Svg& svg, const PlotArea& area, const std::vector<double>& usual) {
  SvgPath path;
  path.move(area.x(0), area.y(0));
  for (std::size_t i = 0; i < usual.size(); ++i) {
    path.line(area.x(static_cast<double>(i + 1)), area.y(usual[i]));
  }
  for (std::size_t i = usual.size(); i-- > 0;) {
    path.line(area.x(static_cast<double>(i + 1)), area.y(-usual[i]));
  }
  svg.path(path.close().text(), "fill=\"currentColor\" fill-opacity=\"0.1\"");
}

void draw_sums(Svg& svg, const PlotArea& area, const RunningChart::Series& series,
               const SeriesLook& look) {
  std::vector<std::pair<double, double>> line = {{area.x(0), area.y(0)}};
  for (std::size_t i = 0; i < series.sums.size(); ++i) {
    line.emplace_back(area.x(static_cast<double>(i + 1)), area.y(series.sums[i]));
  }
  draw_line(svg, line, 0.4, look);
  for (const RunningChart::Mark& mark : series.marks) {
    const auto& [x, y] = line.at(mark.step);
    const bool above = mark.step > 0 && line[mark.step].second <= line[mark.step - 1].second;
    draw_line(svg, {{x, y}}, 1, look);
    const double half = text_width(mark.text, small_text_size) / 2;
    svg.text(std::max(x, area.x(0) + half), above ? y - 12 : y + 12, mark.text,
             {Anchor::middle, small_text_size});
  }
}

std::string description(const RunningChart& chart) {
  std::string text = chart.up + ". ";
  for (const RunningChart::Series& series : chart.series) {
    if (series.sums.empty()) continue;
    text += fmt::format("{}: after {} {}: {:+g}. ", series.name, series.sums.size(), chart.across,
                        series.sums.back());
  }
  return text + chart.caption.note;
}

}  // namespace

std::string running_chart(const RunningChart& chart) {
  Svg svg;
  const double width = chart.caption.width;
  double top = draw_heading(svg, chart.caption, width);
  if (chart.series.size() > 1) {
    std::vector<std::string> names;
    for (const RunningChart::Series& series : chart.series) names.push_back(series.name);
    top = draw_key(svg, names, top, width, [&](std::size_t series, double x, double y) {
      draw_line(svg, {{x + 5, y}, {x + key_sample_width - 5, y}}, 1, series_look(series));
    });
  }
  double least = 0;
  double most = 0;
  std::size_t steps = chart.usual.size();
  for (const RunningChart::Series& series : chart.series) {
    steps = std::max(steps, series.sums.size());
    for (const double sum : series.sums) {
      least = std::min(least, sum);
      most = std::max(most, sum);
    }
  }
  for (const double usual : chart.usual) {
    least = std::min(least, -usual);
    most = std::max(most, usual);
  }
  svg.label(chart_edge, top + 8, chart.up, width - 2 * chart_edge);
  PlotArea area({least, most, 6}, width, chart_height, static_cast<double>(steps) + 1, 10);
  area.set_top(top + 34);
  area.draw_axes(svg, 0, [](std::int64_t step) { return fmt::format("{}", step); });
  if (!chart.usual.empty()) draw_usual(svg, area, chart.usual);
  svg.line(area.x(0), area.y(0), area.x(static_cast<double>(steps)), area.y(0), axis_look);
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    draw_sums(svg, area, chart.series[s], series_look(s));
  }
  svg.label(area.middle(), area.bottom() + 32, chart.across, area.width(), 1, {Anchor::middle});
  const double end = draw_foot(svg, chart.caption.note, chart.caption, area.bottom() + 46, width);
  return svg.picture(width, end + 10, chart.caption.whole(), description(chart));
}

}  // namespace combat_odds
