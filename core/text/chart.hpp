#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <typeindex>
#include <vector>

#include "core/text/csv.hpp"
#include "core/text/text_file.hpp"

namespace combat_odds {

/// A printed chart and where its numbers come from.
struct ChartSource {
  std::string name;  ///< "asl/ift.csv"
  std::string game;
  std::string title;
  std::string rule;
  std::string confidence;  ///< verbatim, one source, mixed, derived, unverified, conflict, user
  std::string notes;
  std::string file;  ///< empty: the built-in chart; else the user's own file
};

/// A chart that came with the program.
struct BuiltInChart {
  std::string_view name;
  std::string_view text;
};

/// The charts that procedures look things up in. Reading is checked and happens once; may be used
/// from several threads. Copies share the charts, and what is added to one is in all.
class Charts {
 public:
  /// `built_in` holds the charts and one index.csv per folder with the columns
  /// file, chart, rule, confidence, notes; `own` the user's own copies, named as the charts that
  /// they replace (see replace()).
  explicit Charts(std::span<const BuiltInChart> built_in, const std::vector<TextFile>& own = {});

  /// Puts the user's own copy in place of a chart. Throws InputError at `file`, with the nearest
  /// name, where there is no chart of that name.
  void replace(const std::string& name, const std::string& file, std::string text);
  /// Adds a chart that did not come with the program, or puts it in place of an earlier one.
  void add(ChartSource source, std::string text);

  const ChartSource& source(const std::string& name) const;
  std::vector<std::string> names() const;
  /// The text of a chart, as CSV.
  std::string_view text(const std::string& name) const;
  /// The user's own copies, by the names of the charts that they replace.
  std::vector<TextFile> own() const;

  /// The same charts; the name of each that is read through them is put into `read`, which must
  /// outlive them. That is how a report knows what a rule looked up.
  Charts recording(std::set<std::string>& read) const;
  /// Counts a chart as read.
  void record(std::string_view name) const {
    if (read_ != nullptr) read_->emplace(name);
  }

  /// The same for the same charts until one of them is replaced or added.
  struct Edition {
    std::shared_ptr<const void> charts = nullptr;
    std::uint64_t changes = 0;
    friend bool operator==(const Edition&, const Edition&) = default;
  };
  Edition edition() const;

  /// The chart as `Table`, which is constructed from the CsvTable once and checks it (InputError).
  template <class Table>
  const Table& get(std::string_view name) const {
    record(name);
    const std::shared_ptr<void>& table = cached(name, typeid(Table), [this, &name] {
      return std::static_pointer_cast<void>(std::make_shared<Table>(read(std::string(name))));
    });
    return *static_cast<const Table*>(table.get());
  }
  /// The same for a Table that stands in one chart only.
  template <class Table>
  const Table& get() const {
    return get<Table>(Table::chart_name);
  }

 private:
  struct Book;

  CsvTable read(const std::string& name) const;
  const std::shared_ptr<void>& cached(std::string_view name, std::type_index type,
                                      const std::function<std::shared_ptr<void>()>& make) const;

  std::shared_ptr<Book> book_;
  std::set<std::string>* read_ = nullptr;
};

}  // namespace combat_odds
