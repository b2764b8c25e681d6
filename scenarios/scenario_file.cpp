#include "combat_odds/scenarios/scenario_file.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

#include "combat_odds/core/csv.hpp"
#include "combat_odds/core/suggest.hpp"

namespace combat_odds {
namespace {

constexpr std::string_view note_column = "note";

std::size_t required_column(const CsvTable& table, std::string_view name) {
  const int column = table.column(name);
  if (column < 0) {
    const std::vector<std::string> there = [&] {
      std::vector<std::string> names;
      for (const CsvCell& cell : table.header) names.push_back(cell.text);
      return names;
    }();
    const std::string near = nearest(name, there);
    throw InputError({table.file, 1, 1}, fmt::format("column '{}' is missing", name),
                     near.empty() ? "the first line starts scenario,procedure,..."
                                  : fmt::format("is it the column '{}'?", near));
  }
  return static_cast<std::size_t>(column);
}

/// Every column must be a parameter of some procedure of the file.
void check_columns(const CsvTable& table, const std::set<const Procedure*>& used) {
  for (const CsvCell& cell : table.header) {
    if (cell.text == "scenario" || cell.text == "procedure" || cell.text == note_column) continue;
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

std::vector<GivenValue> given_values(const CsvTable& table, const std::vector<CsvCell>& row,
                                     const Procedure& procedure) {
  std::vector<GivenValue> given;
  for (std::size_t c = 0; c < row.size(); ++c) {
    const std::string& name = table.header[c].text;
    if (name == "scenario" || name == "procedure" || name == note_column || row[c].text.empty()) {
      continue;
    }
    const Parameter* parameter = procedure.parameter(name);
    if (parameter == nullptr) {
      throw InputError(table.place(row[c]),
                       fmt::format("{} has no parameter '{}'", procedure.name, name),
                       "leave the cell empty");
    }
    given.push_back({name, row[c].text, table.place(row[c])});
  }
  return given;
}

}  // namespace

std::vector<Scenario> read_scenario_file(const std::string& path, const Library& library) {
  const CsvTable table = read_csv_file(path);
  const std::size_t name_column = required_column(table, "scenario");
  const std::size_t procedure_column = required_column(table, "procedure");
  if (table.rows.empty()) {
    throw InputError({path, 2, 1}, "no scenario under the first line", "a line for each scenario");
  }
  std::vector<const Procedure*> used;
  for (const auto& row : table.rows) {
    const CsvCell& cell = row[procedure_column];
    used.push_back(&library.procedure(cell.text, table.place(cell)));
  }
  check_columns(table, {used.begin(), used.end()});
  std::vector<Scenario> scenarios;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const auto& row = table.rows[i];
    const CsvCell& name = row[name_column];
    if (name.text.empty()) {
      throw InputError(table.place(name), "a scenario without a name", "any text");
    }
    scenarios.emplace_back(name.text, *used[i], given_values(table, row, *used[i]),
                           table.place(name));
  }
  return scenarios;
}

std::vector<Scenario> read_scenario_files(const std::vector<std::string>& paths,
                                          const Library& library) {
  std::vector<Scenario> all;
  std::map<std::pair<std::string, std::string>, Place> seen;
  for (const std::string& path : paths) {
    for (Scenario& scenario : read_scenario_file(path, library)) {
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
