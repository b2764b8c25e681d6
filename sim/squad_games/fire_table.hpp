#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/text/chart.hpp"
#include "core/text/columns.hpp"

namespace combat_odds {

/// The layout that the Infantry Fire Tables of Squad Leader and ASL share: columns headed by
/// firepower, rows from a Final DR of "0 or less" to "15 or more".
template <class Result>
class FireTable {
 public:
  static constexpr int last_row = 15;

  /// Reads and checks the chart. `read_result` gives the Result of a cell, or nothing; `form` is
  /// the form of a result, for messages. Throws InputError.
  template <class ReadResult>
  FireTable(const CsvTable& chart, ReadResult&& read_result, const char* form) {
    const Columns columns = Columns::of_chart(chart, {"final_dr"});
    std::vector<std::string> headed;
    for (std::size_t c = 0; c < chart.header.size(); ++c) {
      if (chart.header[c].text == "final_dr") continue;
      const int heading = columns.heading(c);
      if (!headings_.empty() && heading <= headings_.back()) {
        throw InputError(chart.place(chart.header[c]), "the columns do not rise",
                         "firepower columns from low to high");
      }
      headings_.push_back(heading);
      headed.push_back(chart.header[c].text);
    }
    if (headings_.empty()) {
      throw InputError({chart.file, 1, 1}, "no firepower columns", "final_dr,1,2,4,...");
    }
    int expected = 0;
    for (const Columns::Row row : columns) {
      if (row.whole_number("final_dr") != expected || expected > last_row) {
        throw row.error("final_dr", "Final DR '" + row.text("final_dr") + "'",
                        "rows 0 to 15 in order");
      }
      ++expected;
      std::vector<Result>& results = rows_.emplace_back();
      for (const std::string& heading : headed) {
        const std::optional<Result> result = read_result(row.text(heading));
        if (!result) {
          throw row.error(heading, "'" + row.text(heading) + "' is not a result", form);
        }
        results.push_back(*result);
      }
    }
    if (expected != last_row + 1) {
      throw InputError({chart.file, static_cast<int>(chart.rows.size()) + 1, 1},
                       "the row for Final DR " + std::to_string(expected) + " is missing",
                       "rows 0 to 15");
    }
  }

  /// The rightmost column whose firepower is not above `firepower`; -1 if there is none.
  int column(double firepower) const {
    int column = -1;
    for (const int heading : headings_) column += heading <= firepower ? 1 : 0;
    return column;
  }
  /// The firepower that heads a column.
  int heading(int column) const { return headings_[static_cast<std::size_t>(column)]; }
  int columns() const { return static_cast<int>(headings_.size()); }

  /// The result in a column. Rows are clamped to the table's first and last. Column -1 (too little
  /// firepower) has no result.
  Result at(int column, int final_dr) const {
    if (column < 0) return {};
    const int row = std::clamp(final_dr, 0, last_row);
    return rows_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }

 private:
  std::vector<int> headings_;
  std::vector<std::vector<Result>> rows_;
};

}  // namespace combat_odds
