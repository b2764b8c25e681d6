#include <fmt/format.h>

#include <map>

#include "cli/files/chart_folder.hpp"
#include "cli/files/input_file.hpp"
#include "cli/options/common.hpp"
#include "core/text/csv.hpp"
#include "reports/tables/grid.hpp"
#include "reports/text/csv_report.hpp"
#include "sim/declare/registry.hpp"

namespace combat_odds::cli {
namespace {

struct Input {
  std::string directory;
  std::string format = "table";
};

std::string table(const Charts& charts, TableStyle style) {
  Grid grid({"chart", "title", "rule", "confidence"});
  for (std::size_t column = 1; column < 4; ++column) grid.set_left(column);
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

void run(const Input& typed, const Library& library) {
  const std::string format = read_choice("--format", typed.format, {"table", "csv", "markdown"});
  const Charts& charts = library.charts();
  if (typed.directory.empty()) {
    const std::vector<std::string> names = charts.names();
    print(format == "csv"
              ? chart_report({names.begin(), names.end()}, charts)
              : table(charts, format == "markdown" ? TableStyle::markdown : terminal_style()));
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
      "charts", "name the charts that come with the program, or write them to a folder");
  const auto typed = std::make_shared<Input>();
  command.add_option("--export", typed->directory,
                     "write all charts to this folder, to start one's own from (see --charts)");
  command.add_option("--format", typed->format, "how to name them")
      .type_name("table|csv|markdown")
      .shows_default();
  command.callback([typed, &library] { run(*typed, library); });
}

}  // namespace combat_odds::cli
