#include "studies/balance/balance_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/text/columns.hpp"
#include "core/text/number_text.hpp"
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
  std::optional<double> error;
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
  bool is_simulated = false;  ///< no exact values
};

double number(const Columns::Row& row, const char* column) {
  return row.number(column).value_or(0);
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

/// Settings come in blocks: prices.csv has a line for each unit that is to be had, the other files
/// one for each pair of them.
std::vector<Setting> read_settings(const Folder& folder) {
  const Columns prices = reported_lines(
      folder, "prices.csv",
      {"points", "unit", "listed", "break_even", "error", "at_most", "ratio", "score", "rank"});
  const Columns matrix =
      reported_lines(folder, "matrix.csv", {"holds", "ci_low", "ci_high", "trials", "seed"});
  // Only lists of infantry have this file.
  std::optional<Columns> efficiency;
  if (folder.has("efficiency.csv"))
    efficiency = reported_lines(folder, "efficiency.csv", {"total"});
  std::vector<Setting> settings;
  for (const Columns::Row row : prices) {
    const std::string unit = row.name("unit");
    const std::string text = setting_text(prices, row);
    if (settings.empty() || settings.back().text != text ||
        std::ranges::find(settings.back().prices, unit, &Price::unit) !=
            settings.back().prices.end()) {
      settings.emplace_back().text = text;
      settings.back().is_simulated = row.has("score_error");
    }
    settings.back().prices.push_back({unit, number(row, "listed"), number(row, "break_even"),
                                      row.number("error"), row.truth("at_most", false),
                                      number(row, "ratio"), number(row, "score"),
                                      row.whole_number("rank", 1, most)});
  }
  prices.need_rows("unit");
  std::size_t pairs = 0;
  for (const Setting& setting : settings) pairs += setting.prices.size() * setting.prices.size();
  const Columns* const attacks = efficiency ? &*efficiency : nullptr;
  for (const Columns* const lines : {&matrix, attacks}) {
    if (lines == nullptr || lines->size() == pairs) continue;
    throw InputError({lines->file(), 1, 1}, fmt::format("{} lines, not {}", lines->size(), pairs),
                     "files of the same 'combat-odds balance'");
  }
  std::size_t line = 0;
  for (Setting& setting : settings) {
    const std::size_t units = setting.prices.size();
    for (std::size_t pair = 0; pair < units * units; ++pair, ++line) {
      const Columns::Row duel = matrix[line];
      if (pair % units == 0) {
        setting.holds.emplace_back();
        setting.efficiency.emplace_back();
      }
      const double holds = number(duel, "holds");
      setting.holds.back().push_back(holds);
      if (efficiency) setting.efficiency.back().push_back(number((*efficiency)[line], "total"));
      const std::optional<double> low = duel.number("ci_low");
      const std::optional<double> high = duel.number("ci_high");
      if (!low || !high) continue;
      ++setting.intervals;
      setting.holding_exact += *low <= holds && holds <= *high ? 1 : 0;
      setting.trials = duel.text("trials");
      setting.seed = duel.text("seed");
    }
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
  Table table({"unit", "score", "listed", "break-even", "error", "ratio"});
  for (const Price& price : prices) {
    table.add({price.unit, percent(price.score), fmt::format("{:g}", price.listed), worth(price),
               price.error ? fmt::format("{:.1f}", *price.error) : "-",
               fmt::format("{:.2f}", price.ratio)});
  }
  page.table(table);
  page.paragraph(std::string(break_even_holds_alone) + ".");
}

/// A heat map, or a table for each setting if the page has no pictures.
void add_map(Page& page, const HeatMap& map) {
  if (page.has_plots()) {
    add_figure(page, map, heat_map);
    return;
  }
  for (const HeatMap::Panel& panel : map.panels) {
    if (!panel.name.empty()) page.paragraph(panel.name);
    Table table;
    table.header = {"unit"};
    table.header.insert(table.header.end(), map.column_names.begin(), map.column_names.end());
    for (std::size_t r = 0; r < panel.cells.size(); ++r) {
      std::vector<std::string> row = {map.row_names[r]};
      for (const std::optional<double>& cell : panel.cells[r]) {
        row.push_back(cell && std::isfinite(*cell) ? cell_text(*cell, map.decimals) : "");
      }
      table.add(std::move(row));
    }
    page.table(table);
  }
}

HeatMap efficiency_map(const std::vector<std::string>& units,
                       const std::vector<BalancePanel>& settings) {
  HeatMap map = balance_heat_map(units, settings, false);
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
  page.heading(2, "Lists beside each other");
  page.paragraph(
      "Every unit in each of the lists, on average over the settings; 'proposed' is the list "
      "with the prices that --propose found, balanced anew.");
  const Columns lines = reported_lines(folder, "compared.csv",
                                       {"list", "unit", "listed", "break_even", "ratio", "score"});
  Table table({"list", "unit", "score", "listed", "break-even", "ratio"});
  const bool tells_shares = lines.has("share");
  if (tells_shares) table.header.emplace_back("fielded");
  for (const Columns::Row row : lines) {
    std::vector<std::string> cells = {row.name("list"),
                                      row.name("unit"),
                                      percent(number(row, "score")),
                                      fmt::format("{:g}", number(row, "listed")),
                                      fmt::format("{:.1f}", number(row, "break_even")),
                                      fmt::format("{:.2f}", number(row, "ratio"))};
    if (tells_shares) cells.push_back(percent(number(row, "share")));
    table.add(std::move(cells));
  }
  page.table(table);
}

/// Some columns of a file as a table: texts as they are, numbers shortened. With `only_with` the
/// lines that have more than nothing in that column.
void add_file(Page& page, const Folder& folder, const char* file,
              const std::vector<std::pair<const char*, const char*>>& columns,
              const char* only_with = nullptr) {
  std::vector<std::string> names;
  Table table;
  for (const auto& [name, heading] : columns) {
    names.emplace_back(name);
    table.header.emplace_back(heading);
  }
  const Columns lines = reported_lines(folder, file, names);
  const bool has_setting = lines.has("setting");
  if (has_setting) table.header.insert(table.header.begin(), "setting");
  for (const Columns::Row row : lines) {
    if (only_with != nullptr && !(number(row, only_with) > 0)) continue;
    std::vector<std::string> cells;
    if (has_setting) cells.push_back(row.text("setting"));
    for (const std::string& name : names) {
      const std::optional<double> value = number_in<double>(row.text(name));
      cells.push_back(value ? fmt::format("{:.4g}", *value) : row.name(name.c_str()));
    }
    table.add(std::move(cells));
  }
  page.table(table);
}

void add_field(Page& page, const Folder& folder) {
  page.heading(2, "What people would field");
  page.paragraph(
      "How often each unit is taken where nobody can do better, its score against that mix, and the "
      "prices at which, or below which, it is fielded and drives out the rest.");
  add_file(page, folder, "field.csv",
           {{"unit", "unit"},
            {"share", "share"},
            {"score", "score"},
            {"listed", "listed"},
            {"enters_at", "fielded at"},
            {"alone_at", "alone at"}});
}

void add_armies(Page& page, const Folder& folder) {
  page.heading(2, "Armies of several kinds");
  page.paragraph("Which of them are taken where nobody can do better; armies.csv has the others.");
  add_file(page, folder, "armies.csv", {{"army", "army"}, {"share", "share"}, {"score", "score"}},
           "share");
}

void add_together(Page& page, const Folder& folder) {
  page.heading(2, "All settings together");
  page.paragraph("The score is the mean over the settings, each by its weight.");
  std::vector<std::pair<const char*, const char*>> columns = {{"unit", "unit"},
                                                              {"mean_score", "score"},
                                                              {"listed", "listed"},
                                                              {"break_even", "break-even"},
                                                              {"ratio", "ratio"}};
  if (folder.csv("together.csv").column("share") >= 0) columns.emplace_back("share", "fielded");
  add_file(page, folder, "together.csv", columns);
}

void add_rarity(Page& page, const Folder& folder) {
  page.heading(2, "Which Rarity would fit");
  page.paragraph("At the fitting Rarities what people would field is what there was.");
  add_file(page, folder, "rarity.csv",
           {{"unit", "unit"},
            {"available", "available"},
            {"share_there", "of the points"},
            {"rarity", "Rarity"},
            {"fitting_rarity", "fitting"},
            {"off", "listed over fitting"}});
}

void add_steps(Page& page, const Folder& folder) {
  page.heading(2, "One step more or less");
  page.paragraph(
      "One unit at a time with a little more or less of one column, all others as listed; worth: "
      "how many points more it may cost.");
  add_file(page, folder, "steps.csv",
           {{"unit", "unit"},
            {"column", "column"},
            {"from", "from"},
            {"to", "to"},
            {"score", "score"},
            {"worth", "worth"},
            {"share_before", "fielded before"},
            {"share", "fielded then"}});
}

void add_answer(Page& page, const std::vector<Setting>& settings, const std::string& interval) {
  page.heading(2, "The answer in short");
  for (const Setting& setting : settings) {
    const Price& worst = worst_of(setting);
    page.paragraph(fmt::format("{}: worst priced is {}, listed at {:g}, worth {} here ({}).",
                               setting.text, worst.unit, worst.listed, worth(worst),
                               worst.ratio > 1 ? "too cheap" : "too dear"));
    if (setting.is_simulated) {
      page.paragraph(fmt::format("The fights were simulated, {} trials each.", setting.trials));
    }
    if (setting.intervals == 0 || setting.is_simulated) continue;
    page.paragraph(fmt::format("Of {} simulated duels, {} have the exact chance inside their {}.",
                               setting.intervals, setting.holding_exact, interval));
  }
}

/// The files of a folder as the page needs them.
struct Written {
  WrittenCommand command;
  std::vector<Setting> settings;
  std::vector<ChartSource> charts;
  bool has_efficiency = false;  ///< only infantry has one

  /// Who holds, or what an attack is worth, in each setting.
  std::vector<BalancePanel> panels(std::vector<std::vector<double>> Setting::*cells) const {
    const std::vector<std::string> names = units();
    std::vector<BalancePanel> all;
    for (const Setting& setting : settings) {
      std::vector<std::optional<std::size_t>> position;  // of each unit in the setting
      BalancePanel& panel = all.emplace_back();
      panel.setting = setting.text;
      for (const std::string& name : names) {
        const auto price = std::ranges::find(setting.prices, name, &Price::unit);
        const bool is_there = price != setting.prices.end();
        panel.ranks.push_back(is_there ? price->rank : static_cast<int>(names.size()));
        position.emplace_back();
        if (is_there) position.back() = price - setting.prices.begin();
      }
      for (const auto& row : position) {
        auto& numbers = panel.holds.emplace_back();
        for (const auto& column : position) {
          numbers.push_back(row && column ? (setting.*cells)[*row][*column]
                                          : std::numeric_limits<double>::quiet_NaN());
        }
      }
    }
    return all;
  }
  /// Those of all settings.
  std::vector<std::string> units() const {
    std::vector<std::string> names;
    for (const Setting& setting : settings) {
      for (const Price& price : setting.prices) {
        if (std::ranges::find(names, price.unit) == names.end()) names.push_back(price.unit);
      }
    }
    return names;
  }
  const char* left() const { return has_efficiency ? "unbroken units" : "units left to fight"; }
};

void add_matched(Page& page, const Written& written) {
  const Setting& first = written.settings.front();
  const std::size_t settings = written.settings.size();
  page.paragraph(fmt::format(
      "{} units, every one against every other at equal points{}; {} setting{}. Exact odds{}.",
      written.units().size(), written.has_efficiency ? " in a stand-off" : "", settings,
      settings == 1 ? "" : "s",
      first.trials.empty()
          ? ""
          : fmt::format("; {} trials of each duel, seed {}", first.trials, first.seed)));
}

void add_all_prices(Page& page, const Written& written) {
  page.heading(2, "Prices");
  page.paragraph(
      fmt::format("Score: 1 where only the unit's side has {} at the end, a half where both "
                  "have; on average against the others. Break-even: the price at which that "
                  "average is a half; error: how far it depends on the choice of opponents.",
                  written.left()));
  for (const Setting& setting : written.settings) {
    if (written.settings.size() > 1) page.heading(3, setting.text);
    add_prices(page, setting);
  }
}

void add_maps(Page& page, const Written& written) {
  page.heading(2, "Who holds against whom");
  page.paragraph(
      fmt::format("The chance in % that only the row's side has {} at the end.", written.left()));
  add_map(page, balance_heat_map(written.units(), written.panels(&Setting::holds),
                                 written.settings.front().is_simulated));
  if (!written.has_efficiency) return;
  page.heading(2, "What an attack is worth");
  page.paragraph(
      "Points of the column's unit that one attack by the row's unit is expected to eliminate "
      "or break, for each own point.");
  add_map(page, efficiency_map(written.units(), written.panels(&Setting::efficiency)));
}

/// The page of one force against another.
std::string against_page(const Folder& folder, PageFormat format) {
  const WrittenCommand command = read_command(folder);
  const std::vector<ChartSource> charts = read_reported_charts(folder);
  const std::string title =
      fmt::format("{} against {}", stem(command.value("UNITS")), stem(command.value("--against")));
  return page(format, title, [&](Page& page) {
    page.heading(2, "Who wins, and what is lost");
    add_file(page, folder, "against.csv",
             {{"force", "force"},
              {"cost", "points"},
              {"wins", "wins"},
              {"neither", "neither"},
              {"points_lost", "points lost"}});
    page.heading(2, "What would make it even");
    page.paragraph(
        "So many of a unit make the chances even; at the even price they make both forces cost the "
        "same.");
    add_file(page, folder, "even.csv",
             {{"force", "force"},
              {"unit", "unit"},
              {"number", "number"},
              {"listed", "listed"},
              {"even_number", "even number"},
              {"even_price", "even price"}});
    add_charts(page, charts);
    add_command(page, "the same files", command.program, charts, command.line());
  });
}

}  // namespace

std::string balance_page(const Folder& folder, PageFormat format) {
  if (folder.has("against.csv")) return against_page(folder, format);
  const Written written{read_command(folder), read_settings(folder), read_reported_charts(folder),
                        folder.has("efficiency.csv")};
  const WrittenCommand& command = written.command;
  const std::string title =
      fmt::format("Are the points of {} right?", stem(command.value("UNITS")));
  return page(format, title, [&](Page& page) {
    add_matched(page, written);
    add_answer(page, written.settings, command.interval());
    page.contents();
    add_all_prices(page, written);
    if (folder.has("together.csv")) add_together(page, folder);
    if (folder.has("field.csv")) add_field(page, folder);
    if (folder.has("armies.csv")) add_armies(page, folder);
    if (folder.has("rarity.csv")) add_rarity(page, folder);
    if (folder.has("steps.csv")) add_steps(page, folder);
    if (folder.has("compared.csv")) add_compared(page, folder);
    add_maps(page, written);
    add_charts(page, written.charts);
    add_command(page, "the same files", command.program, written.charts, command.line());
  });
}

}  // namespace combat_odds
