#include "combat_odds/reports/written.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "combat_odds/core/number_text.hpp"

namespace combat_odds {

Written::Written(const std::string& directory, const char* name)
    : table_(read_csv_file((std::filesystem::path(directory) / name).string())) {}

const CsvCell& Written::cell(const std::vector<CsvCell>& row, const char* column) const {
  const int index = table_.column(column);
  if (index < 0) {
    throw InputError({table_.file, 1, 1}, fmt::format("no column '{}'", column),
                     "a file that combat-odds wrote");
  }
  return row[static_cast<std::size_t>(index)];
}

std::string Written::optional_text(const std::vector<CsvCell>& row, const char* column) const {
  return table_.column(column) < 0 ? std::string() : text(row, column);
}

std::optional<double> Written::number(const std::vector<CsvCell>& row, const char* column) const {
  const CsvCell& found = cell(row, column);
  if (found.text.empty()) return std::nullopt;
  const std::optional<double> value = number_in<double>(found.text);
  if (!value) {
    throw InputError(table_.place(found), fmt::format("{} '{}'", column, found.text),
                     "a number, as combat-odds wrote it");
  }
  return value;
}

}  // namespace combat_odds
