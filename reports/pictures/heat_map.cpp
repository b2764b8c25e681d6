#include "reports/pictures/heat_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reports/pictures/axis.hpp"
#include "reports/pictures/colour_scale.hpp"
#include "reports/pictures/text_fit.hpp"

namespace combat_odds {
namespace {

constexpr double cell_height = 26;
constexpr double widest_name = 220;
constexpr double widest_panel_name = 420;
constexpr double bar_width = 18;           ///< of the scale of colours
constexpr double slant = 0.7072;           ///< how far a text at 45 degrees goes across and down
constexpr std::size_t most_numbered = 24;  ///< columns whose cells hold their numbers

double widest(const std::vector<std::string>& names, double most) {
  double width = 0;
  for (const std::string& name : names) width = std::max(width, text_width(name, text_size));
  return std::min(width, most);
}

bool drawable(const std::optional<double>& cell) { return cell && std::isfinite(*cell); }

/// Calls visit(number) for all that is drawn.
template <class Visit>
void for_numbers(const HeatMap& map, Visit visit) {
  for (const HeatMap::Panel& panel : map.panels) {
    for (const auto& row : panel.cells) {
      for (const std::optional<double>& cell : row) {
        if (drawable(cell)) visit(*cell);
      }
    }
  }
}

double share_of(const HeatMap& map, double value) {
  const double range = map.greatest - map.least;
  return range > 0 && std::isfinite(range) ? (value - map.least) / range : 0.5;
}

/// Where things stand below the heading, in pixels.
struct HeatMapLayout {
  explicit HeatMapLayout(const HeatMap& map) {
    const std::size_t columns = map.column_names.size();
    double number = 0;
    for_numbers(map, [&](double value) {
      number = std::max(number, text_width(cell_text(value, map.decimals), text_size));
    });
    numbers = columns <= most_numbered;
    cell_width = numbers ? std::max(44.0, number + 12) : 20;
    column_name = widest(map.column_names, widest_name);
    // Few columns are made wide enough for their names.
    if (numbers && columns <= 6)
      cell_width = std::max(cell_width, std::min(column_name + 10, 150.0));
    aslant = column_name + 6 > cell_width;
    panel_width = cell_width * static_cast<double>(columns);
    panel_height = cell_height * static_cast<double>(map.row_names.size());
    row_name = widest(map.row_names, widest_name);
    left = 42 + std::max(row_name, aslant ? slant * column_name - cell_width / 2 : 0.0);

    double name = 0;
    for (const HeatMap::Panel& panel : map.panels) {
      name = std::max(name, text_width(panel.name, text_size));
    }
    panel_name = std::max(std::min(name, widest_panel_name), panel_width);
    gap_across = std::max(26.0, panel_name + 16 - panel_width);
    gap_down = name > 0 ? 36 : 12;
    arrange(map.panels.size());
    names_height = aslant ? slant * (column_name + text_size) + 8 : 24;
    const auto panels_down = static_cast<double>((map.panels.size() + across - 1) / across);
    panels_height = panels_down * (panel_height + gap_down) - gap_down;
    // The names of panels may be wider than the panels.
    panels_width = static_cast<double>(across - 1) * (panel_width + gap_across) + panel_width;
    scale_left = left + panels_width - panel_width + panel_name + 28;
    const double unit = std::min(text_width(map.unit, text_size), widest_name);
    // Over a lone panel without a name there is room for the unit.
    const bool unit_has_room = map.panels.size() == 1 && name == 0;
    width = scale_left + std::max(unit_has_room ? 0 : unit + chart_edge, 90.0);
    // Room for a heading and the note even where there are few columns.
    if (map.caption.headed) width = std::max(width, 560.0);
  }

  /// As many panels side by side as make the picture about as wide as it is high.
  void arrange(std::size_t panels) {
    constexpr double widest_picture = 1400;
    const double wanted = 0.5 + std::sqrt(1.4 * static_cast<double>(panels) *
                                          (panel_height + gap_down) / (panel_width + gap_across));
    const double most =
        std::max(1.0, std::min(wanted, widest_picture / (panel_width + gap_across)));
    across = std::min(static_cast<std::size_t>(most), std::max<std::size_t>(panels, 1));
    // Names that stand aslant under one panel would run into a lower one beside it.
    while (aslant && panels % across != 0) --across;
  }

  double panel_left(std::size_t panel) const {
    return left + static_cast<double>(panel % across) * (panel_width + gap_across);
  }
  double panel_top(std::size_t panel) const {
    return top + static_cast<double>(panel / across) * (panel_height + gap_down);
  }
  double scale_height() const { return std::max(panel_height, 5 * cell_height); }

  double top = 0;
  double cell_width;
  double column_name;  ///< widths of the longest names
  double row_name;
  double panel_name;
  double left;        ///< of the first panel
  double gap_across;  ///< between panels
  double gap_down;
  double names_height;  ///< of the columns' names
  double scale_left;
  double width;
  double panel_width;
  double panel_height;
  double panels_width;
  double panels_height;
  std::size_t across = 1;  ///< panels side by side
  bool numbers;            ///< printed in the cells
  bool aslant;             ///< the columns' names
};

void draw_cells(Svg& svg, const HeatMap& map, const HeatMap::Panel& panel,
                const HeatMapLayout& layout, double left, double top) {
  for (std::size_t r = 0; r < panel.cells.size(); ++r) {
    for (std::size_t c = 0; c < panel.cells[r].size(); ++c) {
      if (!drawable(panel.cells[r][c])) continue;
      const double value = *panel.cells[r][c];
      const double share = share_of(map, value);
      const double x = left + static_cast<double>(c) * layout.cell_width;
      const double y = top + static_cast<double>(r) * cell_height;
      svg.rectangle(x, y, layout.cell_width, cell_height,
                    fmt::format("fill=\"{}\"", scale_colour(share)));
      if (!layout.numbers) continue;
      TextLook look{Anchor::middle};
      look.colour = dark_letters(share) ? "#000" : "#fff";
      svg.text(x + layout.cell_width / 2, y + cell_height / 2, cell_text(value, map.decimals),
               look);
    }
  }
}

void draw_column_names(Svg& svg, const HeatMap& map, const HeatMapLayout& layout, double left,
                       double bottom) {
  // Too narrow columns have a name at every other one, or fewer.
  const auto every =
      static_cast<std::size_t>(layout.aslant ? std::ceil(text_size * 1.2 / layout.cell_width) : 1);
  for (std::size_t c = 0; c < map.column_names.size(); c += every) {
    const double middle = left + (static_cast<double>(c) + 0.5) * layout.cell_width;
    if (layout.aslant) {
      svg.label(middle + 4, bottom + 10, map.column_names[c], layout.column_name + 1, 1,
                {Anchor::end, text_size, false, 45});
    } else {
      svg.label(middle, bottom + 14, map.column_names[c], layout.cell_width, 1, {Anchor::middle});
    }
  }
}

void draw_scale(Svg& svg, const HeatMap& map, const HeatMapLayout& layout) {
  const double height = layout.scale_height();
  constexpr int steps = 60;
  for (int i = 0; i < steps; ++i) {
    svg.rectangle(layout.scale_left, layout.top + height * i / steps, bar_width,
                  height / steps + 0.3,
                  fmt::format("fill=\"{}\"", scale_colour(1 - (i + 0.5) / steps)));
  }
  if (map.panels.size() == 1 && map.panels.front().name.empty()) {
    svg.label(layout.width - chart_edge, layout.top - 16, map.unit, layout.width - 2 * chart_edge,
              1, {Anchor::end});
  } else {
    svg.label(layout.scale_left, layout.top - 16, map.unit,
              layout.width - layout.scale_left - chart_edge + 1);
  }
  const double right = layout.scale_left + bar_width + 6;
  if (!(map.greatest > map.least)) {
    svg.text(right, layout.top + height / 2, cell_text(map.least, map.decimals));
    return;
  }
  const Axis axis(map.least, map.greatest, 6);
  for (const double mark : axis.marks()) {
    const double share = share_of(map, mark);
    if (share < -1e-9 || share > 1 + 1e-9) continue;
    const double y = layout.top + height * (1 - share);
    svg.line(layout.scale_left + bar_width, y, right - 2, y, axis_look);
    svg.text(right, y, axis.label(mark));
  }
}

std::string description(const HeatMap& map) {
  std::string text = fmt::format("{}: {} down, {} across. ", map.unit, map.rows, map.columns);
  for (const HeatMap::Panel& panel : map.panels) {
    if (!panel.name.empty()) text += panel.name + ". ";
    for (std::size_t r = 0; r < panel.cells.size(); ++r) {
      text += map.row_names[r] + ":";
      for (const std::optional<double>& cell : panel.cells[r]) {
        text += " " + (drawable(cell) ? cell_text(*cell, map.decimals) : "-");
      }
      text += ". ";
    }
  }
  return text + map.caption.note;
}

}  // namespace

void fit_scale(HeatMap& map) {
  bool first = true;
  for_numbers(map, [&](double value) {
    map.least = first ? value : std::min(map.least, value);
    map.greatest = first ? value : std::max(map.greatest, value);
    first = false;
  });
}

std::string cell_text(double value, int decimals) {
  constexpr double most = 1e9;  // more digits would say nothing
  if (std::abs(value) >= most) return fmt::format("{:.4g}", value);
  const double smallest = std::pow(10, -decimals);
  if (value > 0 && value < smallest / 2) return fmt::format("<{:.{}f}", smallest, decimals);
  return fmt::format("{:.{}f}", value == 0 ? 0.0 : value, decimals);
}

std::string heat_map(const HeatMap& map) {
  HeatMapLayout layout(map);
  Svg svg;
  // The names of panels and of the numbers stand above the first row.
  layout.top = draw_heading(svg, map.caption, layout.width) + 30;
  for (std::size_t p = 0; p < map.panels.size(); ++p) {
    const double left = layout.panel_left(p);
    const double top = layout.panel_top(p);
    if (!map.panels[p].name.empty()) {
      svg.label(left, top - 14, map.panels[p].name, layout.panel_name);
    }
    draw_cells(svg, map, map.panels[p], layout, left, top);
    if (p % layout.across == 0) {
      for (std::size_t r = 0; r < map.row_names.size(); ++r) {
        svg.label(left - 8, top + (static_cast<double>(r) + 0.5) * cell_height, map.row_names[r],
                  layout.row_name + 1, 1, {Anchor::end});
      }
    }
    // Under the lowest panel of each column of panels.
    if (p + layout.across >= map.panels.size()) {
      draw_column_names(svg, map, layout, left, top + layout.panel_height);
    }
  }
  draw_scale(svg, map, layout);
  const double bottom = layout.top + layout.panels_height;
  svg.label(layout.left + layout.panels_width / 2, bottom + layout.names_height + 10, map.columns,
            layout.scale_left - chart_edge, 1, {Anchor::middle});
  svg.label(18, (layout.top + bottom) / 2, map.rows, std::max(layout.panels_height, 100.0), 1,
            {Anchor::middle, text_size, false, 90});
  const double end =
      std::max(bottom + layout.names_height + 26, layout.top + layout.scale_height() + 12);
  const double foot = draw_foot(svg, map.caption.note, map.caption, end, layout.width);
  return svg.picture(layout.width, foot + 10, map.caption.whole(), description(map));
}

}  // namespace combat_odds
