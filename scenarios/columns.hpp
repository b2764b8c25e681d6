#pragma once

#include <string>
#include <vector>

#include "combat_odds/core/csv.hpp"

namespace combat_odds {

/// The columns of a CSV file with a fixed set of columns, some of which may be missing.
class Columns {
 public:
  /// Throws InputError where a required column is missing or one is not known (with the nearest
  /// name). A column `note` is always allowed.
  Columns(const CsvTable& table, const std::vector<std::string>& required,
          const std::vector<std::string>& optional);

  /// The cell of a row; an empty cell at the row's start where the column is missing.
  CsvCell cell(const std::vector<CsvCell>& row, const std::string& column) const;

 private:
  const CsvTable* table_;
};

/// A number above 0 in a cell; InputError otherwise. `what` names it.
double positive_number(const CsvTable& table, const CsvCell& cell, const std::string& what);

/// A whole number from `least` to `most` in a cell; InputError otherwise.
int whole_number(const CsvTable& table, const CsvCell& cell, const std::string& what, int least,
                 int most);

}  // namespace combat_odds
