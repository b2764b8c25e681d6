#pragma once

#include <optional>
#include <string>
#include <vector>

#include "combat_odds/core/csv.hpp"

namespace combat_odds {

/// A CSV file that this program wrote: a column that it is asked for must be there.
class Written {
 public:
  /// Throws InputError where the file of that folder cannot be read.
  Written(const std::string& directory, const char* name);

  const CsvTable& table() const { return table_; }
  const CsvCell& cell(const std::vector<CsvCell>& row, const char* column) const;
  const std::string& text(const std::vector<CsvCell>& row, const char* column) const {
    return cell(row, column).text;
  }
  /// Empty where there is no such column.
  std::string optional_text(const std::vector<CsvCell>& row, const char* column) const;
  /// Nothing where the cell is empty; throws InputError where it is no number.
  std::optional<double> number(const std::vector<CsvCell>& row, const char* column) const;

 private:
  CsvTable table_;
};

}  // namespace combat_odds
