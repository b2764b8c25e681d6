#include "reports/pictures/bar_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reports/pictures/axis.hpp"
#include "reports/pictures/text_fit.hpp"

namespace combat_odds {
namespace {

constexpr double gap = 8;  ///< between a text and what it belongs to

/// Both whiskers, where there are any.
std::optional<std::pair<double, double>> whiskers(const Bar& bar) {
  if (!bar.low || !bar.high || !std::isfinite(*bar.low + *bar.high)) return std::nullopt;
  return std::pair{*bar.low, *bar.high};
}

/// The ends of what is drawn of a bar; 0 is always part of it.
std::pair<double, double> extent(const Bar& bar) {
  const double value = std::isfinite(bar.value) ? bar.value : 0;
  const auto [low, high] = whiskers(bar).value_or(std::pair{value, value});
  return {std::min({0.0, value, low}), std::max({0.0, value, high})};
}

std::string text_of(const Bar& bar) { return std::isfinite(bar.value) ? bar.text : "-"; }

/// Where things stand.
struct Layout {
  explicit Layout(const BarChart& chart) {
    std::size_t bars = 1;
    double widest_name = 0;
    double widest_text = 0;
    double widest_left = 0;
    for (const BarChart::Group& group : chart.groups) {
      if (!chart.is_tornado) bars = std::max(bars, group.bars.size());
      widest_name = std::max(widest_name, text_width(group.name, text_size));
      for (const Bar& bar : group.bars) {
        widest_text = std::max(widest_text, text_width(bar.text, text_size));
        if (bar.value < 0 && chart.is_tornado) {
          widest_left = std::max(widest_left, text_width(bar.text, text_size));
        }
      }
    }
    bar_height = bars == 1 ? 16 : bars == 2 ? 14 : 12;
    value_size = std::min(text_size, bar_height);
    if (chart.is_tornado && chart.caption.width < chart_width) value_size = fine_text_size;
    const double width = chart.caption.width;
    names = std::min(widest_name, 0.35 * width);
    const double bars_height = bar_height * static_cast<double>(bars);
    name_lines =
        std::max<std::size_t>(2, static_cast<std::size_t>(bars_height / (line_height * text_size)));
    std::size_t lines = 1;
    for (const BarChart::Group& group : chart.groups) {
      lines = std::max(lines, fitted(group.name, names, name_lines, text_size).size());
    }
    group_height = std::max(bars_height + (bars == 1 ? 8 : 12),
                            line_height * text_size * static_cast<double>(lines) + 4);
    names_end = chart_edge + names;
    text_room = std::min(widest_text + gap, width / 4);
    left = names_end + gap + std::min(widest_left + gap, text_room);
    right = width - chart_edge - text_room;
  }

  double bar_height;
  double value_size;
  double names;  ///< their width
  std::size_t name_lines;
  double group_height;
  double names_end;
  double text_room;  ///< of a bar's text
  double left;       ///< ends of the axis
  double right;
};

std::string description(const BarChart& chart) {
  std::string text;
  for (const BarChart::Group& group : chart.groups) {
    text += group.name + ": ";
    for (const Bar& bar : group.bars) {
      const bool named = chart.series.size() > 1;
      text += (named ? chart.series[bar.series].name + " " : "") + text_of(bar);
      text += &bar == &group.bars.back() ? ". " : ", ";
    }
  }
  return text + chart.caption.note;
}

}  // namespace

std::string bar_chart(const BarChart& chart) {
  const Layout layout(chart);
  const double width = chart.caption.width;
  std::pair<double, double> range{0, chart.most};
  for (const BarChart::Group& group : chart.groups) {
    for (const Bar& bar : group.bars) {
      const auto [low, high] = extent(bar);
      range = {std::min(range.first, low), std::max(range.second, high)};
    }
  }
  const Axis axis(range.first, range.second, width < chart_width ? (chart.is_tornado ? 2 : 4) : 8);
  const auto place = [&](double value) { return axis.place(value, layout.left, layout.right); };

  Svg svg;
  double top = draw_heading(svg, chart.caption, width);
  if (chart.series.size() > 1) {
    std::vector<std::string> names;
    for (const BarChart::Series& series : chart.series) names.push_back(series.name);
    top = draw_key(svg, names, top, width, [&](std::size_t series, double x, double y) {
      draw_bar(svg, x, y - 6, key_sample_width, 12, chart.series[series].look);
    });
  }
  const double bottom = top + layout.group_height * static_cast<double>(chart.groups.size());
  TextLook tick{Anchor::middle, small_text_size, true};
  for (const double mark : axis.marks()) {
    svg.line(place(mark), top, place(mark), bottom + 4, grid_look);
    svg.text(place(mark), bottom + 14, axis.label(mark), tick);
  }
  double y = top;
  for (const BarChart::Group& group : chart.groups) {
    const double middle = y + layout.group_height / 2;
    svg.label(layout.names_end, middle, group.name, layout.names, layout.name_lines, {Anchor::end});
    const std::size_t lines = chart.is_tornado ? 1 : group.bars.size();
    double above = middle - layout.bar_height * static_cast<double>(lines) / 2;
    for (const Bar& bar : group.bars) {
      const double line = above + layout.bar_height / 2;
      if (std::isfinite(bar.value)) {
        const auto [from, to] = std::minmax({place(0), place(bar.value)});
        draw_bar(svg, from, above, to - from, layout.bar_height, chart.series[bar.series].look);
      }
      if (const auto ends = whiskers(bar)) {
        draw_whiskers(svg, place(ends->first), line, place(ends->second), line,
                      layout.bar_height / 2);
      }
      const bool is_left = chart.is_tornado && bar.value < 0;
      const auto [low, high] = extent(bar);
      svg.label(is_left ? place(low) - gap + 2 : place(high) + gap - 2, line, text_of(bar),
                layout.text_room, 1, {is_left ? Anchor::end : Anchor::start, layout.value_size});
      if (!chart.is_tornado) above += layout.bar_height;
    }
    y += layout.group_height;
  }
  svg.line(place(0), top, place(0), bottom, axis_look);
  const double middle = (layout.left + layout.right) / 2;
  svg.label(middle, bottom + 32, chart.axis, 2 * (std::min(middle, width - middle) - chart_edge), 1,
            {Anchor::middle});
  const double end = draw_foot(svg, chart.caption.note, chart.caption, bottom + 46, width);
  return svg.picture(width, end + 10, chart.caption.whole(), description(chart));
}

}  // namespace combat_odds
