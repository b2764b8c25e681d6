#include "combat_odds/reports/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "combat_odds/core/csv.hpp"
#include "combat_odds/core/number_text.hpp"
#include "combat_odds/core/text_file.hpp"
#include "combat_odds/reports/output_files.hpp"

namespace combat_odds {
namespace {

const char* method_name(Method method) { return method == Method::both ? "both" : "monte-carlo"; }

/// The one line of a shard.csv.
struct ShardInfo {
  Place place;
  std::uint64_t number = 0;
  std::uint64_t count = 0;
  std::string run;  ///< what all shards of a run have in common
  ReportOptions report;
};

std::string in(const std::string& directory, const char* file) {
  return (std::filesystem::path(directory) / file).string();
}

std::string contents(const std::string& path) {
  return read_text_file(path, "the reports of a shard").text;
}

template <class Number>
Number read(const CsvTable& table, const CsvCell& cell) {
  const std::optional<Number> value = number_in<Number>(cell.text);
  if (!value) {
    throw InputError(table.place(cell), fmt::format("'{}' is not a number", cell.text),
                     "the file as 'run' wrote it");
  }
  return *value;
}

const CsvCell& cell_of(const CsvTable& table, const std::vector<CsvCell>& row, const char* name) {
  const int column = table.column(name);
  if (column < 0) {
    throw InputError({table.file, 1, 1}, fmt::format("column '{}' is missing", name),
                     "the file as 'run' wrote it");
  }
  return row[static_cast<std::size_t>(column)];
}

ShardInfo read_info(const std::string& directory) {
  const CsvTable table = read_csv_file(in(directory, shard_file));
  if (table.rows.size() != 1) {
    throw InputError({table.file, 1, 1}, "not the file of one shard", "one line under the first");
  }
  const auto& row = table.rows.front();
  ShardInfo info;
  info.place = table.place(row.front());
  info.number = read<std::uint64_t>(table, cell_of(table, row, "shard"));
  info.count = read<std::uint64_t>(table, cell_of(table, row, "shards"));
  info.report.seed = read<std::uint64_t>(table, cell_of(table, row, "seed"));
  info.report.confidence = read<double>(table, cell_of(table, row, "confidence"));
  info.report.method =
      cell_of(table, row, "method").text == "both" ? Method::both : Method::monte_carlo;
  for (std::size_t c = 1; c < row.size(); ++c) info.run += row[c].text + ",";
  info.run += contents(in(directory, "situations.csv")) + contents(in(directory, "charts.csv"));
  return info;
}

/// Checks that the shards are all of one run; gives its options.
ReportOptions check_shards(const std::vector<std::string>& directories) {
  std::map<std::uint64_t, std::string> seen;
  ShardInfo first;
  for (const std::string& directory : directories) {
    const ShardInfo info = read_info(directory);
    if (seen.empty()) first = info;
    if (info.run != first.run) {
      throw InputError(info.place, fmt::format("not a shard of the run of {}", directories.front()),
                       "the same scenarios, charts, trials, seed and options");
    }
    const auto [other, is_new] = seen.emplace(info.number, directory);
    if (!is_new) {
      throw InputError(info.place,
                       fmt::format("shard {} stands in {} already", info.number, other->second),
                       "each shard once");
    }
  }
  for (std::uint64_t number = 1; number <= first.count; ++number) {
    if (!seen.contains(number)) {
      throw InputError(first.place, fmt::format("shard {} of {} is missing", number, first.count),
                       "the folders of all shards");
    }
  }
  return first.report;
}

/// A situation whose chances are added up.
struct Merged {
  std::string scenario;
  std::string procedure;
  std::vector<Chance> chances;
  std::uint64_t trials = 0;
  bool in_order = true;  ///< every shard had the same lines
};

Chance::Kind read_kind(const CsvTable& table, const CsvCell& cell) {
  for (const auto kind : {Chance::Kind::outcome, Chance::Kind::event, Chance::Kind::measure}) {
    if (cell.text == kind_name(kind)) return kind;
  }
  throw InputError(table.place(cell), fmt::format("kind '{}'", cell.text),
                   "outcome, event or measure");
}

/// Adds the lines of one shard to the situations.
class Adder {
 public:
  void add(const std::string& directory) {
    const CsvTable table = read_csv_file(in(directory, "distribution.csv"));
    std::size_t at = 0;
    for (std::size_t first = 0; first < table.rows.size();) {
      std::size_t last = first;
      while (last < table.rows.size() && same_situation(table.rows[first], table.rows[last]))
        ++last;
      add_situation(table, first, last, at++);
      first = last;
    }
  }

  std::vector<Merged> take() && { return std::move(all_); }

 private:
  static bool same_situation(const std::vector<CsvCell>& a, const std::vector<CsvCell>& b) {
    return a[0].text == b[0].text && a[1].text == b[1].text;
  }

  void add_situation(const CsvTable& table, std::size_t first, std::size_t last, std::size_t at) {
    const auto& start = table.rows[first];
    if (at == all_.size()) all_.push_back({start[0].text, start[1].text, {}, 0, true});
    Merged& merged = all_[at];
    if (merged.scenario != start[0].text || merged.procedure != start[1].text) {
      throw InputError(table.place(start[0]), "the situations are not those of the other shards",
                       "shards of one run");
    }
    const CsvCell& trials_cell = cell_of(table, start, "trials");
    const std::uint64_t trials =
        trials_cell.text.empty() ? 0 : read<std::uint64_t>(table, trials_cell);
    const bool is_first = merged.chances.empty();
    if (!is_first && merged.chances.size() != last - first) merged.in_order = false;
    for (std::size_t r = first; r < last; ++r) {
      Chance chance = read_chance(table, table.rows[r], trials);
      const std::size_t line = r - first;
      const auto same = [&](const Chance& other) {
        return other.kind == chance.kind && other.name == chance.name &&
               other.value == chance.value;
      };
      if (!is_first && line < merged.chances.size() && same(merged.chances[line])) {
        merged.chances[line].count += chance.count;
        continue;
      }
      const auto known = std::find_if(merged.chances.begin(), merged.chances.end(), same);
      if (known != merged.chances.end()) {
        known->count += chance.count;
      } else {
        merged.in_order = merged.in_order && is_first;
        merged.chances.push_back(std::move(chance));
      }
    }
    merged.trials += trials;
  }

  static Chance read_chance(const CsvTable& table, const std::vector<CsvCell>& row,
                            std::uint64_t trials) {
    Chance chance;
    chance.kind = read_kind(table, cell_of(table, row, "kind"));
    chance.name = cell_of(table, row, "name").text;
    if (chance.kind == Chance::Kind::measure)
      chance.value = read<int>(table, cell_of(table, row, "value"));
    if (trials > 0) {
      // The share is count / trials to the last digit, so this is the very count.
      const double share = read<double>(table, cell_of(table, row, "monte_carlo"));
      chance.count = static_cast<std::uint64_t>(std::llround(share * static_cast<double>(trials)));
    }
    const CsvCell& exact = cell_of(table, row, "exact");
    if (!exact.text.empty()) {
      chance.exact =
          ExactProbability{read<double>(table, exact), cell_of(table, row, "exact_fraction").text};
    }
    return chance;
  }

  std::vector<Merged> all_;
};

/// Without a decision graph a shard reports only what it saw: puts the lines of all in order.
void put_in_order(Merged& merged, const Library& library) {
  const Procedure* procedure = library.find(merged.procedure);
  if (merged.in_order || procedure == nullptr) return;
  const auto key = [&](const Chance& chance) {
    return std::tuple(chance.kind, report_position(chance, *procedure), chance.name, chance.value);
  };
  std::sort(merged.chances.begin(), merged.chances.end(),
            [&](const Chance& a, const Chance& b) { return key(a) < key(b); });
}

}  // namespace

std::string shard_report(const OddsOptions& options, const ReportOptions& report) {
  return fmt::format("shard,shards,trials,seed,method,confidence\n{},{},{},{},{},{}\n",
                     options.shard.index + 1, options.shard.count, options.trials, options.seed,
                     method_name(options.method), report.confidence);
}

void merge_shards(const std::vector<std::string>& directories, const std::string& out,
                  const Library& library) {
  const ReportOptions report = check_shards(directories);
  Adder adder;
  for (const std::string& directory : directories) adder.add(directory);
  std::vector<Merged> all = std::move(adder).take();

  OutputFiles files(out);
  OutputFiles::File& distribution = files.open("distribution.csv");
  OutputFiles::File& summary = files.open("summary.csv");
  files.open("situations.csv").write(contents(in(directories.front(), "situations.csv")));
  files.open("charts.csv").write(contents(in(directories.front(), "charts.csv")));
  distribution.write(distribution_header());
  summary.write(summary_header());
  for (Merged& merged : all) {
    put_in_order(merged, library);
    std::vector<const Chance*> chances;
    for (const Chance& chance : merged.chances) chances.push_back(&chance);
    distribution.write(
        distribution_lines(merged.scenario, merged.procedure, chances, merged.trials, report));
    summary.write(
        summary_lines(merged.scenario, merged.procedure, {merged.trials, merged.chances}, report));
  }
  files.commit();
}

}  // namespace combat_odds
