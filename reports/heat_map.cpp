#include "combat_odds/reports/heat_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "combat_odds/core/error.hpp"
#include "combat_odds/reports/palette.hpp"
#include "combat_odds/reports/svg_plot.hpp"
#include "combat_odds/reports/text.hpp"

namespace combat_odds {
namespace {

constexpr double line_height = 20;
constexpr double scale_width = 18;
constexpr double scale_room = 110;
constexpr std::size_t longest_name = 28;
constexpr std::size_t longest_panel_name = 60;

std::size_t longest(const std::vector<std::string>& names) {
  std::size_t most = 0;
  for (const std::string& name : names) most = std::max(most, letters(name));
  return std::min(most, longest_name);
}

double share_of(const HeatMap& map, double value) {
  if (!(map.greatest > map.least)) return 0.5;
  return (value - map.least) / (map.greatest - map.least);
}

/// Calls visit(x, y, value) with the middle of every cell.
template <class Visit>
void for_cells(const HeatMap& map, const HeatMapLayout& layout, Visit visit) {
  for (std::size_t p = 0; p < map.panels.size(); ++p) {
    const auto& cells = map.panels[p].cells;
    for (std::size_t r = 0; r < cells.size(); ++r) {
      for (std::size_t c = 0; c < cells[r].size(); ++c) {
        if (!cells[r][c]) continue;
        visit(layout.panel_left(p) + (static_cast<double>(c) + 0.5) * layout.cell_width,
              layout.panel_top(p) + (static_cast<double>(r) + 0.5) * layout.cell_height,
              *cells[r][c]);
      }
    }
  }
}

/// Text at a place; `anchor` is start, middle or end.
struct Label {
  double x = 0;
  double y = 0;
  std::string text;
  const char* anchor = "middle";
  int angle = 0;  ///< in degrees, anticlockwise
  const char* colour = "#000000";
};

double scale_height(const HeatMapLayout& layout) {
  return std::max(layout.panel_height, 5 * layout.cell_height);
}

/// The names of rows, columns and panels, titles and the note.
std::vector<Label> labels(const HeatMap& map, const HeatMapLayout& layout) {
  std::vector<Label> all;
  const auto title_lines = broken_lines(map.title, static_cast<std::size_t>(layout.width / 9));
  for (std::size_t i = 0; i < title_lines.size(); ++i) {
    all.push_back({layout.width / 2, 16 + line_height * static_cast<double>(i), title_lines[i]});
  }
  for (std::size_t p = 0; p < map.panels.size(); ++p) {
    const double x = layout.panel_left(p);
    const double y = layout.panel_top(p);

    if (!map.panels[p].name.empty()) {
      all.push_back({x, y - 13, shortened(map.panels[p].name, longest_panel_name), "start"});
    }
    if (p % layout.across == 0) {
      for (std::size_t r = 0; r < map.row_names.size(); ++r) {
        all.push_back({x - 8, y + (static_cast<double>(r) + 0.5) * layout.cell_height,
                       shortened(map.row_names[r], longest_name), "end"});
      }
    }
    // Under the lowest panel of each column of panels.
    if (p + layout.across < map.panels.size()) continue;
    for (std::size_t c = 0; c < map.column_names.size(); ++c) {
      all.push_back(
          {x + (static_cast<double>(c) + 0.5) * layout.cell_width + (layout.aslant ? 4 : 0),
           y + layout.panel_height + (layout.aslant ? 8 : 14),
           shortened(map.column_names[c], longest_name), layout.aslant ? "end" : "middle",
           layout.aslant ? 45 : 0});
    }
  }
  const double middle = (layout.panel_left(0) + layout.scale_left - 24) / 2;
  const std::size_t last = map.panels.size() - 1;
  const double bottom = layout.panel_top(last) + layout.panel_height;
  all.push_back({middle, bottom + layout.names_height + 14, map.columns});
  all.push_back({16, (layout.top + bottom) / 2, map.rows, "middle", 90});
  all.push_back(
      {layout.scale_left + 94, layout.top + scale_height(layout) / 2, map.unit, "middle", 90});
  all.push_back({layout.width - 10, layout.height - 15, map.note, "end", 0, "#505050"});
  return all;
}

/// The numbers beside the scale: the value and its height, from the top.
std::vector<std::pair<double, double>> scale_marks(const HeatMap& map, double height) {
  if (!(map.greatest > map.least)) return {{map.least, height / 2}};
  std::vector<std::pair<double, double>> marks;
  constexpr int steps = 4;
  for (int i = 0; i <= steps; ++i) {
    const double share = static_cast<double>(i) / steps;
    marks.emplace_back(map.least + share * (map.greatest - map.least), height * (1 - share));
  }
  return marks;
}

}  // namespace

void fit_scale(HeatMap& map) {
  bool first = true;
  for (const HeatMap::Panel& panel : map.panels) {
    for (const auto& row : panel.cells) {
      for (const std::optional<double>& cell : row) {
        if (!cell) continue;
        map.least = first ? *cell : std::min(map.least, *cell);
        map.greatest = first ? *cell : std::max(map.greatest, *cell);
        first = false;
      }
    }
  }
}

std::string cell_text(double value, int decimals) {
  const double smallest = std::pow(10, -decimals);
  if (value > 0 && value < smallest / 2) return fmt::format("<{:.{}f}", smallest, decimals);
  return fmt::format("{:.{}f}", value == 0 ? 0.0 : value, decimals);
}

void check_heat_map(std::size_t panels, std::size_t rows, std::size_t columns) {
  check_plotted(panels, most_heat_map_lines / 4, "tables");
  check_plotted(panels * rows, most_heat_map_lines, "rows");
  check_plotted(columns, most_heat_map_lines, "columns");
}

HeatMapLayout::HeatMapLayout(const HeatMap& map) {
  const std::size_t panels = map.panels.size();
  const std::size_t rows = map.row_names.size();
  const std::size_t columns = map.column_names.size();
  std::size_t digits = 0;
  for_cells(map, *this, [&](double, double, double value) {
    digits = std::max(digits, letters(cell_text(value, map.decimals)));
  });
  constexpr std::size_t most_numbered = 24;
  numbers = columns <= most_numbered;
  cell_width = numbers ? std::max(46.0, letter_width * static_cast<double>(digits) + 12) : 20;
  const double column_letters = letter_width * static_cast<double>(longest(map.column_names));
  // Few columns are made wide enough for their names.
  if (numbers && column_letters + 10 > cell_width && columns <= 6) {
    cell_width = std::min(column_letters + 10, 150.0);
  }
  aslant = column_letters + 6 > cell_width;
  panel_width = cell_width * static_cast<double>(columns);
  panel_height = cell_height * static_cast<double>(rows);
  std::size_t name = 0;
  for (const HeatMap::Panel& panel : map.panels) name = std::max(name, letters(panel.name));
  const double name_width = letter_width * static_cast<double>(std::min(name, longest_panel_name));
  gap_across = std::max(26.0, name_width + 16 - panel_width);
  gap_down = map.panels.front().name.empty() ? 12 : 36;
  // As many panels side by side as make the picture about as wide as it is high.
  const auto fit = static_cast<std::size_t>(
      0.5 + std::sqrt(1.4 * static_cast<double>(panels) * (panel_height + gap_down) /
                      (panel_width + gap_across)));
  constexpr double widest = 1400;
  const auto most = static_cast<std::size_t>(widest / (panel_width + gap_across));
  across = std::clamp<std::size_t>(std::min(fit, most), 1, panels);
  // Names that stand aslant under one panel would run into a lower one beside it.
  while (aslant && panels % across != 0) --across;
  down = (panels + across - 1) / across;

  const double slant = aslant ? 0.75 * column_letters : 0;
  names_height = aslant ? slant + 14 : line_height + 6;
  left = 40 + std::max({letter_width * static_cast<double>(longest(map.row_names)), 20.0, slant});
  const double inner = static_cast<double>(across) * (panel_width + gap_across) - gap_across;
  // Room for a short title and the note even where there are few columns.
  const double note_room = letter_width * 0.95 * static_cast<double>(letters(map.note)) + 20;
  scale_left = left + std::max(inner, name_width) + 24;
  width = std::max({scale_left + scale_room, note_room, 520.0});
  const auto title_lines =
      static_cast<double>(broken_lines(map.title, static_cast<std::size_t>(width / 9)).size());
  top = 16 + line_height * title_lines + (map.panels.front().name.empty() ? 0 : 24);
  const double panels_height = static_cast<double>(down) * (panel_height + gap_down) - gap_down;
  height = top + std::max(panels_height, 5 * cell_height) + names_height + 64;
}

double HeatMapLayout::panel_left(std::size_t panel) const {
  return left + static_cast<double>(panel % across) * (panel_width + gap_across);
}

double HeatMapLayout::panel_top(std::size_t panel) const {
  return top + static_cast<double>(panel / across) * (panel_height + gap_down);
}

std::string heat_map_script(const HeatMap& map, const PlotFile& file) {
  check_heat_map(map.panels.size(), map.row_names.size(), map.column_names.size());
  const HeatMapLayout layout(map);
  std::string script = plot_head(file, {layout.width, layout.height});
  // One unit of both axes is one pixel, and y runs down.
  script += fmt::format(
      "unset border\nunset tics\nunset key\n"
      "set lmargin at screen 0\nset rmargin at screen 1\nset tmargin at screen 1\n"
      "set bmargin at screen 0\nset xrange [0:{:.6g}]\nset yrange [{:.6g}:0]\n",
      layout.width, layout.height);
  std::string palette;
  for (std::size_t i = 0; i < scale_colours.size(); ++i) {
    palette += fmt::format("{}{} '{}'", i == 0 ? "" : ", ", i, scale_colours[i]);
  }
  const bool one_number = !(map.greatest > map.least);
  script += fmt::format("set palette defined ({})\nset cbrange [{:.10g}:{:.10g}]\n", palette,
                        one_number ? map.least - 1 : map.least,
                        one_number ? map.greatest + 1 : map.greatest);
  const double bar = scale_height(layout);
  std::string tics;
  for (const auto& [value, y] : scale_marks(map, bar)) {
    tics += fmt::format("{}{} {:.10g}", tics.empty() ? "" : ", ",
                        plot_text(cell_text(value, map.decimals)), value);
  }
  script += fmt::format(
      "set colorbox vertical user origin screen {:.6g},{:.6g} size screen {:.6g},{:.6g}\n"
      "set cbtics ({})\n",
      layout.scale_left / layout.width, 1 - (layout.top + bar) / layout.height,
      scale_width / layout.width, bar / layout.height, tics);
  for (const Label& label : labels(map, layout)) {
    const std::string anchor = label.anchor == std::string("start") ? "left"
                               : label.anchor == std::string("end") ? "right"
                                                                    : "center";
    script += fmt::format("set label {} at first {:.6g},{:.6g} {}{} textcolor '{}'\n",
                          plot_text(label.text), label.x, label.y, anchor,
                          label.angle == 0 ? "" : fmt::format(" rotate by {}", label.angle),
                          label.colour);
  }
  script += "$cells << END\n";
  for_cells(map, layout, [&](double x, double y, double value) {
    script +=
        fmt::format("{:.6g} {:.6g} {:.6g} {:.6g} {:.10g} {} {}\n", x, y, layout.cell_width / 2,
                    layout.cell_height / 2, value, cell_text(value, map.decimals),
                    dark_letters(share_of(map, value)) ? 0 : 0xffffff);
  });
  script +=
      "END\nplot $cells using 1:2:3:4:5 with boxxyerror fillcolor palette fillstyle solid noborder";
  if (layout.numbers) {
    script += ", $cells using 1:2:6:7 with labels center textcolor rgb variable";
  }
  return script + "\n";
}

std::string svg_heat_map(const HeatMap& map) {
  const HeatMapLayout layout(map);
  std::string svg = svg_head(map.title, layout.width, layout.height);
  for_cells(map, layout, [&](double x, double y, double value) {
    svg += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>",
        x - layout.cell_width / 2, y - layout.cell_height / 2, layout.cell_width,
        layout.cell_height, scale_colour(share_of(map, value)));
    if (layout.numbers) {
      svg += svg_text(x, y + 4.5, cell_text(value, map.decimals), "middle",
                      dark_letters(share_of(map, value)) ? "#000000" : "#ffffff");
    }
    svg += "\n";
  });
  for (const Label& label : labels(map, layout)) {
    svg += svg_text(label.x, label.y + 4.5, label.text, label.anchor, label.colour, label.angle) +
           "\n";
  }
  constexpr int steps = 60;
  const double bar = scale_height(layout);
  for (int i = 0; i < steps; ++i) {
    svg += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.2f}\" width=\"{:g}\" height=\"{:.2f}\" fill=\"{}\"/>",
        layout.scale_left, layout.top + bar * i / steps, scale_width, bar / steps + 0.3,
        scale_colour(1 - (i + 0.5) / steps));
  }
  for (const auto& [value, y] : scale_marks(map, bar)) {
    svg += svg_text(layout.scale_left + scale_width + 6, layout.top + y + 4.5,
                    cell_text(value, map.decimals), "start");
  }
  return svg + "</svg>\n";
}

}  // namespace combat_odds
