#include "core/text/chart.hpp"

#include <map>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>

#include "core/text/columns.hpp"
#include "core/text/suggest.hpp"

namespace combat_odds {

/// All charts, and the tables built from them.
struct Charts::Book {
  std::map<std::string, ChartSource> sources;
  std::map<std::string, std::string> texts;

  std::shared_mutex mutex;  ///< guards the tables
  std::map<std::pair<std::string, std::type_index>, std::shared_ptr<void>> tables;

  void put(const ChartSource& source, std::string text) {
    texts[source.name] = std::move(text);
    sources[source.name] = source;
    std::erase_if(tables, [&](const auto& entry) { return entry.first.first == source.name; });
  }
};

Charts::Charts(std::span<const BuiltInChart> built_in, const std::vector<TextFile>& own)
    : book_(std::make_shared<Book>()) {
  constexpr std::string_view index_name = "/index.csv";
  for (const BuiltInChart& chart : built_in) {
    if (!chart.name.ends_with(index_name)) book_->texts.emplace(chart.name, chart.text);
  }
  for (const BuiltInChart& index : built_in) {
    if (!index.name.ends_with(index_name)) continue;
    const std::string folder(index.name.substr(0, index.name.size() - index_name.size() + 1));
    const CsvTable table = read_csv(index.text, std::string(index.name));
    const Columns columns =
        Columns::of_chart(table, {"file", "game", "chart", "rule", "confidence", "notes"});
    for (const Columns::Row row : columns) {
      const std::string name = folder + row.text("file");
      book_->sources[name] = {name,
                              row.text("game"),
                              row.text("chart"),
                              row.text("rule"),
                              row.text("confidence"),
                              row.text("notes"),
                              ""};
    }
  }
  for (const TextFile& chart : own) replace(chart.name, chart.name, chart.text);
}

void Charts::replace(const std::string& name, const std::string& file, std::string text) {
  const auto known = book_->sources.find(name);
  if (known == book_->sources.end()) {
    throw InputError({file, 0, 0}, "is not a chart of this program",
                     did_you_mean(name, names(), "'combat-odds describe' names the charts"));
  }
  read_csv(text, file);  // reports a file that is no chart, even if no rule reads it
  ChartSource source = known->second;
  source.file = file;
  source.confidence = "user";
  source.notes = "the user's own copy";
  book_->put(source, std::move(text));
}

void Charts::add(ChartSource source, std::string text) { book_->put(source, std::move(text)); }

const ChartSource& Charts::source(const std::string& name) const {
  const auto known = book_->sources.find(name);
  if (known == book_->sources.end()) throw std::logic_error("no chart " + name);
  return known->second;
}

std::vector<std::string> Charts::names() const {
  std::vector<std::string> all;
  for (const auto& [name, source] : book_->sources) all.push_back(name);
  return all;
}

std::string_view Charts::text(const std::string& name) const {
  const auto known = book_->texts.find(name);
  if (known == book_->texts.end()) throw std::logic_error("no text for chart " + name);
  return known->second;
}

std::vector<TextFile> Charts::own() const {
  std::vector<TextFile> all;
  for (const auto& [name, source] : book_->sources) {
    if (!source.file.empty()) all.push_back({name, book_->texts.at(name)});
  }
  return all;
}

Charts Charts::recording(std::set<std::string>& read) const {
  Charts charts = *this;
  charts.read_ = &read;
  return charts;
}

CsvTable Charts::read(const std::string& name) const {
  const std::string& file = source(name).file;
  return read_csv(text(name), file.empty() ? name : file);
}

const std::shared_ptr<void>& Charts::cached(
    const std::string& name, std::type_index type,
    const std::function<std::shared_ptr<void>()>& make) const {
  const std::pair key(name, type);
  {
    const std::shared_lock lock(book_->mutex);
    if (const auto known = book_->tables.find(key); known != book_->tables.end()) {
      return known->second;
    }
  }
  std::shared_ptr<void> table = make();
  const std::unique_lock lock(book_->mutex);
  return book_->tables.emplace(key, std::move(table)).first->second;
}

}  // namespace combat_odds
