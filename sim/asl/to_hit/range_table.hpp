#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/text/chart.hpp"

namespace combat_odds::asl {

/// A chart whose columns are headed by ranges in hexes ("0-6", "7", "55+") and whose rows have
/// names; a cell is empty where nothing can be hit or killed.
class RangeTable {
 public:
  explicit RangeTable(const CsvTable& chart);

  /// Nothing where the cell is empty or the range is beyond the chart. Throws InputError where the
  /// chart (a user's own copy, say) lacks the row.
  std::optional<int> at(const std::string& row, int range) const;

 private:
  std::string file_;
  std::vector<int> from_;  ///< the least range of each column
  int last_ = 0;           ///< the greatest of all; no end: INT_MAX
  std::map<std::string, std::vector<std::optional<int>>> rows_;
};

}  // namespace combat_odds::asl
