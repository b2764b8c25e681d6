#include "combat_odds/reports/svg_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "combat_odds/reports/table_report.hpp"
#include "combat_odds/reports/text.hpp"

namespace combat_odds {
namespace {

constexpr double width = 720;
constexpr double row_height = 24;
constexpr double bar_height = 15;
constexpr double value_room = 80;
constexpr double axis_room = 40;

/// The end of the axis and the distance of its marks: a round number above `most`.
struct Axis {
  double end = 1;
  double step = 0.2;
};

Axis axis_to(double most) {
  for (double decade = 1e-6; decade < 1; decade *= 10) {
    for (const double step : {0.2, 0.5, 1.0, 2.0}) {
      if (5 * step * decade >= most) {
        return {std::min(1.0, step * decade * std::ceil(most / (step * decade))), step * decade};
      }
    }
  }
  return {};
}

}  // namespace

std::string escape_html(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string svg_head(const std::string& title, double wide, double high) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {0:g} {1:g}\" "
      "width=\"{0:g}\" height=\"{1:g}\" font-family=\"sans-serif\" font-size=\"13\">\n"
      "<title>{2}</title>\n",
      wide, high, escape_html(title));
}

std::string svg_text(double x, double y, const std::string& text, const char* anchor,
                     const char* colour, int angle) {
  const std::string turned =
      angle == 0 ? "" : fmt::format(" transform=\"rotate({} {:.1f} {:.1f})\"", -angle, x, y);
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"{}\"{}>{}</text>",
                     x, y, anchor, colour, turned, escape_html(text));
}

std::string svg_bars(const std::string& title, const std::vector<Bar>& bars) {
  std::size_t longest = 0;
  double most = 0;
  for (const Bar& bar : bars) {
    longest = std::max(longest, letters(bar.label));
    most = std::max({most, bar.probability, bar.high.value_or(0)});
  }
  const Axis axis = axis_to(most);
  const double left = std::min(20 + 7.4 * static_cast<double>(longest), 0.5 * width);
  const double room = width - left - value_room;
  const double bottom = row_height * static_cast<double>(bars.size()) + 6;
  const auto x = [&](double probability) { return left + room * probability / axis.end; };

  std::string svg = svg_head(title, width, bottom + axis_room);
  for (int i = 0; i * axis.step <= axis.end * (1 + 1e-9); ++i) {
    const double at = x(i * axis.step);
    svg += fmt::format(
        "<line x1=\"{0:.1f}\" y1=\"0\" x2=\"{0:.1f}\" y2=\"{1:.1f}\" stroke=\"#d0d0d0\"/>"
        "<text x=\"{0:.1f}\" y=\"{2:.1f}\" text-anchor=\"middle\" "
        "fill=\"#333\">{3:.6g}</text>\n",
        at, bottom, bottom + 16, 100 * i * axis.step);
  }
  svg += fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" fill=\"#333\">probability "
      "(%)</text>\n",
      left + room / 2, bottom + 33);
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const Bar& bar = bars[i];
    const double middle = row_height * (static_cast<double>(i) + 0.5) + 3;
    svg += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>"
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{:g}\" fill=\"#56B4E9\" "
        "stroke=\"#003a5d\"/>",
        left - 8, middle + 4, escape_html(bar.label), left, middle - bar_height / 2,
        x(bar.probability) - left, bar_height);
    double end = x(bar.probability);
    if (bar.low && bar.high) {
      end = std::max(end, x(*bar.high));
      svg += fmt::format(
          "<path d=\"M{0:.2f} {2:.1f}H{1:.2f}M{0:.2f} {3:.1f}V{4:.1f}M{1:.2f} {3:.1f}V{4:.1f}\" "
          "stroke=\"#000\" stroke-width=\"1.3\" fill=\"none\"/>",
          x(*bar.low), x(*bar.high), middle, middle - 4, middle + 4);
    }
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", end + 6, middle + 4,
                       percent(bar.probability));
  }
  svg += fmt::format(
      "<line x1=\"{0:.1f}\" y1=\"0\" x2=\"{0:.1f}\" y2=\"{1:.1f}\" "
      "stroke=\"#000\"/>\n</svg>\n",
      left, bottom);
  return svg;
}

}  // namespace combat_odds
