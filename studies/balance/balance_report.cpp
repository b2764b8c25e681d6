#include "studies/balance/balance_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "core/text/csv_columns.hpp"
#include "reports/tables/table.hpp"
#include "studies/points/points_report.hpp"

namespace combat_odds {

CsvColumns<BalanceSetting> own_setting_columns(const BalanceGame& game) {
  CsvColumns<BalanceSetting> columns;
  const std::vector<std::string> names = game.setting_columns();
  for (std::size_t c = 0; c < names.size(); ++c) {
    columns.add(names[c], [c](const BalanceSetting& setting) { return setting.cells[c]; });
  }
  return columns;
}

CsvColumns<BalanceSetting> setting_columns(const BalanceGame& game) {
  CsvColumns<BalanceSetting> columns;
  columns.add("points", &BalanceSetting::points)
      .include(own_setting_columns(game), [](const BalanceSetting& setting) { return &setting; });
  return columns;
}

CsvColumns<FairPrice> fair_price_columns() {
  CsvColumns<FairPrice> columns;
  columns.add("break_even", &FairPrice::break_even)
      .add("error", &FairPrice::error)
      .add("at_most", &FairPrice::at_most);
  return columns;
}

std::string price_text(double price) { return points_text(price); }

std::string setting_heading(const BalanceSetting& setting, TableStyle style) {
  return style == TableStyle::markdown ? "### " + setting.text() + "\n\n" : setting.text() + "\n";
}

namespace {

/// Whether anything costs more or less than its points.
bool has_rarity(const BalanceGame& game) {
  return std::any_of(game.settings().begin(), game.settings().end(),
                     [&](const BalanceSetting& setting) {
                       for (std::size_t i = 0; i < setting.prices.size(); ++i) {
                         if (setting.has(i) && setting.prices[i] != game.units()[i].points)
                           return true;
                       }
                       return false;
                     });
}

/// Whether a unit has something that the duel does not weigh.
bool has_not_priced(const BalanceGame& game) {
  return std::ranges::any_of(game.units(),
                             [](const BalanceUnit& unit) { return !unit.not_priced.empty(); });
}

/// A unit in one setting, and where a line compares two, the other.
struct UnitLine {
  const BalanceResult& result;
  std::size_t unit = 0;
  std::size_t other = 0;
};

double listed(const UnitLine& line) { return line.result.setting.prices[line.unit]; }
double other_listed(const UnitLine& line) { return line.result.setting.prices[line.other]; }
const FairPrice& price_of(const UnitLine& line) { return line.result.prices[line.unit]; }
const Duel& duel_of(const UnitLine& line) { return line.result.duels[line.unit][line.other]; }
const Efficiency& efficiency_of(const UnitLine& line) {
  return line.result.efficiency[line.unit][line.other];
}

/// The columns of the setting and the unit.
CsvColumns<UnitLine> unit_columns(const BalanceGame& game) {
  CsvColumns<UnitLine> columns;
  columns.include(setting_columns(game), [](const UnitLine& line) { return &line.result.setting; })
      .add("unit", [&](const UnitLine& line) { return game.units()[line.unit].name; });
  return columns;
}

auto other_name(const BalanceGame& game) {
  return [&](const UnitLine& line) { return game.units()[line.other].name; };
}

/// The units by the rank of their price, best value first.
std::vector<std::size_t> by_rank(const BalanceResult& result) {
  std::vector<std::size_t> order(result.prices.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t i) { return !result.setting.has(i); });
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return result.prices[a].rank < result.prices[b].rank;
  });
  return order;
}

/// Where the sides of a fight have roles, what is scored in each: score_as_attacker,
/// score_as_defender.
template <class Part>
CsvColumns<Part> role_columns(const BalanceGame& game, auto first, auto second) {
  CsvColumns<Part> columns;
  const auto [role_of_first, role_of_second] = game.roles();
  if (role_of_first.empty()) return columns;
  columns.add("score_as_" + role_of_first, first).add("score_as_" + role_of_second, second);
  return columns;
}

CsvColumns<UnitLine> matrix_columns(const BalanceGame& game, const ReportOptions& options) {
  CsvColumns<Duel> duel;
  duel.add("score", &Duel::score)
      .add("holds", &Duel::holds)
      .add("opponent_holds", &Duel::loses)
      .add("both", &Duel::both)
      .add("points_lost", &Duel::points_lost)
      .add("opponent_points_lost", &Duel::points_lost_by_opponent)
      .include(simulated_columns(),
               [&](const Duel& one) { return estimate(one.held, one.trials, options.confidence); })
      .include(played_columns(),
               [&](const Duel& one) {
                 return Played{one.trials, options.seed};
               })
      .include(role_columns<Duel>(
                   game, [](const Duel& one) { return one.score_in_first_role; },
                   [](const Duel& one) { return one.score_in_second_role(); }),
               [](const Duel& one) { return &one; });
  CsvColumns<UnitLine> columns = unit_columns(game);
  columns.add("opponent", other_name(game))
      .add("listed", listed)
      .add("opponent_listed", other_listed)
      .include(duel, duel_of);
  return columns;
}

CsvColumns<UnitLine> price_columns(const BalanceGame& game) {
  CsvColumns<UnitLine> columns = unit_columns(game);
  columns.add("listed", listed)
      .include(fair_price_columns(), price_of)
      .add("ratio", [](const UnitLine& line) { return line.result.ratio(line.unit); })
      .add("score", [](const UnitLine& line) { return price_of(line).score; })
      .add("rank", [](const UnitLine& line) { return price_of(line).rank; })
      .include(role_columns<FairPrice>(
                   game, [](const FairPrice& price) { return price.score_in_first_role; },
                   [](const FairPrice& price) { return price.score_in_second_role; }),
               price_of);
  if (game.is_simulated()) {
    columns.add("score_error", [](const UnitLine& line) { return price_of(line).score_error; });
  }
  if (has_not_priced(game)) {
    columns.add("not_priced",
                [&](const UnitLine& line) { return game.units()[line.unit].not_priced; });
  }
  if (!has_rarity(game)) return columns;
  const auto bpv = [&](const UnitLine& line) { return game.units()[line.unit].points; };
  columns.add("bpv", bpv)
      .add("rarity", [=](const UnitLine& line) { return listed(line) / bpv(line); })
      .add("fair_rarity",
           [=](const UnitLine& line) { return price_of(line).break_even / bpv(line); });
  return columns;
}

CsvColumns<UnitLine> efficiency_columns(const BalanceGame& game) {
  CsvColumns<Efficiency> attack;
  attack.add("eliminated", &Efficiency::eliminated)
      .add("broken", &Efficiency::broken)
      .add("total", [](const Efficiency& one) { return one.eliminated + one.broken; });
  CsvColumns<UnitLine> columns = unit_columns(game);
  columns.add("target", other_name(game)).include(attack, efficiency_of);
  return columns;
}

/// A line for each unit that is to be had, or where `pairs`, for each such unit and each other.
std::string unit_table(const BalanceGame& game, const std::vector<BalanceResult>& results,
                       const CsvColumns<UnitLine>& columns, bool pairs) {
  const std::size_t units = game.units().size();
  std::string text = columns.header();
  for (const BalanceResult& result : results) {
    for (std::size_t i = 0; i < units; ++i) {
      if (!result.setting.has(i)) continue;
      if (!pairs) columns.append(text, {result, i});
      for (std::size_t j = 0; pairs && j < units; ++j) {
        if (result.setting.has(j)) columns.append(text, {result, i, j});
      }
    }
  }
  return text;
}

}  // namespace

std::string matrix_csv(const BalanceGame& game, const std::vector<BalanceResult>& results,
                       const ReportOptions& options) {
  return unit_table(game, results, matrix_columns(game, options), true);
}

std::string price_csv(const BalanceGame& game, const std::vector<BalanceResult>& results) {
  return unit_table(game, results, price_columns(game), false);
}

std::string efficiency_csv(const BalanceGame& game, const std::vector<BalanceResult>& results) {
  return unit_table(game, results, efficiency_columns(game), true);
}

BalancePanel balance_panel(const BalanceResult& result) {
  BalancePanel panel;
  panel.setting = result.setting.text();
  const BalanceSetting& setting = result.setting;
  const std::size_t units = result.prices.size();
  for (std::size_t i = 0; i < units; ++i) {
    auto& holds = panel.holds.emplace_back();
    for (std::size_t j = 0; j < units; ++j) {
      const bool meet = setting.has(i) && setting.has(j);
      holds.push_back(meet ? result.duels[i][j].holds : std::numeric_limits<double>::quiet_NaN());
    }
    panel.ranks.push_back(setting.has(i) ? result.prices[i].rank : static_cast<int>(units));
  }
  return panel;
}

HeatMap balance_heat_map(const std::vector<std::string>& units,
                         const std::vector<BalancePanel>& settings, bool is_simulated) {
  const auto rank = [&](std::size_t unit) {
    int sum = 0;
    for (const BalancePanel& setting : settings) sum += setting.ranks[unit];
    return sum;
  };
  std::vector<std::size_t> order(units.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  HeatMap map;
  map.caption.title = "How often does the row's unit hold against the column's?";
  if (settings.size() == 1) map.caption.title += " " + settings.front().setting;
  map.rows = "unit, best value first";
  map.columns = "opponent";
  map.unit = "chance to hold in %";
  map.caption.note = is_simulated ? "simulated fights" : "exact odds";
  map.least = 0;
  map.greatest = 100;
  map.decimals = 0;
  for (const std::size_t unit : order) map.row_names.push_back(units[unit]);
  map.column_names = map.row_names;
  for (const BalancePanel& setting : settings) {
    HeatMap::Panel& panel = map.panels.emplace_back();
    if (settings.size() > 1) panel.name = setting.setting;
    for (const std::size_t unit : order) {
      auto& cells = panel.cells.emplace_back();
      for (const std::size_t opponent : order) {
        cells.emplace_back(100 * setting.holds[unit][opponent]);
      }
    }
  }
  return map;
}

std::string not_priced_words(const BalanceGame& game) {
  std::string text;
  for (const BalanceUnit& unit : game.units()) {
    if (unit.not_priced.empty()) continue;
    text += fmt::format("  {}: {}\n", unit.name, unit.not_priced);
  }
  if (!text.empty()) text = "not weighed by this duel, and so in no price here:\n" + text;
  return text;
}

std::string balance_table(const BalanceGame& game, const BalanceResult& result, TableStyle style) {
  const std::vector<BalanceUnit>& units = game.units();
  const BalanceSetting& setting = result.setting;
  std::string text = setting_heading(setting, style);
  const bool tells_rarity = setting.points > 0 && has_rarity(game);
  const auto [first_role, second_role] = game.roles();
  std::vector<std::string> header = {"unit", "score"};
  if (game.is_simulated()) header.emplace_back("+/-");
  if (!first_role.empty()) header.insert(header.end(), {"as " + first_role, "as " + second_role});
  header.insert(header.end(), {"listed", "break-even", "error", "ratio"});
  if (tells_rarity) header.insert(header.end(), {"BPV", "Rarity", "fair Rarity"});
  Table grid(header);
  for (const std::size_t i : by_rank(result)) {
    const FairPrice& price = result.prices[i];
    std::vector<std::string> row = {units[i].name, percent(price.score)};
    if (price.score_error) row.push_back(fmt::format("{:.2f}", 100 * 2 * *price.score_error));
    if (!first_role.empty()) {
      row.push_back(percent(price.score_in_first_role));
      row.push_back(percent(price.score_in_second_role));
    }
    row.insert(row.end(), {price_text(setting.prices[i]),
                           fmt::format("{}{:.1f}", price.at_most ? "<= " : "", price.break_even),
                           price.error ? fmt::format("{:.1f}", *price.error) : "-",
                           fmt::format("{:.2f}", result.ratio(i))});
    if (tells_rarity) {
      row.push_back(fmt::format("{}", units[i].points));
      row.push_back(price_text(setting.prices[i] / units[i].points));
      row.push_back(fmt::format("{:.2f}", price.break_even / units[i].points));
    }
    grid.add(std::move(row));
  }
  text += grid.text(style);
  if (!result.prices[by_rank(result).front()].error) {
    text += "\nno error: with two units there is no other choice of opponents\n";
  }
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (!setting.has(i)) missing.push_back(units[i].name);
  }
  if (!missing.empty()) text += fmt::format("\nnot to be had yet: {}\n", fmt::join(missing, ", "));
  const std::size_t worst = worst_priced(result);
  const FairPrice& price = result.prices[worst];
  text += fmt::format("\nworst priced: {}, listed at {}, worth {}{:.1f} here ({})\n",
                      units[worst].name, price_text(setting.prices[worst]),
                      price.at_most ? "at most " : "", price.break_even,
                      price.break_even > setting.prices[worst] ? "too cheap" : "too dear");
  text += fmt::format("{}\n", break_even_holds_alone);
  if (!first_role.empty()) {
    text += fmt::format(
        "each fight is fought twice, each side once as {}; the score is the mean of both\n",
        first_role);
  }
  if (game.is_simulated()) {
    text +=
        "the fights are simulated; +/-: two standard errors of the score in points of a hundred; "
        "the error of a price contains them\n";
  }
  if (tells_rarity) {
    text += fmt::format(
        "its Rarity of {} is most out of line with what it does: {:.2f} would be even\n",
        price_text(setting.prices[worst] / units[worst].points),
        price.break_even / units[worst].points);
  }
  return text;
}

namespace {

/// The parameters that vary over the settings, in order.
std::vector<std::string> varied(const std::vector<BalanceResult>& results) {
  std::vector<std::string> names;
  for (const auto& [name, value] : results.front().setting.values) names.push_back(name);
  return names;
}

std::string value_of(const BalanceSetting& setting, const std::string& name) {
  for (const auto& [known, value] : setting.values) {
    if (known == name) return value;
  }
  return {};
}

/// The least and the greatest mean ratio over the values of a parameter, and those values.
struct Ends {
  double least = 0;
  double greatest = 0;
  std::string least_at;
  std::string greatest_at;
};

Ends ends_of(std::size_t unit, const std::string& name, const std::vector<BalanceResult>& results) {
  std::vector<std::string> values;
  std::map<std::string, std::pair<double, int>> logs;  // the sum and the number
  for (const BalanceResult& result : results) {
    if (!result.setting.has(unit)) continue;
    const std::string value = value_of(result.setting, name);
    if (!logs.contains(value)) values.push_back(value);
    auto& [sum, count] = logs[value];
    sum += std::log(result.ratio(unit));
    ++count;
  }
  Ends ends;
  for (const std::string& value : values) {
    const double ratio = std::exp(logs[value].first / logs[value].second);
    if (ends.least_at.empty() || ratio < ends.least) {
      ends.least = ratio;
      ends.least_at = value;
    }
    if (ends.greatest_at.empty() || ratio > ends.greatest) {
      ends.greatest = ratio;
      ends.greatest_at = value;
    }
  }
  return ends;
}

}  // namespace

std::string sensitivity_csv(const BalanceGame& game, const std::vector<BalanceResult>& results) {
  Table table({"unit", "varied", "least_ratio", "least_at", "greatest_ratio", "greatest_at"});
  for (std::size_t i = 0; i < game.units().size(); ++i) {
    for (const std::string& name : varied(results)) {
      const Ends ends = ends_of(i, name, results);
      table.add(game.units()[i].name, name, ends.least, ends.least_at, ends.greatest,
                ends.greatest_at);
    }
  }
  return table.csv();
}

std::string sensitivity_table(const BalanceGame& game, const std::vector<BalanceResult>& results,
                              TableStyle style) {
  const std::vector<std::string> names = varied(results);
  if (names.empty()) return {};
  std::vector<std::string> header = {"ratio by"};
  header.insert(header.end(), names.begin(), names.end());
  std::vector<std::pair<double, std::vector<std::string>>> rows;
  for (std::size_t i = 0; i < game.units().size(); ++i) {
    double spread = 0;
    std::vector<std::string> row = {game.units()[i].name};
    for (const std::string& name : names) {
      const Ends ends = ends_of(i, name, results);
      spread = std::max(spread, std::log(ends.greatest / ends.least));
      row.push_back(fmt::format("{:.2f} ({}) to {:.2f} ({})", ends.least, ends.least_at,
                                ends.greatest, ends.greatest_at));
    }
    rows.emplace_back(spread, std::move(row));
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  Table grid(header);
  for (auto& [spread, row] : rows) grid.add(std::move(row));
  return grid.text(style);
}

}  // namespace combat_odds
