#include "combat_odds/core/chart.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <shared_mutex>
#include <stdexcept>

#include "combat_odds/core/number_text.hpp"
#include "combat_odds/core/suggest.hpp"

namespace combat_odds {
namespace fs = std::filesystem;

struct Charts::Cache {
  std::shared_mutex mutex;
  std::map<std::pair<std::string, std::type_index>, std::shared_ptr<void>> tables;
};

Charts::Charts(std::span<const BuiltInChart> built_in, const std::string& directory)
    : cache_(std::make_unique<Cache>()) {
  constexpr std::string_view index_name = "/index.csv";
  for (const BuiltInChart& chart : built_in) {
    if (!chart.name.ends_with(index_name)) texts_.emplace(chart.name, chart.text);
  }
  for (const BuiltInChart& index : built_in) {
    if (!index.name.ends_with(index_name)) continue;
    const std::string folder(index.name.substr(0, index.name.size() - index_name.size() + 1));
    const CsvTable table = read_csv(index.text, std::string(index.name));
    const auto cell = [&](const auto& row, std::string_view column) {
      return row[static_cast<std::size_t>(chart_column(table, column))].text;
    };
    for (const auto& row : table.rows) {
      const std::string name = folder + cell(row, "file");
      sources_[name] = {name,
                        cell(row, "game"),
                        cell(row, "chart"),
                        cell(row, "rule"),
                        cell(row, "confidence"),
                        cell(row, "notes"),
                        ""};
    }
  }
  if (directory.empty()) return;
  std::error_code error;
  fs::recursive_directory_iterator files(directory, error);
  if (error) {
    throw InputError({directory, 0, 0}, fmt::format("cannot be read: {}", error.message()),
                     "a folder with your own charts, such as asl/ift.csv");
  }
  for (const auto& entry : files) {
    const fs::path& path = entry.path();
    if (!entry.is_regular_file() || path.extension() != ".csv" || path.filename() == "index.csv") {
      continue;
    }
    const std::string name = fs::relative(path, directory).generic_string();
    replace(name, path.string(), read_text_file(path.string()).text);
  }
}

Charts::Charts(std::span<const BuiltInChart> built_in, const std::vector<TextFile>& own)
    : Charts(built_in) {
  for (const TextFile& chart : own) replace(chart.name, chart.name, chart.text);
}

void Charts::replace(const std::string& name, const std::string& file, std::string text) {
  const auto known = sources_.find(name);
  if (known == sources_.end()) {
    throw InputError({file, 0, 0}, "is not a chart of this program",
                     did_you_mean(name, names(), "'combat-odds describe' names the charts"));
  }
  known->second.file = file;
  known->second.confidence = "user";
  known->second.notes = "the user's own copy";
  own_texts_[name] = std::move(text);
}

Charts::~Charts() = default;

const ChartSource& Charts::source(const std::string& name) const {
  const auto known = sources_.find(name);
  if (known == sources_.end()) throw std::logic_error("no chart " + name);
  return known->second;
}

std::vector<std::string> Charts::names() const {
  std::vector<std::string> all;
  for (const auto& [name, source] : sources_) all.push_back(name);
  return all;
}

std::vector<TextFile> Charts::own() const {
  std::vector<TextFile> all;
  for (const auto& [name, text] : own_texts_) all.push_back({name, text});
  return all;
}

CsvTable Charts::read(const std::string& name) const {
  if (const auto own = own_texts_.find(name); own != own_texts_.end()) {
    return read_csv(own->second, source(name).file);
  }
  const auto text = texts_.find(name);
  if (text == texts_.end()) throw std::logic_error("no text for chart " + name);
  return read_csv(text->second, name);
}

const std::shared_ptr<void>& Charts::cached(
    const std::string& name, std::type_index type,
    const std::function<std::shared_ptr<void>()>& make) const {
  const std::pair key(name, type);
  {
    const std::shared_lock lock(cache_->mutex);
    if (const auto known = cache_->tables.find(key); known != cache_->tables.end()) {
      return known->second;
    }
  }
  std::shared_ptr<void> table = make();
  const std::unique_lock lock(cache_->mutex);
  return cache_->tables.emplace(key, std::move(table)).first->second;
}

int chart_column(const CsvTable& chart, std::string_view name) {
  const int column = chart.column(name);
  if (column < 0) {
    throw InputError({chart.file, 1, 1}, fmt::format("column '{}' is missing", name),
                     "the columns of the chart that it replaces");
  }
  return column;
}

int chart_integer(const CsvTable& chart, const CsvCell& cell) {
  const std::optional<int> value = number_in<int>(cell.text);
  if (!value) {
    throw InputError(chart.place(cell), fmt::format("'{}' is not a whole number", cell.text),
                     "such as 7 or -1");
  }
  return *value;
}

}  // namespace combat_odds
