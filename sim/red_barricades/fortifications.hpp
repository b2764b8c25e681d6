#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/columns.hpp"
#include "core/text/csv.hpp"

namespace combat_odds::red_barricades {

/// What fortifications cost in FPP.
class FortificationTable {
 public:
  static constexpr const char* chart_name = "red-barricades/fortifications.csv";
  explicit FortificationTable(const CsvTable& chart);

  /// The FPP of one, by its name on the chart, or "1-3-5 Pillbox": three times the sum of its
  /// numbers. Nothing where there is no such fortification.
  std::optional<int> fpp(const std::string& name) const;
  /// The FPP of the one that a line of a player's file names in the column fortification: those of
  /// its column fpp, where there are any. Throws InputError.
  int price(const Columns::Row& row) const;
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
  std::map<std::string, int> fpp_;
};

}  // namespace combat_odds::red_barricades
