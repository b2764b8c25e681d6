#include "sim/asl/to_hit/range_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/text/columns.hpp"
#include "core/text/number_text.hpp"

namespace combat_odds::asl {

RangeTable::RangeTable(const CsvTable& chart) : file_(chart.file) {
  int next = 0;
  for (std::size_t c = 1; c < chart.header.size(); ++c) {
    std::string_view heading = chart.header[c].text;
    const int from = number_at_front<int>(heading).value_or(-1);
    int to = from;
    if (heading == "+") {
      to = std::numeric_limits<int>::max() - 1;
    } else if (heading.starts_with("-")) {
      heading.remove_prefix(1);
      to = number_in<int>(heading).value_or(-1);
    }
    if (from != next || to < from) {
      throw InputError(chart.place(chart.header[c]),
                       fmt::format("range '{}'", chart.header[c].text),
                       "ranges from 0 on without a gap, such as 0-6, 7 and 8+");
    }
    from_.push_back(from);
    next = to + 1;
  }
  last_ = next - 1;
  const Columns columns = Columns::of_chart(chart, {});
  for (const Columns::Row row : columns) {
    auto& numbers = rows_[row.cells().front().text];
    for (std::size_t c = 1; c < chart.header.size(); ++c) {
      numbers.push_back(row.whole_number_if_any(chart.header[c].text));
    }
  }
}

std::optional<int> RangeTable::at(const std::string& row, int range) const {
  const auto found = rows_.find(row);
  if (found == rows_.end()) {
    throw InputError({file_, 1, 1}, fmt::format("no row '{}'", row),
                     "the rows of the chart that it replaces");
  }
  if (range > last_ || from_.empty()) return std::nullopt;
  const auto column = std::upper_bound(from_.begin(), from_.end(), range) - from_.begin() - 1;
  return found->second[static_cast<std::size_t>(column)];
}

}  // namespace combat_odds::asl
