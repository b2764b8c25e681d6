#include "combat_odds/studies/campaign/fan_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "combat_odds/reports/palette.hpp"
#include "combat_odds/reports/svg_plot.hpp"
#include "combat_odds/reports/text.hpp"

namespace combat_odds {
namespace {

/// Every how many ticks one has a name.
std::size_t tick_step(const FanChart& chart) {
  constexpr std::size_t most = 15;
  return (chart.ticks.size() + most - 1) / most;
}

/// Whether several series have something to draw.
bool several(const FanChart& chart) {
  std::size_t most = 0;
  for (const FanChart::Panel& panel : chart.panels) {
    most = std::max<std::size_t>(
        most, std::count_if(panel.series.begin(), panel.series.end(),
                            [](const FanSeries& series) { return !series.points.empty(); }));
  }
  return most > 1;
}

/// The boxes of two series stand side by side.
double offset(const FanChart& chart, std::size_t series) {
  if (chart.running || !several(chart)) return 0;
  return series == 0 ? -0.2 : 0.2;
}

/// How far the axis goes beyond the first and the last tick. A few boxes are not made huge.
double margin(const FanChart& chart) {
  constexpr std::size_t few = 5;
  const bool widened = !chart.running && chart.ticks.size() < few;
  return 0.6 + (widened ? static_cast<double>(few - chart.ticks.size()) / 2 : 0.0);
}

double box_width(const FanChart& chart) { return several(chart) ? 0.32 : 0.5; }

/// The least and the greatest number of all panels, so that they can be held against each other;
/// 0 is always one of them.
std::pair<double, double> range_of(const FanChart& chart) {
  double least = 0;
  double most = 0;
  for (const FanChart::Panel& panel : chart.panels) {
    for (const FanSeries& series : panel.series) {
      for (const FanPoint& point : series.points) {
        least = std::min(least, point.p05);
        most = std::max(most, point.p95);
      }
    }
  }
  return {least, least == 0 && most == 0 ? 1 : most};
}

/// The end of the axis; boxes leave room for the key above them.
double top_of(const FanChart& chart, double least, double most) {
  return most + (chart.running ? 0.05 * most : 0.28 * (most - least));
}

/// A round distance of about six marks over that range.
double round_step(double range) {
  const double decade = std::pow(10, std::floor(std::log10(range / 6)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (range / (factor * decade) <= 7) return factor * decade;
  }
  return 10 * decade;
}

std::string explanation(const FanChart& chart) {
  return chart.running ? "line: median; bands: 50 % and 90 % of what can happen"
                       : "stroke: median; box: 50 % of what can happen; whiskers: 90 %";
}

}  // namespace

std::string fan_script(const FanChart& chart, const PlotFile& file) {
  const auto panels = static_cast<double>(chart.panels.size());
  constexpr double top = 70;
  constexpr double panel_height = 330;
  constexpr double gap = 44;
  constexpr double bottom = 126;
  const PlotSize size{900, top + panels * (panel_height + gap) - gap + bottom};
  std::string script = plot_head(file, size);
  script +=
      "set border 3\nset tics nomirror out\n"
      "set grid ytics linetype 1 linecolor '#c8c8c8' linewidth 0.5\n"
      "set lmargin at screen 0.1\nset rmargin at screen 0.97\n";
  const auto ticks = chart.ticks.size();
  std::string tics;
  std::string bare_tics;  // of all panels but the lowest
  for (std::size_t i = 0; i < ticks; i += tick_step(chart)) {
    tics += fmt::format("{}{} {}", i == 0 ? "" : ", ", plot_text(chart.ticks[i]), i);
    bare_tics += fmt::format("{}'' {}", i == 0 ? "" : ", ", i);
  }
  const auto [least, most] = range_of(chart);
  script += fmt::format("set xrange [{:.6g}:{:.6g}]\n", -margin(chart),
                        static_cast<double>(ticks - 1) + margin(chart));
  if (most - least <= 8) script += "set ytics 1\n";
  script +=
      fmt::format("set yrange [{:.10g}:{:.10g}]\nset ylabel {} offset 1,0\n",
                  least < 0 ? 1.05 * least : 0, top_of(chart, least, most), plot_text(chart.y));
  script += fmt::format("set key left {} Left reverse samplen 3\n",
                        most > 0 || !chart.running ? "top" : "bottom");
  script += fmt::format("set style fill transparent solid 0.3 {}\nset boxwidth {}\n",
                        chart.running ? "noborder" : "border", box_width(chart));
  const std::string texts = fmt::format(
      "set label {} at screen 0.5,{:.5g} center\n"
      "set label {} at screen 0.97,{:.5g} right textcolor '#505050'\n"
      "set label {} at screen 0.97,{:.5g} right textcolor '#505050'\n",
      plot_text(shortened(chart.title, 100)), 1 - 20 / size.height, plot_text(explanation(chart)),
      42 / size.height, plot_text(chart.note), 18 / size.height);
  for (std::size_t p = 0; p < chart.panels.size(); ++p) {
    for (std::size_t s = 0; s < chart.panels[p].series.size(); ++s) {
      script += fmt::format("$fan{}_{} << END\n", p, s);
      for (const FanPoint& point : chart.panels[p].series[s].points) {
        script += fmt::format("{:.6g} {:.10g} {:.10g} {:.10g} {:.10g} {:.10g}\n",
                              static_cast<double>(point.x) + offset(chart, s), point.p05, point.p25,
                              point.median, point.p75, point.p95);
      }
      script += "END\n";
    }
  }
  script += "set multiplot\n";
  for (std::size_t p = 0; p < chart.panels.size(); ++p) {
    const double from_top = top + static_cast<double>(p) * (panel_height + gap);
    script += fmt::format("set tmargin at screen {:.5g}\nset bmargin at screen {:.5g}\n",
                          1 - from_top / size.height, 1 - (from_top + panel_height) / size.height);
    script += p == 0 ? texts : "unset label\n";
    script += fmt::format("set title {} offset 0,-0.4\n", plot_text(chart.panels[p].name));
    script += fmt::format("set xtics ({}) rotate by 45 right\n",
                          p + 1 < chart.panels.size() ? bare_tics : tics);
    std::string plot;
    std::string medians;
    for (std::size_t s = 0; s < chart.panels[p].series.size(); ++s) {
      if (chart.panels[p].series[s].points.empty()) continue;
      const std::string data = fmt::format("$fan{}_{}", p, s);
      const std::string name = plot_text(chart.panels[p].series[s].name);
      const char* const colour = fan_colours[s];
      if (chart.running) {
        plot += fmt::format(
            "{0}{1} using 1:2:6 with filledcurves linecolor '{2}' notitle, "
            "{1} using 1:3:5 with filledcurves linecolor '{2}' notitle",
            plot.empty() ? "" : ", ", data, colour);
        medians += fmt::format(
            ", {} using 1:4 with linespoints linecolor '{}' linewidth 2 dashtype {} pointtype {} "
            "pointsize 0.7 title {}",
            data, colour, s + 1, s == 0 ? 7 : 4, name);
      } else {
        plot += fmt::format(
            "{0}{1} using 1:3:2:6:5 with candlesticks linecolor '{2}' linewidth 1.2 {3} title {4} "
            "whiskerbars 0.5",
            plot.empty() ? "" : ", ", data, colour,
            s == 0 ? "fillstyle solid 0.45 border" : "fillstyle pattern 4 border", name);
        medians += fmt::format(
            ", {0} using ($1-{1}):4:({2}):(0) with vectors nohead linecolor 'black' linewidth 2 "
            "notitle",
            data, box_width(chart) / 2, box_width(chart));
      }
    }
    script += "plot " + plot + medians + "\n";
  }
  return script + "unset multiplot\n";
}

std::string svg_fan(const FanChart& chart) {
  constexpr double width = 720;
  constexpr double left = 64;
  constexpr double right = 12;
  constexpr double panel_height = 240;
  constexpr double panel_top = 26;
  constexpr double gap = 16;
  constexpr double bottom = 74;
  const auto panels = static_cast<double>(chart.panels.size());
  const double height = panels * (panel_top + panel_height + gap) + bottom;
  const auto [least, most] = range_of(chart);
  const double low = least < 0 ? 1.05 * least : 0;
  const double high = top_of(chart, least, most);
  const auto x = [&](double position) {
    return left + (width - left - right) * (position + margin(chart)) /
                      (static_cast<double>(chart.ticks.size()) - 1 + 2 * margin(chart));
  };
  std::string svg = svg_head(chart.title, width, height);
  for (std::size_t p = 0; p < chart.panels.size(); ++p) {
    const FanChart::Panel& panel = chart.panels[p];
    const double top = panel_top + static_cast<double>(p) * (panel_top + panel_height + gap);
    const auto y = [&](double value) {
      return top + panel_height * (1 - (value - low) / (high - low));
    };
    const double step = std::max(1.0, round_step(high - low));
    for (double mark = std::ceil(low / step) * step; mark <= high; mark += step) {
      svg += fmt::format(
          "<line x1=\"{:g}\" y1=\"{:.1f}\" x2=\"{:g}\" y2=\"{:.1f}\" stroke=\"#d0d0d0\"/>", left,
          y(mark), width - right, y(mark));
      svg += svg_text(left - 7, y(mark) + 4.5, fmt::format("{:.6g}", mark), "end", "#333") + "\n";
    }
    svg += svg_text(16, top + panel_height / 2, chart.y, "middle", "#333", 90);
    if (!panel.name.empty()) {
      svg += svg_text((left + width - right) / 2, top - 9, panel.name, "middle");
    }
    for (std::size_t i = 0; i < chart.ticks.size(); ++i) {
      svg += fmt::format(
          "<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\" stroke=\"#000\"/>",
          x(static_cast<double>(i)), top + panel_height, top + panel_height + 4);
      if (p + 1 < chart.panels.size() || i % tick_step(chart) != 0) continue;
      svg += svg_text(x(static_cast<double>(i)) + 4, top + panel_height + 16, chart.ticks[i], "end",
                      "#333", 45);
    }
    std::string medians;
    for (std::size_t s = 0; s < panel.series.size(); ++s) {
      const std::vector<FanPoint>& points = panel.series[s].points;
      if (points.empty()) continue;
      const char* const colour = fan_colours[s];
      const char* const dashes = s == 0 ? "" : " stroke-dasharray=\"7 4\"";
      const auto at = [&](const FanPoint& point) {
        return x(static_cast<double>(point.x) + offset(chart, s));
      };
      const auto band = [&](double FanPoint::*below, double FanPoint::*above) {
        std::string path;
        for (const FanPoint& point : points) {
          path += fmt::format("{:.1f},{:.1f} ", at(point), y(point.*above));
        }
        for (auto point = points.rbegin(); point != points.rend(); ++point) {
          path += fmt::format("{:.1f},{:.1f} ", at(*point), y((*point).*below));
        }
        return fmt::format("<polygon points=\"{}\" fill=\"{}\" fill-opacity=\"0.3\"/>\n", path,
                           colour);
      };
      if (chart.running) {
        svg += band(&FanPoint::p05, &FanPoint::p95) + band(&FanPoint::p25, &FanPoint::p75);
        std::string line;
        for (const FanPoint& point : points) {
          line += fmt::format("{:.1f},{:.1f} ", at(point), y(point.median));
        }
        medians += fmt::format(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.2\"{}/>\n", line,
            colour, dashes);
      } else {
        const double half = box_width(chart) / 2 * (x(1) - x(0));
        for (const FanPoint& point : points) {
          svg += fmt::format(
              "<path d=\"M{0:.1f} {1:.1f}V{2:.1f}M{0:.1f} {3:.1f}V{4:.1f}\" stroke=\"{5}\" "
              "stroke-width=\"1.5\"/>"
              "<rect x=\"{6:.1f}\" y=\"{3:.1f}\" width=\"{7:.1f}\" height=\"{8:.1f}\" "
              "fill=\"{5}\" fill-opacity=\"0.45\" stroke=\"{5}\"/>"
              "<path d=\"M{6:.1f} {9:.1f}h{7:.1f}\" stroke=\"#000\" stroke-width=\"2.2\"/>\n",
              at(point), y(point.p95), y(point.p75), y(point.p75), y(point.p05), colour,
              at(point) - half, 2 * half, y(point.p25) - y(point.p75), y(point.median));
        }
      }
      const double key = (most > 0 || !chart.running ? top + 14 : top + panel_height - 32) +
                         18 * static_cast<double>(s);
      medians += fmt::format("<path d=\"M{:.1f} {:.1f}h30\" stroke=\"{}\" stroke-width=\"{}\"{}/>",
                             left + 12, key, colour, chart.running ? "2.2" : "8",
                             chart.running ? dashes : "");
      medians += svg_text(left + 50, key + 4.5, panel.series[s].name, "start") + "\n";
    }
    svg += medians;
    svg += fmt::format("<path d=\"M{:g} {:.1f}V{:.1f}H{:g}\" fill=\"none\" stroke=\"#000\"/>\n",
                       left, top, top + panel_height, width - right);
  }
  svg += svg_text(width - right, height - 8, explanation(chart), "end", "#505050");
  return svg + "\n</svg>\n";
}

}  // namespace combat_odds
