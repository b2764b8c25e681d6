#include "core/text/chart.hpp"

#include <algorithm>
#include <list>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>

#include "core/text/columns.hpp"
#include "core/text/suggest.hpp"

namespace combat_odds {

/// All charts, and the tables built from them.
struct Charts::Book {
  /// A folder's charts as its index describes them, which is read when the first of them is asked
  /// for.
  class Folder {
   public:
    explicit Folder(const BuiltInChart& index)
        : name(index.name.substr(0, index.name.rfind('/') + 1)), index_(index) {}

    /// By name. May be called from several threads.
    const std::map<std::string, ChartSource>& sources() {
      std::call_once(read_, [&] {
        const CsvTable table = read_csv(index_.text, std::string(index_.name));
        const Columns columns =
            Columns::of_chart(table, {"file", "game", "chart", "rule", "confidence", "notes"});
        for (const Columns::Row row : columns) {
          const std::string chart = std::string(name) + row.text("file");
          sources_[chart] = {chart,
                             row.text("game"),
                             row.text("chart"),
                             row.text("rule"),
                             row.text("confidence"),
                             row.text("notes"),
                             ""};
        }
      });
      return sources_;
    }

    const std::string_view name;  ///< "asl/"

   private:
    const BuiltInChart& index_;
    std::once_flag read_;
    std::map<std::string, ChartSource> sources_;
  };

  struct Added {
    ChartSource source;
    std::string text;
  };

  std::span<const BuiltInChart> built_in;
  std::list<Folder> folders;
  std::uint64_t changes = 0;
  std::map<std::string, Added> added;  ///< stands in place of a built-in one of its name

  struct OfTable {
    std::string name;  ///< of the chart
    std::type_index type;
  };
  /// Finds by a view of the name, too: a rule looks its tables up in every situation.
  struct Before {
    using is_transparent = void;
    template <class One, class Other>
    bool operator()(const One& one, const Other& other) const {
      const int order = std::string_view(one.name).compare(other.name);
      return order != 0 ? order < 0 : one.type < other.type;
    }
  };
  std::shared_mutex mutex;  ///< guards the tables
  std::map<OfTable, std::shared_ptr<void>, Before> tables;

  const ChartSource* source(const std::string& name) {
    if (const auto own = added.find(name); own != added.end()) return &own->second.source;
    for (Folder& folder : folders) {
      if (!name.starts_with(folder.name)) continue;
      const auto known = folder.sources().find(name);
      if (known != folder.sources().end()) return &known->second;
    }
    return nullptr;
  }

  void put(const ChartSource& source, std::string text) {
    ++changes;
    added[source.name] = {source, std::move(text)};
    std::erase_if(tables, [&](const auto& entry) { return entry.first.name == source.name; });
  }
};

Charts::Charts(std::span<const BuiltInChart> built_in, const std::vector<TextFile>& own)
    : book_(std::make_shared<Book>()) {
  book_->built_in = built_in;
  for (const BuiltInChart& chart : built_in) {
    if (chart.name.ends_with("/index.csv")) book_->folders.emplace_back(chart);
  }
  for (const TextFile& chart : own) replace(chart.name, chart.name, chart.text);
}

void Charts::replace(const std::string& name, const std::string& file, std::string text) {
  const ChartSource* const known = book_->source(name);
  if (known == nullptr) {
    throw InputError({file}, "is not a chart of this program",
                     did_you_mean(name, names(), "'combat-odds describe' names the charts"));
  }
  read_csv(text, file);  // reports a file that is no chart, even if no rule reads it
  ChartSource source = *known;
  source.file = file;
  source.confidence = "user";
  source.notes = "the user's own copy";
  book_->put(source, std::move(text));
}

void Charts::add(ChartSource source, std::string text) { book_->put(source, std::move(text)); }

const ChartSource& Charts::source(const std::string& name) const {
  const ChartSource* const known = book_->source(name);
  if (known == nullptr) throw std::logic_error("no chart " + name);
  return *known;
}

std::vector<std::string> Charts::names() const {
  std::set<std::string> all;
  for (Book::Folder& folder : book_->folders) {
    for (const auto& [name, source] : folder.sources()) all.insert(name);
  }
  for (const auto& [name, chart] : book_->added) all.insert(name);
  return {all.begin(), all.end()};
}

std::string_view Charts::text(const std::string& name) const {
  if (const auto own = book_->added.find(name); own != book_->added.end()) return own->second.text;
  const auto known = std::ranges::find(book_->built_in, name, &BuiltInChart::name);
  if (known == book_->built_in.end()) throw std::logic_error("no text for chart " + name);
  return known->text;
}

std::vector<TextFile> Charts::own() const {
  std::vector<TextFile> all;
  for (const auto& [name, chart] : book_->added) {
    if (!chart.source.file.empty()) all.push_back({name, chart.text});
  }
  return all;
}

Charts Charts::recording(std::set<std::string>& read) const {
  Charts charts = *this;
  charts.read_ = &read;
  return charts;
}

Charts::Edition Charts::edition() const { return {book_, book_->changes}; }

CsvTable Charts::read(const std::string& name) const {
  const auto own = book_->added.find(name);
  const bool has_file = own != book_->added.end() && !own->second.source.file.empty();
  return read_csv(text(name), has_file ? own->second.source.file : name);
}

const std::shared_ptr<void>& Charts::cached(
    std::string_view name, std::type_index type,
    const std::function<std::shared_ptr<void>()>& make) const {
  struct {
    std::string_view name;
    std::type_index type;
  } const key{name, type};
  {
    const std::shared_lock lock(book_->mutex);
    if (const auto known = book_->tables.find(key); known != book_->tables.end()) {
      return known->second;
    }
  }
  std::shared_ptr<void> table = make();
  const std::unique_lock lock(book_->mutex);
  return book_->tables.emplace(Book::OfTable{std::string(name), type}, std::move(table))
      .first->second;
}

}  // namespace combat_odds
