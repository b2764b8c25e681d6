#include "combat_odds/studies/balance/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "combat_odds/core/csv.hpp"
#include "combat_odds/reports/grid.hpp"

namespace combat_odds {
namespace {

std::string setting_cells(const BalanceSetting& setting) {
  return fmt::format("{},{},{},", setting.points, setting.range, setting.drm);
}

double ratio(const BalanceUnit& unit, const FairPrice& price) {
  return price.break_even / unit.points;
}

}  // namespace

std::string matrix_header() {
  return "points,range,drm,unit,opponent,listed,opponent_listed,score,holds,opponent_holds,both,"
         "points_lost,opponent_points_lost,monte_carlo,ci_low,ci_high,trials,seed\n";
}

std::string matrix_lines(const std::vector<BalanceUnit>& units, const BalanceResult& result,
                         const ReportOptions& options) {
  std::string lines;
  for (std::size_t i = 0; i < units.size(); ++i) {
    for (std::size_t j = 0; j < units.size(); ++j) {
      const Duel& duel = result.duels[i][j];
      lines += setting_cells(result.setting);
      lines += fmt::format("{},{},{},{},{},{},{},{},{},{}", csv_name(units[i].name),
                           csv_name(units[j].name), units[i].points, units[j].points, duel.score(),
                           duel.holds, duel.loses, duel.both, duel.points_lost,
                           duel.points_lost_by_opponent);
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

std::string price_header() {
  return "points,range,drm,unit,listed,break_even,error,at_most,ratio,score,rank\n";
}

std::string price_lines(const std::vector<BalanceUnit>& units, const BalanceResult& result) {
  std::string lines;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const FairPrice& price = result.prices[i];
    lines += setting_cells(result.setting);
    lines += fmt::format("{},{},{},{},{},{},{},{}\n", csv_name(units[i].name), units[i].points,
                         price.break_even, price.error, price.at_most ? "true" : "false",
                         ratio(units[i], price), price.score, price.rank);
  }
  return lines;
}

std::string efficiency_header() { return "points,range,drm,unit,target,eliminated,broken,total\n"; }

std::string efficiency_lines(const std::vector<BalanceUnit>& units, const BalanceResult& result) {
  std::string lines;
  for (std::size_t i = 0; i < units.size(); ++i) {
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

std::string setting_text(const BalanceSetting& setting) {
  return fmt::format("{} points a side, range {}, DRM {:+}", setting.points, setting.range,
                     setting.drm);
}

BalancePanel balance_panel(const BalanceResult& result) {
  BalancePanel panel;
  panel.setting = setting_text(result.setting);
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

std::string balance_table(const std::vector<BalanceUnit>& units, const BalanceResult& result,
                          TableStyle style) {
  std::string text =
      (style == TableStyle::markdown ? "### " : "") + setting_text(result.setting) + "\n";
  if (style == TableStyle::markdown) text += "\n";
  std::vector<std::size_t> order(units.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return result.prices[a].rank < result.prices[b].rank;
  });
  Grid grid({"unit", "score", "listed", "break-even", "error", "ratio"});
  for (const std::size_t i : order) {
    const FairPrice& price = result.prices[i];
    grid.add({units[i].name, percent(price.score), fmt::format("{}", units[i].points),
              fmt::format("{}{:.1f}", price.at_most ? "<= " : "", price.break_even),
              fmt::format("{:.1f}", price.error), fmt::format("{:.2f}", ratio(units[i], price))});
  }
  text += grid.text(style);
  const std::size_t worst = worst_priced(units, result);
  const FairPrice& price = result.prices[worst];
  text +=
      fmt::format("\nworst priced: {}, listed at {}, worth {}{:.1f} here ({})\n", units[worst].name,
                  units[worst].points, price.at_most ? "at most " : "", price.break_even,
                  price.break_even > units[worst].points ? "too cheap" : "too dear");
  return text;
}

}  // namespace combat_odds
