#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/text/chart.hpp"

namespace combat_odds::asl {

/// A chart of whole numbers whose rows have names in its first column; cells may be empty where the
/// chart prints nothing.
class NamedNumbers {
 public:
  explicit NamedNumbers(const CsvTable& chart);

  /// The number in a row and column. Throws InputError where the chart (a user's own copy, say)
  /// lacks it.
  int at(std::string_view row, std::string_view column) const;
  /// Nothing where the chart prints none.
  std::optional<int> find(std::string_view row, std::string_view column) const;

 private:
  std::string file_;
  std::map<std::pair<std::string, std::string>, int, std::less<>> numbers_;
};

}  // namespace combat_odds::asl
