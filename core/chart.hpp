#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <typeindex>
#include <vector>

#include "combat_odds/core/csv.hpp"
#include "combat_odds/core/text_file.hpp"

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

/// The charts that procedures look things up in: the built-in ones, any of them replaced by the
/// user's own copy. Reading is checked and happens once; may be used from several threads.
class Charts {
 public:
  /// `built_in` holds the charts and one index.csv per folder with the columns
  /// file, chart, rule, confidence, notes. `directory` (empty: none) holds the user's own copies,
  /// laid out as asl/ift.csv. Throws InputError where it holds a file that is no chart's name.
  explicit Charts(std::span<const BuiltInChart> built_in, const std::string& directory = "");
  /// With the user's own copies as texts, named as in own().
  Charts(std::span<const BuiltInChart> built_in, const std::vector<TextFile>& own);
  ~Charts();

  const ChartSource& source(const std::string& name) const;
  std::vector<std::string> names() const;
  /// The user's own copies, by the names of the charts that they replace.
  std::vector<TextFile> own() const;

  /// The chart as `Table`, which is constructed from the CsvTable once and checks it (InputError).
  template <class Table>
  const Table& get(const std::string& name) const {
    const std::shared_ptr<void>& table = cached(name, typeid(Table), [this, &name] {
      return std::static_pointer_cast<void>(std::make_shared<Table>(read(name)));
    });
    return *static_cast<const Table*>(table.get());
  }

 private:
  struct Cache;

  void replace(const std::string& name, const std::string& file, std::string text);
  CsvTable read(const std::string& name) const;
  const std::shared_ptr<void>& cached(const std::string& name, std::type_index type,
                                      const std::function<std::shared_ptr<void>()>& make) const;

  std::map<std::string, ChartSource> sources_;
  std::map<std::string, std::string_view> texts_;
  std::map<std::string, std::string> own_texts_;
  std::unique_ptr<Cache> cache_;
};

/// A column of a chart by name; InputError where the chart lacks it.
int chart_column(const CsvTable& chart, std::string_view name);

/// A whole number in a cell of a chart; InputError where it is none.
int chart_integer(const CsvTable& chart, const CsvCell& cell);

}  // namespace combat_odds
