#include "studies/balance/balance_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/text/csv.hpp"
#include "reports/tables/grid.hpp"

namespace combat_odds {
namespace {

std::string setting_header(const BalanceGame& game) {
  std::string header = "points,";
  for (const std::string& column : game.setting_columns()) header += column + ",";
  return header;
}

std::string setting_cells(const BalanceSetting& setting) {
  std::string cells = fmt::format("{},", setting.points);
  for (const std::string& cell : setting.cells) cells += csv_field(cell) + ",";
  return cells;
}

bool has_rarity(const BalanceGame& game) {
  return std::any_of(game.settings().begin(), game.settings().end(),
                     [&](const BalanceSetting& setting) {
                       for (std::size_t i = 0; i < setting.prices.size(); ++i) {
                         if (setting.prices[i] != game.units()[i].points) return true;
                       }
                       return false;
                     });
}

/// The units by the rank of their price, best value first.
std::vector<std::size_t> by_rank(const BalanceResult& result) {
  std::vector<std::size_t> order(result.prices.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return result.prices[a].rank < result.prices[b].rank;
  });
  return order;
}

std::string rounded(double price) { return fmt::format("{}", std::round(price * 100) / 100); }

}  // namespace

std::string matrix_header(const BalanceGame& game) {
  return setting_header(game) +
         "unit,opponent,listed,opponent_listed,score,holds,opponent_holds,both,"
         "points_lost,opponent_points_lost,monte_carlo,ci_low,ci_high,trials,seed\n";
}

std::string matrix_lines(const BalanceGame& game, const BalanceResult& result,
                         const ReportOptions& options) {
  const std::vector<BalanceUnit>& units = game.units();
  const std::vector<double>& prices = result.setting.prices;
  std::string lines;
  for (std::size_t i = 0; i < units.size(); ++i) {
    for (std::size_t j = 0; j < units.size(); ++j) {
      const Duel& duel = result.duels[i][j];
      lines += setting_cells(result.setting);
      lines += fmt::format("{},{},{},{},{},{},{},{},{},{}", csv_name(units[i].name),
                           csv_name(units[j].name), prices[i], prices[j], duel.score(), duel.holds,
                           duel.loses, duel.both, duel.points_lost, duel.points_lost_by_opponent);
      if (duel.trials > 0) {
        const Interval interval = wilson_interval(duel.held, duel.trials, options.confidence);
        lines += fmt::format(",{},{},{},{},{}\n",
                             static_cast<double>(duel.held) / static_cast<double>(duel.trials),
                             interval.low, interval.high, duel.trials, options.seed);
      } else {
        lines += ",,,,,\n";
      }
    }
  }
  return lines;
}

std::string price_header(const BalanceGame& game) {
  return setting_header(game) + "unit,listed,break_even,error,at_most,ratio,score,rank" +
         (has_rarity(game) ? ",bpv,rarity,fair_rarity\n" : "\n");
}

std::string price_lines(const BalanceGame& game, const BalanceResult& result) {
  const bool tells_rarity = has_rarity(game);
  std::string lines;
  for (std::size_t i = 0; i < game.units().size(); ++i) {
    const BalanceUnit& unit = game.units()[i];
    const FairPrice& price = result.prices[i];
    lines += setting_cells(result.setting);
    lines += fmt::format("{},{},{},{},{},{},{},{}", csv_name(unit.name), result.setting.prices[i],
                         price.break_even, price.error, price.at_most ? "true" : "false",
                         result.ratio(i), price.score, price.rank);
    if (tells_rarity) {
      lines += fmt::format(",{},{},{}", unit.points, result.setting.prices[i] / unit.points,
                           price.break_even / unit.points);
    }
    lines += "\n";
  }
  return lines;
}

std::string efficiency_header(const BalanceGame& game) {
  return setting_header(game) + "unit,target,eliminated,broken,total\n";
}

std::string efficiency_lines(const BalanceGame& game, const BalanceResult& result) {
  const std::vector<BalanceUnit>& units = game.units();
  std::string lines;
  for (std::size_t i = 0; i < result.efficiency.size(); ++i) {
    for (std::size_t j = 0; j < units.size(); ++j) {
      const Efficiency& efficiency = result.efficiency[i][j];
      lines += setting_cells(result.setting);
      lines += fmt::format("{},{},{},{},{}\n", csv_name(units[i].name), csv_name(units[j].name),
                           efficiency.eliminated, efficiency.broken,
                           efficiency.eliminated + efficiency.broken);
    }
  }
  return lines;
}

BalancePanel balance_panel(const BalanceResult& result) {
  BalancePanel panel;
  panel.setting = result.setting.text;
  for (const auto& row : result.duels) {
    auto& holds = panel.holds.emplace_back();
    for (const Duel& duel : row) holds.push_back(duel.holds);
  }
  for (const FairPrice& price : result.prices) panel.ranks.push_back(price.rank);
  return panel;
}

HeatMap balance_heat_map(const std::vector<std::string>& units,
                         const std::vector<BalancePanel>& settings) {
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
  map.caption.note = "exact odds";
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

std::string balance_table(const BalanceGame& game, const BalanceResult& result, TableStyle style) {
  const std::vector<BalanceUnit>& units = game.units();
  const BalanceSetting& setting = result.setting;
  std::string text = (style == TableStyle::markdown ? "### " : "") + setting.text + "\n";
  if (style == TableStyle::markdown) text += "\n";
  const bool tells_rarity = has_rarity(game);
  std::vector<std::string> header = {"unit", "score", "listed", "break-even", "error", "ratio"};
  if (tells_rarity) header.insert(header.end(), {"BPV", "Rarity", "fair Rarity"});
  Grid grid(header);
  for (const std::size_t i : by_rank(result)) {
    const FairPrice& price = result.prices[i];
    std::vector<std::string> row = {
        units[i].name,
        percent(price.score),
        rounded(setting.prices[i]),
        fmt::format("{}{:.1f}", price.at_most ? "<= " : "", price.break_even),
        fmt::format("{:.1f}", price.error),
        fmt::format("{:.2f}", result.ratio(i))};
    if (tells_rarity) {
      row.push_back(fmt::format("{}", units[i].points));
      row.push_back(rounded(setting.prices[i] / units[i].points));
      row.push_back(fmt::format("{:.2f}", price.break_even / units[i].points));
    }
    grid.add(std::move(row));
  }
  text += grid.text(style);
  const std::size_t worst = worst_priced(result);
  const FairPrice& price = result.prices[worst];
  text +=
      fmt::format("\nworst priced: {}, listed at {}, worth {}{:.1f} here ({})\n", units[worst].name,
                  rounded(setting.prices[worst]), price.at_most ? "at most " : "", price.break_even,
                  price.break_even > setting.prices[worst] ? "too cheap" : "too dear");
  if (tells_rarity) {
    text += fmt::format(
        "its Rarity of {} is most out of line with what it does: {:.2f} would be even\n",
        rounded(setting.prices[worst] / units[worst].points),
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
  std::string text = "unit,varied,least_ratio,least_at,greatest_ratio,greatest_at\n";
  for (std::size_t i = 0; i < game.units().size(); ++i) {
    for (const std::string& name : varied(results)) {
      const Ends ends = ends_of(i, name, results);
      text += fmt::format("{},{},{},{},{},{}\n", csv_name(game.units()[i].name), name, ends.least,
                          csv_field(ends.least_at), ends.greatest, csv_field(ends.greatest_at));
    }
  }
  return text;
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
  Grid grid(header);
  for (auto& [spread, row] : rows) grid.add(std::move(row));
  return grid.text(style);
}

}  // namespace combat_odds
