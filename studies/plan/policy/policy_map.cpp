#include "studies/plan/policy/policy_map.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/text/text.hpp"
#include "studies/plan/plan_report.hpp"

namespace combat_odds::red_barricades {

HeatMap policy_map(const AskedPlan& asked, const BuyingPolicy& policy, const std::string& title) {
  constexpr int most_rows = 30;
  int most_cpp = 0;
  for (const PolicyState& state : policy.likely) most_cpp = std::max(most_cpp, state.cpp);
  const int step = most_cpp / most_rows + 1;
  const auto rows = static_cast<std::size_t>(most_cpp / step) + 1;
  const std::size_t columns = asked.to() - asked.from() + 1;
  std::vector<std::vector<double>> spent(rows, std::vector<double>(columns, 0.0));
  std::vector<std::vector<double>> chance = spent;
  for (const PolicyState& state : policy.likely) {
    const auto row = static_cast<std::size_t>(state.cpp / step);
    spent[row][state.day - asked.from()] += state.chance * state.cost;
    chance[row][state.day - asked.from()] += state.chance;
  }
  HeatMap map;
  map.caption.title = title;
  map.caption.note = fmt::format("exact odds, {} states", policy.states);
  map.rows = "CPP at hand";
  map.columns = "day";
  map.unit = "CPP spent";
  for (std::size_t row = 0; row < rows; ++row) {
    const int first = static_cast<int>(row) * step;
    map.row_names.push_back(step == 1 ? fmt::format("{}", first)
                                      : fmt::format("{} to {}", first, first + step - 1));
  }
  HeatMap::Panel panel;
  panel.cells.assign(rows, std::vector<std::optional<double>>(columns));
  for (std::size_t column = 0; column < columns; ++column) {
    map.column_names.push_back(
        short_date(asked.charts().historical.dates()[asked.from() + column]));
    for (std::size_t row = 0; row < rows; ++row) {
      if (chance[row][column] > 0) {
        panel.cells[row][column] = spent[row][column] / chance[row][column];
      }
    }
  }
  map.panels.push_back(std::move(panel));
  map.decimals = 0;
  fit_scale(map);
  return map;
}

}  // namespace combat_odds::red_barricades
