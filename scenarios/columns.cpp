#include "combat_odds/scenarios/columns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "combat_odds/core/number_text.hpp"
#include "combat_odds/core/suggest.hpp"

namespace combat_odds {

Columns::Columns(const CsvTable& table, const std::vector<std::string>& required,
                 const std::vector<std::string>& optional)
    : table_(&table) {
  std::vector<std::string> known = required;
  known.insert(known.end(), optional.begin(), optional.end());
  known.emplace_back("note");
  for (const CsvCell& cell : table.header) {
    if (std::find(known.begin(), known.end(), cell.text) != known.end()) continue;
    throw InputError(table.place(cell), fmt::format("no column '{}' is known here", cell.text),
                     did_you_mean(cell.text, known, fmt::format("{}", fmt::join(known, ", "))));
  }
  for (const std::string& name : required) {
    if (table.column(name) >= 0) continue;
    throw InputError({table.file, 1, 1}, fmt::format("column '{}' is missing", name),
                     fmt::format("the first line has {}", fmt::join(required, ",")));
  }
}

CsvCell Columns::cell(const std::vector<CsvCell>& row, const std::string& column) const {
  const int position = table_->column(column);
  if (position < 0) return {"", row.front().line, row.front().column};
  return row[static_cast<std::size_t>(position)];
}

double positive_number(const CsvTable& table, const CsvCell& cell, const std::string& what) {
  const std::optional<double> value = number_in<double>(cell.text);
  if (!value || !std::isfinite(*value) || *value <= 0) {
    throw InputError(table.place(cell), fmt::format("{} '{}'", what, cell.text),
                     "a number above 0");
  }
  return *value;
}

int whole_number(const CsvTable& table, const CsvCell& cell, const std::string& what, int least,
                 int most) {
  const std::optional<int> value = number_in<int>(cell.text);
  if (!value || *value < least || *value > most) {
    throw InputError(table.place(cell), fmt::format("{} '{}'", what, cell.text),
                     fmt::format("a whole number from {} to {}", least, most));
  }
  return *value;
}

}  // namespace combat_odds
