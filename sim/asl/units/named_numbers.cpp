#include "sim/asl/units/named_numbers.hpp"

#include <fmt/format.h>

#include "core/text/columns.hpp"

namespace combat_odds::asl {

NamedNumbers::NamedNumbers(const CsvTable& chart) : file_(chart.file) {
  const Columns columns = Columns::of_chart(chart, {});
  for (const Columns::Row row : columns) {
    const std::string& name = row.cells().front().text;
    for (std::size_t c = 1; c < chart.header.size(); ++c) {
      const std::string& column = chart.header[c].text;
      if (!row.has(column)) continue;
      const bool is_new =
          numbers_.emplace(std::pair(name, column), row.whole_number(column)).second;
      if (!is_new) {
        throw InputError(row.place(), fmt::format("a second row '{}'", name), "one row for each");
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
