#include "combat_odds/sim/asl/infantry/named_numbers.hpp"

#include <fmt/format.h>

namespace combat_odds::asl {

NamedNumbers::NamedNumbers(const CsvTable& chart) : file_(chart.file) {
  for (const auto& row : chart.rows) {
    for (std::size_t c = 1; c < row.size(); ++c) {
      if (row[c].text.empty()) continue;
      const auto [number, is_new] = numbers_.emplace(
          std::pair(row.front().text, chart.header[c].text), chart_integer(chart, row[c]));
      if (!is_new) {
        throw InputError(chart.place(row.front()),
                         fmt::format("a second row '{}'", row.front().text), "one row for each");
      }
    }
  }
}

std::optional<int> NamedNumbers::find(std::string_view row, std::string_view column) const {
  const auto found = numbers_.find(std::pair(std::string(row), std::string(column)));
  if (found == numbers_.end()) return std::nullopt;
  return found->second;
}

int NamedNumbers::at(std::string_view row, std::string_view column) const {
  const std::optional<int> number = find(row, column);
  if (!number) {
    throw InputError({file_, 1, 1}, fmt::format("no number for {} of '{}'", column, row),
                     "the rows and columns of the chart that it replaces");
  }
  return *number;
}

}  // namespace combat_odds::asl
