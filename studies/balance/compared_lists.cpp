#include "studies/balance/compared_lists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/text/csv_columns.hpp"
#include "reports/tables/table.hpp"

namespace combat_odds {
namespace {

/// The means of a unit over all settings of a list.
struct Mean {
  double listed = 0;
  double break_even = 0;
  double ratio = 0;
  double score = 0;
  double share = 0;  ///< of what people would field; 0 where it is not to be had
};

Mean mean_of(const BalancedList& list, std::size_t unit) {
  Mean mean;
  double settings = 0;  // by their weights
  double all = 0;
  for (const BalanceResult& result : *list.results) {
    all += result.setting.weight;
    if (result.setting.has(unit)) settings += result.setting.weight;
  }
  for (const BalanceResult& result : *list.results) {
    if (!result.setting.has(unit)) continue;
    const double part = result.setting.weight / settings;
    mean.listed += part * std::log(result.setting.prices[unit]);
    mean.break_even += part * std::log(result.prices[unit].break_even);
    mean.score += part * result.prices[unit].score;
  }
  for (std::size_t s = 0; s < list.fields->size(); ++s) {
    mean.share += (*list.fields)[s].units[unit].share * (*list.results)[s].setting.weight / all;
  }
  mean.ratio = std::exp(mean.break_even - mean.listed);
  mean.listed = list.results->size() == 1 ? list.results->front().setting.prices[unit]
                                          : std::exp(mean.listed);
  mean.break_even = std::exp(mean.break_even);
  return mean;
}

bool tells_shares(const std::vector<BalancedList>& lists) { return !lists.front().fields->empty(); }

}  // namespace

std::string compared_csv(const std::vector<BalancedList>& lists) {
  struct Line {
    const BalancedList& list;
    std::string unit;
    Mean mean;
  };
  CsvColumns<Mean> means;
  means.add("listed", &Mean::listed)
      .add("break_even", &Mean::break_even)
      .add("ratio", &Mean::ratio)
      .add("score", &Mean::score);
  if (tells_shares(lists)) means.add("share", &Mean::share);
  CsvColumns<Line> columns;
  columns.add("list", [](const Line& line) { return line.list.name; })
      .add("unit", &Line::unit)
      .include(means, &Line::mean);
  std::string text = columns.header();
  for (const BalancedList& list : lists) {
    for (std::size_t i = 0; i < list.game->units().size(); ++i) {
      columns.append(text, {list, list.game->units()[i].name, mean_of(list, i)});
    }
  }
  return text;
}

std::string compared_table(const std::vector<BalancedList>& lists, TableStyle style) {
  std::vector<std::string> header = {"unit"};
  for (const BalancedList& list : lists) {
    header.push_back(list.name);
    header.emplace_back("score");
    if (tells_shares(lists)) header.emplace_back("fielded");
  }
  Table grid(header);
  const std::vector<BalanceUnit>& units = lists.front().game->units();
  for (std::size_t i = 0; i < units.size(); ++i) {
    std::vector<std::string> row = {units[i].name};
    for (const BalancedList& list : lists) {
      const std::vector<BalanceUnit>& others = list.game->units();
      const auto found = std::find_if(others.begin(), others.end(), [&](const BalanceUnit& other) {
        return other.name == units[i].name;
      });
      if (found == others.end()) {
        row.insert(row.end(), tells_shares(lists) ? 3 : 2, "-");
        continue;
      }
      const Mean mean = mean_of(list, static_cast<std::size_t>(found - others.begin()));
      row.push_back(fmt::format("{}", std::round(mean.listed * 100) / 100));
      row.push_back(percent(mean.score));
      if (tells_shares(lists)) row.push_back(percent(mean.share));
    }
    grid.add(std::move(row));
  }
  std::string text = grid.text(style);
  for (const BalancedList& list : lists) {
    double farthest = 0;
    for (std::size_t i = 0; i < list.game->units().size(); ++i) {
      farthest = std::max(farthest, std::abs(mean_of(list, i).score - 0.5));
    }
    text +=
        fmt::format("\n{}: every score within {:.1f} points of a half", list.name, 100 * farthest);
  }
  return text + "\n";
}

}  // namespace combat_odds
