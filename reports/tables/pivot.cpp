#include "reports/tables/pivot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/text/csv_columns.hpp"
#include "core/text/option_error.hpp"
#include "core/text/suggest.hpp"
#include "core/text/trimmed.hpp"
#include "reports/tables/plot.hpp"
#include "reports/tables/table.hpp"
#include "reports/text/text.hpp"
#include "reports/text/wrapped.hpp"

namespace combat_odds {
namespace {

constexpr std::size_t levels = 5;
constexpr std::array<const char*, levels> marks = {" ", ".", ":", "+", "#"};
constexpr std::array<const char*, levels> blocks = {" ", "░", "▒", "▓", "█"};
/// Text and background of the 256 colours that terminals share.
constexpr std::array<const char*, levels> colours = {
    "\x1b[38;5;231;48;5;17m", "\x1b[38;5;231;48;5;60m", "\x1b[38;5;16;48;5;102m",
    "\x1b[38;5;16;48;5;143m", "\x1b[38;5;16;48;5;221m"};
constexpr const char* plain = "\x1b[0m";

/// Which shade a number has between the least and the greatest of all tables; of differences the
/// largest change, up or down, is the darkest.
class Shades {
 public:
  explicit Shades(const Pivot& pivot) : of_changes_(!pivot.relative_to.empty()) {
    bool any = false;
    for (const PivotTable& table : pivot.tables) {
      for (const auto& row : table.cells) {
        for (const Estimate& cell : row) {
          if (!cell.exists()) continue;
          const double number = shaded_by(cell.best());
          least_ = any ? std::min(least_, number) : number;
          greatest_ = any ? std::max(greatest_, number) : number;
          any = true;
        }
      }
    }
  }
  bool any() const { return greatest_ > least_; }
  /// The least number of a level.
  double from(std::size_t level) const {
    return least_ + (greatest_ - least_) * static_cast<double>(level) / levels;
  }
  double greatest() const { return greatest_; }
  std::size_t level(double value) const {
    std::size_t level = 0;
    while (level + 1 < levels && shaded_by(value) >= from(level + 1)) ++level;
    return level;
  }
  bool of_changes() const { return of_changes_; }

 private:
  double shaded_by(double value) const { return of_changes_ ? std::abs(value) : value; }

  bool of_changes_ = false;
  double least_ = 0;
  double greatest_ = 0;
};

std::string shaded(const std::string& text, std::size_t level, Shading shading) {
  switch (shading) {
    case Shading::none:
      break;
    case Shading::marks:
      return std::string(marks[level]) + " " + text;
    case Shading::blocks:
      return std::string(blocks[level]) + " " + text;
    case Shading::colours:
      return std::string(colours[level]) + " " + text + " " + plain;
  }
  return text;
}

/// Each level with the least number of it. Where a line has no room for all of that, only the first
/// says "from", and where that does not help it goes on below.
std::string legend(const Shades& shades, const Pivot& pivot, const Quantity& quantity,
                   Shading shading, std::size_t width) {
  const auto number = [&](double value) {
    return shades.of_changes() ? "\u00b1" + pivot.text(value, quantity).substr(value > 0 ? 1 : 0)
                               : pivot.text(value, quantity);
  };
  const auto parts = [&](bool each_from) {
    std::vector<std::string> all;
    for (std::size_t level = 0; level < levels; ++level) {
      const bool says_from = shading != Shading::colours && (level == 0 || each_from);
      all.push_back(
          shaded((says_from ? "from " : "") + number(shades.from(level)), level, shading));
    }
    all.push_back("to " + number(shades.greatest()));
    return all;
  };
  const auto length = [](const std::vector<std::string>& all) {
    std::size_t sum = 2 * (all.size() - 1);
    for (const std::string& part : all) sum += Table::width(part);
    return sum;
  };
  std::vector<std::string> all = parts(true);
  if (width > 0 && length(all) > width) all = parts(false);
  std::string text;
  std::size_t used = 0;
  for (const std::string& part : all) {
    const std::size_t more = Table::width(part);
    const bool fits = width == 0 || used + 2 + more <= width;
    text += used == 0 ? "" : fits ? "  " : "\n";
    used = used > 0 && fits ? used + 2 + more : more;
    text += part;
  }
  return text + "\n";
}

std::size_t position(const Procedure& procedure, const std::string& name) {
  return static_cast<std::size_t>(procedure.parameter(name) - procedure.parameters.data());
}

std::size_t index_of(std::vector<std::string>& values, const std::string& value) {
  const auto known = std::find(values.begin(), values.end(), value);
  const auto index = static_cast<std::size_t>(known - values.begin());
  if (known == values.end()) values.push_back(value);
  return index;
}

/// "target 4-6-7, range 4"
std::string others_of(const PivotTable& table) {
  std::string others;
  for (const auto& [name, value] : table.others) {
    others += fmt::format("{}{} {}", others.empty() ? "" : ", ", name, value);
  }
  return others;
}

/// Which columns stand side by side, so that lines have room for them.
struct Layout {
  bool wraps = false;  ///< long values of the columns stand in several lines
  std::vector<std::pair<std::size_t, std::size_t>> blocks;  ///< from column, to before column

  Layout(const Pivot& pivot, std::size_t cell, std::size_t width) {
    constexpr std::size_t gap = 2;
    const std::size_t columns = pivot.column_values.size();
    std::size_t names = Table::width(pivot.rows);
    for (const std::string& value : pivot.row_values) names = std::max(names, Table::width(value));
    if (width > 0) names = std::min(names, width / 2);
    const auto taken = [&](std::size_t column) {
      const std::string& value = pivot.column_values[column];
      return gap + std::max(cell, wraps ? Table::header_width(value) : Table::width(value));
    };
    std::size_t all = names;
    for (std::size_t c = 0; c < columns; ++c) all += taken(c);
    if (width == 0 || all <= width) {
      blocks.emplace_back(0, columns);
      return;
    }
    wraps = true;
    for (std::size_t first = 0; first < columns;) {
      std::size_t last = first;
      for (std::size_t used = names; last < columns; ++last) {
        used += taken(last);
        if (used > width && last > first) break;
      }
      blocks.emplace_back(first, last);
      first = last;
    }
  }
};

std::string shown(const std::string& value) { return value.empty() ? "-" : value; }

}  // namespace

void check_pivot(const Procedure& procedure, const std::string& rows, const std::string& columns) {
  std::vector<std::string> names;
  for (const Parameter& parameter : procedure.parameters) names.push_back(parameter.name);
  for (const std::string& name : {rows, columns}) {
    if (procedure.parameter(name) != nullptr) continue;
    throw OptionError("--pivot", fmt::format("{} has no '{}'", procedure.name, name),
                      did_you_mean(name, names,
                                   fmt::format("two of its parameters: --pivot {} {} --show X",
                                               names.front(), names.back())));
  }
  if (rows == columns) {
    throw OptionError("--pivot", fmt::format("'{}' twice", rows),
                      "one parameter for the rows and another for the columns");
  }
}

Pivot pivot(std::span<const SituationOdds> results, const std::string& rows,
            const std::string& columns, const Quantity& quantity, double confidence) {
  const Scenario& scenario = *results.front().situation.scenario;
  const Procedure& procedure = scenario.procedure();
  check_pivot(procedure, rows, columns);
  Pivot pivot;
  pivot.rows = rows;
  pivot.columns = columns;
  for (const SituationOdds& result : results) {
    const std::vector<Argument> arguments = scenario.arguments(result.situation.index);
    const auto value = [&](const std::string& name) {
      return shown(arguments[position(procedure, name)].text);
    };
    std::vector<std::pair<std::string, std::string>> others;
    for (const std::string& name : scenario.varied()) {
      if (name != rows && name != columns) others.emplace_back(name, value(name));
    }
    auto table = std::find_if(pivot.tables.begin(), pivot.tables.end(),
                              [&](const PivotTable& known) { return known.others == others; });
    if (table == pivot.tables.end()) table = pivot.tables.insert(table, {others, {}});
    const std::size_t row = index_of(pivot.row_values, value(rows));
    const std::size_t column = index_of(pivot.column_values, value(columns));
    table->cells.resize(std::max(table->cells.size(), row + 1));
    table->cells[row].resize(std::max(table->cells[row].size(), column + 1));
    table->cells[row][column] = quantity.of(result, confidence);
  }
  return pivot;
}

std::string Pivot::title(const Quantity& quantity) const {
  const std::string of = subject.empty() ? "" : " of " + subject;
  return relative_to.empty() ? quantity.title() + of
                             : quantity.difference_title() + of + " against " + relative_to;
}

void relate(Pivot& pivot, const std::string& to) {
  const std::size_t equals = std::min(to.find('='), to.size());
  const std::string parameter = folded(to.substr(0, equals));
  const std::string value(trimmed(std::string_view(to).substr(std::min(equals + 1, to.size()))));
  const bool is_row = parameter == folded(pivot.rows);
  const auto& values = is_row ? pivot.row_values : pivot.column_values;
  const auto known = std::ranges::find(values, value);
  if ((!is_row && parameter != folded(pivot.columns)) || known == values.end()) {
    throw OptionError("--relative-to", fmt::format("no row or column '{}'", to),
                      fmt::format("such as {}={} or {}={}", pivot.rows, pivot.row_values.front(),
                                  pivot.columns, pivot.column_values.front()));
  }
  const auto base = static_cast<std::size_t>(known - values.begin());
  for (PivotTable& table : pivot.tables) {
    const std::vector<std::vector<Estimate>> before = table.cells;
    for (std::size_t r = 0; r < table.cells.size(); ++r) {
      for (std::size_t c = 0; c < table.cells[r].size(); ++c) {
        const Estimate& other = is_row ? before[base][c] : before[r][base];
        Estimate difference;
        if (!before[r][c].exists() || !other.exists()) {
          table.cells[r][c] = {};
          continue;
        }
        const double value_here = before[r][c].best() - other.best();
        if (before[r][c].exact && other.exact) {
          difference.exact = value_here;
        } else {
          difference.simulated = value_here;
          difference.interval = difference_interval(before[r][c], other);
        }
        table.cells[r][c] = difference;
      }
    }
  }
  pivot.relative_to = (is_row ? pivot.rows : pivot.columns) + " " + value;
}

std::string pivot_table(const Pivot& pivot, const Quantity& quantity, TableStyle style,
                        Shading shading, std::size_t width) {
  const Shades shades(pivot);
  const bool markdown = style == TableStyle::markdown;
  if (markdown || !shades.any()) shading = Shading::none;
  if (markdown) width = 0;
  std::size_t number_width = 0;
  for (const PivotTable& table : pivot.tables) {
    for (const auto& row : table.cells) {
      for (const Estimate& cell : row) {
        number_width = std::max(number_width, pivot.text(cell, quantity).size());
      }
    }
  }
  const auto text_of = [&](const Estimate& cell) {
    const std::string number = fmt::format("{:>{}}", pivot.text(cell, quantity), number_width);
    return shaded(number, cell.exists() ? shades.level(cell.best()) : 0, shading);
  };
  const Layout layout(pivot, Table::width(text_of(pivot.tables.front().cells.front().front())),
                      width);
  const std::string title = fmt::format("{}{}: {} down, {} across\n", markdown ? "### " : "",
                                        pivot.title(quantity), pivot.rows, pivot.columns);
  std::string text = wrapped(title, width);
  for (const PivotTable& table : pivot.tables) {
    text += "\n";
    if (!table.others.empty()) text += others_of(table) + (markdown ? "\n\n" : "\n");
    for (const auto& [first, last] : layout.blocks) {
      if (first > 0) text += "\n";
      std::vector<std::string> header = {pivot.rows};
      header.insert(header.end(), pivot.column_values.begin() + static_cast<std::ptrdiff_t>(first),
                    pivot.column_values.begin() + static_cast<std::ptrdiff_t>(last));
      Table grid(header);
      grid.fit(width);
      if (layout.wraps) grid.wrap_header();
      for (std::size_t r = 0; r < table.cells.size(); ++r) {
        std::vector<std::string> line = {pivot.row_values[r]};
        for (std::size_t c = first; c < last; ++c) line.push_back(text_of(table.cells[r][c]));
        grid.add(std::move(line));
      }
      text += grid.text(style);
    }
  }
  if (shading != Shading::none) text += "\n" + legend(shades, pivot, quantity, shading, width);
  return text;
}

HeatMap pivot_heat_map(const Pivot& pivot, const Quantity& quantity,
                       std::span<const SituationOdds> results, const ReportOptions& options) {
  const auto trials = [](const SituationOdds& result) { return result.odds.trials; };
  const auto [fewest, most] = std::ranges::minmax(results, {}, trials);
  HeatMap map;
  map.caption.title =
      pivot.subject.empty() ? common_situation(pointers_to(results)) : pivot.subject;
  map.caption.subtitle = results.front().situation.scenario->procedure().summary;
  map.rows = pivot.rows;
  map.columns = pivot.columns;
  map.unit = plain_name(quantity.title());
  if (!pivot.relative_to.empty()) map.unit = plain_name(pivot.title(quantity));
  if (quantity.is_probability() && pivot.relative_to.empty()) map.unit += " in %";
  map.caption.note = "exact odds";
  map.row_names = pivot.row_values;
  map.column_names = pivot.column_values;
  map.decimals = quantity.is_probability() ? 1 : 2;
  for (const PivotTable& table : pivot.tables) {
    HeatMap::Panel& panel = map.panels.emplace_back();
    panel.name = others_of(table);
    for (const auto& row : table.cells) {
      auto& cells = panel.cells.emplace_back();
      for (const Estimate& cell : row) {
        if (!cell.exists()) {
          cells.emplace_back();
          continue;
        }
        cells.emplace_back(quantity.is_probability() ? 100 * cell.best() : cell.best());
        if (!cell.exact) map.caption.note = trials_each(trials(fewest), trials(most), options.seed);
      }
    }
  }
  fit_scale(map);
  sign(map.caption, options.picture);
  return map;
}

std::string pivot_csv(const Pivot& pivot) {
  struct Row {
    const PivotTable& table;
    std::size_t row = 0;
  };
  CsvColumns<Row> columns;
  const auto& others = pivot.tables.front().others;
  for (std::size_t i = 0; i < others.size(); ++i) {
    columns.add(others[i].first, [i](const Row& line) { return line.table.others[i].second; });
  }
  columns.add(pivot.rows, [&](const Row& line) { return pivot.row_values[line.row]; });
  for (std::size_t c = 0; c < pivot.column_values.size(); ++c) {
    columns.add(pivot.columns + "=" + pivot.column_values[c], [c](const Row& line) {
      const Estimate& cell = line.table.cells[line.row][c];
      return cell.exists() ? std::optional(cell.best()) : std::nullopt;
    });
  }
  std::string text = columns.header();
  for (const PivotTable& table : pivot.tables) {
    for (std::size_t r = 0; r < table.cells.size(); ++r) columns.append(text, {table, r});
  }
  return text;
}

}  // namespace combat_odds
