#include "combat_odds/scenarios/scenario_file.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

#include "combat_odds/core/columns.hpp"
#include "combat_odds/core/suggest.hpp"

namespace combat_odds {
namespace {

/// What an author says of a scenario, and what a report said of it: neither is asked.
bool is_left_alone(std::string_view column) { return column == "note" || column == "working"; }

/// Every column must be a parameter of some procedure of the file.
void check_columns(const CsvTable& table, const std::set<const Procedure*>& used) {
  for (const CsvCell& cell : table.header) {
    if (cell.text == "scenario" || cell.text == "procedure" || is_left_alone(cell.text)) continue;
    std::vector<std::string> names;
    bool known = false;
    for (const Procedure* procedure : used) {
      known = known || procedure->parameter(cell.text) != nullptr;
      for (const Parameter& parameter : procedure->parameters) names.push_back(parameter.name);
    }
    if (!known) {
      throw InputError(table.place(cell),
                       fmt::format("no procedure of this file has a parameter '{}'", cell.text),
                       did_you_mean(cell.text, names, "'combat-odds describe' names them"));
    }
  }
}

std::vector<GivenValue> given_values(const Columns::Row& row, const CsvTable& table,
                                     const Procedure& procedure) {
  std::vector<GivenValue> given;
  for (const CsvCell& column : table.header) {
    const std::string& name = column.text;
    if (name == "scenario" || name == "procedure" || is_left_alone(name) || !row.has(name)) {
      continue;
    }
    if (procedure.parameter(name) == nullptr) {
      throw row.error(name, fmt::format("{} has no parameter '{}'", procedure.name, name),
                      "leave the cell empty");
    }
    given.push_back({name, row.text(name), row.place(name)});
  }
  return given;
}

using Names = std::map<std::pair<std::string, std::string>, Place>;

}  // namespace

std::vector<Scenario> read_scenario_file(const TextFile& file, const Library& library) {
  const Columns lines(read_csv(file), {"scenario", "procedure"}, {}, Columns::Others::ignored);
  lines.need_rows("scenario");
  std::vector<const Procedure*> used;
  for (const Columns::Row line : lines) {
    used.push_back(&library.procedure(line.text("procedure"), line.place("procedure")));
  }
  check_columns(lines.table(), {used.begin(), used.end()});
  std::vector<Scenario> scenarios;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Columns::Row line = lines[i];
    if (!line.has("scenario")) {
      throw line.error("scenario", "a scenario without a name", "any text");
    }
    scenarios.emplace_back(line.name("scenario"), *used[i],
                           given_values(line, lines.table(), *used[i]), line.place("scenario"));
  }
  return scenarios;
}

std::vector<Scenario> read_scenario_files(const std::vector<TextFile>& files,
                                          const Library& library) {
  std::vector<Scenario> all;
  Names seen;
  for (const TextFile& file : files) {
    for (Scenario& scenario : read_scenario_file(file, library)) {
      const auto [earlier, is_new] =
          seen.try_emplace({scenario.name(), scenario.procedure().name}, scenario.place());
      if (!is_new) {
        throw InputError(
            scenario.place(),
            fmt::format("scenario '{}' of {} stands at {}:{} already", scenario.name(),
                        scenario.procedure().name, earlier->second.file, earlier->second.line),
            "another name");
      }
      all.push_back(std::move(scenario));
    }
  }
  return all;
}

}  // namespace combat_odds
