#include "ask/scenario_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "ask/named_vehicles.hpp"
#include "core/text/columns.hpp"
#include "core/text/faults.hpp"
#include "core/text/suggest.hpp"

namespace combat_odds {
namespace {

/// Columns that are no parameters: an author's notes, and the working that a report adds.
bool is_own_column(std::string_view name) {
  const std::string column = folded(name);
  return column == "scenario" || column == "procedure" || column == "note" || column == "working";
}

/// Whether the procedure has such a parameter, or takes vehicles under that name.
bool is_asked_with(const Procedure& procedure, const std::string& name) {
  return procedure.parameter(name) != nullptr || is_vehicle_name(procedure, name);
}

/// Whether every column is a parameter of some procedure of the file; the others are faults.
bool check_columns(const CsvTable& table, const std::set<const Procedure*>& used, Faults& faults) {
  bool all_known = true;
  for (const CsvCell& cell : table.header) {
    if (is_own_column(cell.text)) continue;
    std::vector<std::string> names;
    bool known = false;
    for (const Procedure* procedure : used) {
      known = known || is_asked_with(*procedure, cell.text);
      for (const Parameter& parameter : procedure->parameters) names.push_back(parameter.name);
    }
    all_known = all_known && known;
    if (!known) {
      faults.add(table.place(cell),
                 fmt::format("no procedure of this file has a parameter '{}'", cell.text),
                 did_you_mean(cell.text, names, "'combat-odds describe' names them"));
    }
  }
  return all_known;
}

/// The values of a line. A value that the procedure has no parameter for is a fault.
std::vector<GivenValue> given_values(const Columns::Row& row, const CsvTable& table,
                                     const Procedure& procedure, Faults& faults) {
  std::vector<GivenValue> given;
  for (const CsvCell& column : table.header) {
    const std::string& name = column.text;
    if (is_own_column(name) || !row.has(name)) continue;
    if (!is_asked_with(procedure, name)) {
      faults.add(row.error(name, fmt::format("{} has no parameter '{}'", procedure.name, name),
                           "leave the cell empty"));
      continue;
    }
    given.push_back({name, row.text(name), row.place(name)});
  }
  return given;
}

/// Adds the scenario, or the faults of its values. After a fault in a value that can be left out,
/// the other values are checked, too.
void add_scenario(const std::string& name, const Procedure& procedure,
                  std::vector<GivenValue> given, const Place& place, const Library& library,
                  std::vector<Scenario>& scenarios, Faults& faults) {
  for (bool whole = true;; whole = false) {
    try {
      Scenario scenario(
          name, procedure,
          with_vehicles(given, nullptr, procedure, library.listing(), library.charts()), place);
      if (whole) scenarios.push_back(std::move(scenario));
      return;
    } catch (const InputError& error) {
      faults.add(error);
      const auto faulty = std::ranges::find_if(given, [&](const GivenValue& value) {
        return value.place.column == error.place().column;
      });
      if (faulty == given.end()) return;
      const Parameter* const parameter = procedure.parameter(faulty->parameter);
      if (parameter == nullptr || !parameter->default_value.has_value()) return;
      given.erase(faulty);
    }
  }
}

/// Adds refused combinations of the scenarios that could be read; one for each sweep is enough.
void add_refusals(const std::vector<Scenario>& scenarios, const Charts& charts, Faults& faults) {
  constexpr std::uint64_t most_tried = 1'000;
  for (const Scenario& scenario : scenarios) {
    try {
      const std::uint64_t tried = std::min(scenario.size(), most_tried);
      for (std::uint64_t i = 0; i < tried; ++i) scenario.rule(i, charts);
    } catch (const InputError& error) {
      faults.add(error);
    }
  }
}

/// What all scenarios of a run share: their names, and how many situations they make.
class OneRun {
 public:
  void check(const Scenario& scenario, Faults& faults) {
    const auto [earlier, is_new] =
        seen_.try_emplace({scenario.name(), scenario.procedure().name}, scenario.place());
    if (!is_new) {
      faults.add(scenario.place(),
                 fmt::format("scenario '{}' of {} stands at {}:{} already", scenario.name(),
                             scenario.procedure().name, earlier->second.file, earlier->second.line),
                 "another name");
    }
    situations_ += scenario.size();
  }

  bool is_too_large() const { return situations_ > most_situations; }

 private:
  std::map<std::pair<std::string, std::string>, Place> seen_;
  std::uint64_t situations_ = 0;
};

/// Adds the scenarios of a file. A fault in one line does not keep the others from being read.
void add_scenarios(const TextFile& file, const Library& library, OneRun& run,
                   std::vector<Scenario>& scenarios, Faults& faults) {
  const Columns lines(read_csv(file), {"scenario", "procedure"}, {}, Columns::Others::ignored);
  lines.need_rows("scenario");
  std::vector<const Procedure*> used;
  for (const Columns::Row line : lines) {
    try {
      used.push_back(&library.procedure(line.text("procedure"), line.place("procedure")));
    } catch (const InputError& error) {
      faults.add(error);
      used.push_back(nullptr);
    }
  }
  const std::set<const Procedure*> known(used.begin(), used.end());
  const bool columns_known = known.contains(nullptr) || check_columns(lines.table(), known, faults);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Columns::Row line = lines[i];
    const std::size_t before = scenarios.size();
    try {
      if (!line.has("scenario")) {
        throw line.error("scenario", "a scenario without a name", "any text");
      }
      const std::string name = line.name("scenario");
      if (used[i] == nullptr || !columns_known) continue;
      add_scenario(name, *used[i], given_values(line, lines.table(), *used[i], faults),
                   line.place("scenario"), library, scenarios, faults);
      if (scenarios.size() > before) run.check(scenarios.back(), faults);
    } catch (const InputError& error) {
      faults.add(error);
    }
    if (run.is_too_large()) throw too_many_situations(line.place("scenario"));
  }
}

}  // namespace

std::vector<Scenario> read_scenario_file(const TextFile& file, const Library& library) {
  return read_scenario_files({file}, library);
}

std::vector<Scenario> read_scenario_files(const std::vector<TextFile>& files,
                                          const Library& library) {
  std::vector<Scenario> all;
  Faults faults;
  OneRun run;
  for (const TextFile& file : files) {
    try {
      add_scenarios(file, library, run, all, faults);
    } catch (const InputError& error) {
      faults.add(error);
    }
  }
  if (!faults.empty()) add_refusals(all, library.charts(), faults);
  faults.throw_if_any();
  return all;
}

}  // namespace combat_odds
