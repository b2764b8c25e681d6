#include "studies/balance/balance_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/text/columns.hpp"
#include "reports/text/text.hpp"
#include "reports/text/written_command.hpp"
#include "studies/balance/balance_report.hpp"

namespace combat_odds {
namespace {

/// A line of prices.csv.
struct Price {
  std::string unit;
  double listed = 0;
  double break_even = 0;
  double error = 0;
  bool at_most = false;
  double ratio = 0;
  double score = 0;
  int rank = 0;
};

/// The contents of the three files for one setting.
struct Setting {
  std::string text;
  std::vector<Price> prices;
  std::vector<std::vector<double>> holds;       ///< by unit and opponent
  std::vector<std::vector<double>> efficiency;  ///< by unit and target
  std::size_t intervals = 0;                    ///< of simulated duels
  std::size_t holding_exact = 0;                ///< of these, with the exact value inside
  std::string trials;
  std::string seed;
};

double number(const Columns::Row& row, const char* column) {
  return row.number(column).value_or(0);
}

Columns lines_of(const Folder& folder, const char* file, std::vector<std::string> columns) {
  return {folder.csv(file), std::move(columns), {}, Columns::Others::ignored};
}

constexpr int most = 1'000'000;

/// "60 points a side, range 4, DRM +2"
std::string setting_text(const Columns& prices, const Columns::Row& row) {
  std::string text = fmt::format("{} points a side", row.whole_number("points", 0, most));
  if (prices.has("range") && prices.has("drm")) {
    return text + fmt::format(", range {}, DRM {:+}", row.whole_number("range", 0, most),
                              row.whole_number("drm", -most, most));
  }
  return row.has("setting") ? text + ", " + row.text("setting") : text;
}

/// Settings come in blocks: prices.csv has a line for each unit, the other files one for each pair
/// of units.
std::vector<Setting> read_settings(const Folder& folder) {
  const Columns prices = lines_of(
      folder, "prices.csv",
      {"points", "unit", "listed", "break_even", "error", "at_most", "ratio", "score", "rank"});
  const Columns matrix =
      lines_of(folder, "matrix.csv", {"holds", "ci_low", "ci_high", "trials", "seed"});
  // Only lists of infantry have this file.
  std::optional<Columns> efficiency;
  if (folder.has("efficiency.csv")) efficiency = lines_of(folder, "efficiency.csv", {"total"});
  std::vector<Setting> settings;
  for (const Columns::Row row : prices) {
    const std::string unit = row.name("unit");
    if (settings.empty() || settings.back().prices.front().unit == unit) {
      settings.emplace_back().text = setting_text(prices, row);
    }
    settings.back().prices.push_back({unit, number(row, "listed"), number(row, "break_even"),
                                      number(row, "error"), row.truth("at_most", false),
                                      number(row, "ratio"), number(row, "score"),
                                      row.whole_number("rank", 1, most)});
  }
  prices.need_rows("unit");
  const std::size_t units = settings.front().prices.size();
  const std::size_t pairs = settings.size() * units * units;
  const Columns* const attacks = efficiency ? &*efficiency : nullptr;
  for (const Columns* const lines : {&matrix, attacks}) {
    if (lines == nullptr || lines->size() == pairs) continue;
    throw InputError({lines->file(), 1, 1}, fmt::format("{} lines, not {}", lines->size(), pairs),
                     "files of the same 'combat-odds balance'");
  }
  for (std::size_t i = 0; i < pairs; ++i) {
    Setting& setting = settings[i / (units * units)];
    const Columns::Row duel = matrix[i];
    if (i % units == 0) {
      setting.holds.emplace_back();
      setting.efficiency.emplace_back();
    }
    const double holds = number(duel, "holds");
    setting.holds.back().push_back(holds);
    if (efficiency) setting.efficiency.back().push_back(number((*efficiency)[i], "total"));
    const std::optional<double> low = duel.number("ci_low");
    const std::optional<double> high = duel.number("ci_high");
    if (!low || !high) continue;
    ++setting.intervals;
    setting.holding_exact += *low <= holds && holds <= *high ? 1 : 0;
    setting.trials = duel.text("trials");
    setting.seed = duel.text("seed");
  }
  return settings;
}

/// The unit whose break-even price is farthest from its listed one, by ratio.
const Price& worst_of(const Setting& setting) {
  const auto distance = [](const Price& price) { return std::abs(std::log(price.ratio)); };
  return *std::max_element(
      setting.prices.begin(), setting.prices.end(),
      [&](const Price& a, const Price& b) { return distance(a) < distance(b); });
}

std::string worth(const Price& price) {
  return fmt::format("{}{:.1f}", price.at_most ? "at most " : "", price.break_even);
}

void add_prices(Page& page, const Setting& setting) {
  std::vector<Price> prices = setting.prices;
  std::stable_sort(prices.begin(), prices.end(),
                   [](const Price& a, const Price& b) { return a.rank < b.rank; });
  PageTable table;
  table.header = {"unit", "score", "listed", "break-even", "error", "ratio"};
  for (const Price& price : prices) {
    table.rows.push_back({price.unit, percent(price.score), fmt::format("{:g}", price.listed),
                          worth(price), fmt::format("{:.1f}", price.error),
                          fmt::format("{:.2f}", price.ratio)});
  }
  page.table(table);
}

/// A heat map, or a table for each setting if the page has no pictures.
void add_map(Page& page, const HeatMap& map) {
  if (page.has_plots()) {
    add_figure(page, map, heat_map);
    return;
  }
  for (const HeatMap::Panel& panel : map.panels) {
    if (!panel.name.empty()) page.paragraph(panel.name);
    PageTable table;
    table.header = {"unit"};
    table.header.insert(table.header.end(), map.column_names.begin(), map.column_names.end());
    for (std::size_t r = 0; r < panel.cells.size(); ++r) {
      std::vector<std::string> row = {map.row_names[r]};
      for (const std::optional<double>& cell : panel.cells[r]) {
        row.push_back(cell ? cell_text(*cell, map.decimals) : "");
      }
      table.rows.push_back(std::move(row));
    }
    page.table(table);
  }
}

HeatMap efficiency_map(const std::vector<std::string>& units,
                       const std::vector<BalancePanel>& settings) {
  HeatMap map = balance_heat_map(units, settings);
  map.caption.title = "Points of the target affected in one attack, for each own point";
  map.columns = "target";
  map.unit = "points for each own point";
  map.decimals = 2;
  for (HeatMap::Panel& panel : map.panels) {
    for (auto& row : panel.cells) {
      for (std::optional<double>& cell : row) *cell /= 100;  // not percentages
    }
  }
  fit_scale(map);
  return map;
}

/// The lists of compared.csv, in order.
void add_compared(Page& page, const Folder& folder) {
  const Columns lines =
      lines_of(folder, "compared.csv", {"list", "unit", "listed", "break_even", "ratio", "score"});
  PageTable table;
  table.header = {"list", "unit", "score", "listed", "break-even", "ratio"};
  for (const Columns::Row row : lines) {
    table.rows.push_back({row.name("list"), row.name("unit"), percent(number(row, "score")),
                          fmt::format("{:g}", number(row, "listed")),
                          fmt::format("{:.1f}", number(row, "break_even")),
                          fmt::format("{:.2f}", number(row, "ratio"))});
  }
  page.table(table);
}

void add_answer(Page& page, const std::vector<Setting>& settings, const std::string& interval) {
  page.heading(2, "The answer in short");
  for (const Setting& setting : settings) {
    const Price& worst = worst_of(setting);
    page.paragraph(fmt::format("{}: worst priced is {}, listed at {:g}, worth {} here ({}).",
                               setting.text, worst.unit, worst.listed, worth(worst),
                               worst.ratio > 1 ? "too cheap" : "too dear"));
    if (setting.intervals == 0) continue;
    page.paragraph(fmt::format("Of {} simulated duels, {} have the exact chance inside their {}.",
                               setting.intervals, setting.holding_exact, interval));
  }
}

}  // namespace

std::string balance_page(const Folder& folder, PageFormat format) {
  const WrittenCommand command = read_command(folder);
  const std::vector<Setting> settings = read_settings(folder);
  const std::vector<ChartSource> charts = read_reported_charts(folder);
  std::vector<std::string> units;
  for (const Price& price : settings.front().prices) units.push_back(price.unit);
  std::vector<BalancePanel> holds;
  std::vector<BalancePanel> efficiency;
  for (const Setting& setting : settings) {
    BalancePanel panel{setting.text, setting.holds, {}};
    for (const Price& price : setting.prices) panel.ranks.push_back(price.rank);
    holds.push_back(panel);
    panel.holds = setting.efficiency;
    efficiency.push_back(std::move(panel));
  }
  const std::string title =
      fmt::format("Are the points of {} right?", stem(command.value("UNITS")));
  return page(format, title, [&](Page& page) {
    const Setting& first = settings.front();
    page.paragraph(fmt::format(
        "{} units, every one against every other at equal points{}; {} setting{}. "
        "Exact odds{}.",
        units.size(), folder.has("efficiency.csv") ? " in a stand-off" : "", settings.size(),
        settings.size() == 1 ? "" : "s",
        first.trials.empty()
            ? ""
            : fmt::format("; {} trials of each duel, seed {}", first.trials, first.seed)));
    add_answer(page, settings, command.interval());
    page.contents();

    const char* const left =
        folder.has("efficiency.csv") ? "unbroken units" : "units left to fight";
    page.heading(2, "Prices");
    page.paragraph(
        fmt::format("Score: 1 where only the unit's side has {} at the end, a half where both "
                    "have; on average against the others. Break-even: the price at which that "
                    "average is a half; error: how far it depends on the choice of opponents.",
                    left));
    for (const Setting& setting : settings) {
      if (settings.size() > 1) page.heading(3, setting.text);
      add_prices(page, setting);
    }

    if (folder.has("compared.csv")) {
      page.heading(2, "Lists beside each other");
      page.paragraph(
          "Every unit in each of the lists, on average over the settings; 'proposed' is the list "
          "with the prices that --propose found, balanced anew.");
      add_compared(page, folder);
    }

    page.heading(2, "Who holds against whom");
    page.paragraph(
        fmt::format("The chance in % that only the row's side has {} at the end.", left));
    add_map(page, balance_heat_map(units, holds));

    if (folder.has("efficiency.csv")) {
      page.heading(2, "What an attack is worth");
      page.paragraph(
          "Points of the column's unit that one attack by the row's unit is expected to eliminate "
          "or break, for each own point.");
      add_map(page, efficiency_map(units, efficiency));
    }

    add_charts(page, charts);
    add_command(page, "the same files", command.program, charts, command.line());
  });
}

}  // namespace combat_odds
