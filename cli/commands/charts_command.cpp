#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cli/files/chart_folder.hpp"
#include "cli/files/input_file.hpp"
#include "cli/options/common.hpp"
#include "cli/options/output_words.hpp"
#include "core/text/csv.hpp"
#include "core/text/suggest.hpp"
#include "reports/tables/table.hpp"
#include "reports/text/chart_notes.hpp"
#include "reports/text/csv_report.hpp"
#include "reports/text/wrapped.hpp"
#include "sim/declare/registry.hpp"

namespace combat_odds::cli {
namespace {

struct ChartsCommandInput {
  std::vector<std::string> named;
  std::string directory;
  OutputWords format{{"table", "csv", "markdown"}};
};

/// The charts, with what is known of each, within the width.
std::string list(const Charts& charts) {
  constexpr std::size_t indent = 4;
  std::string text;
  for (const std::string& name : charts.names()) {
    const ChartSource& chart = charts.source(name);
    text += fmt::format("{}  {}\n", name, chart.confidence);
    const std::string rule = chart.rule.empty() ? "" : fmt::format(" ({})", chart.rule);
    text += wrapped(fmt::format("    {}{}", chart.title, rule), terminal_width(), indent) + "\n";
  }
  return text;
}

std::string table(const Charts& charts, TableStyle style) {
  Table grid({"chart", "title", "rule", "confidence"});
  grid.set_words();
  for (const std::string& name : charts.names()) {
    const ChartSource& chart = charts.source(name);
    grid.add({name, chart.title, chart.rule, chart.confidence});
  }
  return grid.text(style);
}

/// The charts as they came with the program, each folder with its index.
std::map<std::string, std::string> files() {
  std::map<std::string, std::string> all;
  for (const BuiltInChart& chart : built_in_charts()) {
    all.emplace(chart.name, chart.text);
  }
  return all;
}

/// The chart that is typed in full (asl/terrain.csv) or without its ending.
std::string chart_named(const std::string& typed, const Charts& charts) {
  const std::vector<std::string> names = charts.names();
  for (const std::string& name : {typed, typed + ".csv"}) {
    if (std::ranges::find(names, name) != names.end()) return name;
  }
  throw InputError({"'" + typed + "'"}, "is no chart",
                   did_you_mean(typed, names, "'combat-odds charts' names them"));
}

std::string notes_of(const std::vector<std::string>& named, const Charts& charts) {
  std::string text;
  for (const std::string& typed : named) {
    const std::string name = chart_named(typed, charts);
    text += chart_note(name, charts, charts.source(name).notes, terminal_width());
  }
  return text;
}

void run(const ChartsCommandInput& typed, const Library& library) {
  const Output output = typed.format.read();
  const Charts& charts = library.charts();
  if (!typed.named.empty()) {
    print(notes_of(typed.named, charts));
    return;
  }
  if (typed.directory.empty()) {
    const std::vector<std::string> names = charts.names();
    print(output.is_csv()        ? chart_report({names.begin(), names.end()}, charts)
          : output.is_markdown() ? table(charts, output.style())
                                 : list(charts));
    return;
  }
  const std::map<std::string, std::string> all = files();
  write_chart_folder(typed.directory, all);
  print(fmt::format(
      "{}: all charts, and what is known of their numbers (index.csv); change those you want and "
      "delete the others, then ask with --charts {}\n",
      typed.directory, typed.directory));
}

}  // namespace

void add_charts_command(const Command& program, Library& library) {
  const Command command = program.add_command(
      "charts",
      "name the charts that come with the program, tell what is known of one, or write them to a "
      "folder");
  const auto typed = std::make_shared<ChartsCommandInput>();
  command.add_option("CHART", typed->named,
                     "tell what is known of the numbers of these, such as asl/terrain");
  command.add_option("--export", typed->directory,
                     "write all charts to this folder, to start one's own from (see --charts)");
  typed->format.add_to(command, "how to name them");
  command.callback([typed, &library] { run(*typed, library); });
}

}  // namespace combat_odds::cli
