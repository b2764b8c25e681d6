#include "combat_odds/sim/presets.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "combat_odds/core/suggest.hpp"
#include "combat_odds/sim/names.hpp"
#include "combat_odds/sim/registry.hpp"

namespace combat_odds {
namespace {

std::vector<std::string> names_of(std::span<const Preset> presets) {
  std::vector<std::string> names;
  for (const Preset& preset : presets) names.push_back(preset.name);
  return names;
}

/// "firepower=8;drm=1" as parameters and values, each checked.
std::vector<std::pair<std::string, std::string>> read_values(const CsvTable& table,
                                                             const CsvCell& cell,
                                                             const Procedure& procedure) {
  std::vector<std::pair<std::string, std::string>> values;
  const std::string_view text = cell.text;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(';', start), text.size());
    const std::string_view part = text.substr(start, end - start);
    start = end + 1;
    const std::size_t equals = std::min(part.find('='), part.size());
    const std::string name(part.substr(0, equals));
    const std::string value(part.substr(std::min(equals + 1, part.size())));
    const Parameter* const parameter = procedure.parameter(name);
    if (parameter == nullptr) {
      std::vector<std::string> known;
      for (const Parameter& other : procedure.parameters) known.push_back(other.name);
      throw InputError(table.place(cell),
                       fmt::format("{} has no parameter '{}'", procedure.name, name),
                       did_you_mean(name, known, "as in firepower=8;drm=1"));
    }
    if (value.empty()) {
      throw InputError(table.place(cell), fmt::format("no value for {}", name),
                       parameter->allowed());
    }
    try {
      read_argument(*parameter, value);
    } catch (const ArgumentError& error) {
      throw InputError(table.place(cell), error.what(), error.right());
    }
    values.emplace_back(name, value);
  }
  return values;
}

}  // namespace

std::string_view Preset::value(std::string_view parameter) const {
  for (const auto& [known, given] : values) {
    if (known == parameter) return given;
  }
  return {};
}

std::string Preset::text() const {
  std::string all;
  for (const auto& [parameter, given] : values) {
    all += fmt::format("{}{} {}", all.empty() ? "" : ", ", parameter, given);
  }
  return all;
}

std::vector<Preset> read_presets(const CsvTable& table) {
  const auto column = [&](const char* name) { return chart_column(table, name); };
  const std::size_t procedure_column = column("procedure");
  const std::size_t name_column = column("preset");
  const std::size_t meaning_column = column("meaning");
  const std::size_t values_column = column("parameters");
  std::vector<Preset> presets;
  for (const auto& row : table.rows) {
    const CsvCell& procedure_cell = row[procedure_column];
    const Procedure* const procedure = find_procedure(procedure_cell.text);
    if (procedure == nullptr) {
      throw InputError(
          table.place(procedure_cell), fmt::format("no procedure '{}'", procedure_cell.text),
          did_you_mean(procedure_cell.text, procedure_names(), "one of the program's"));
    }
    const CsvCell& name = row[name_column];
    for (const Preset& other : presets) {
      if (other.procedure == procedure->name && name_key(other.name) == name_key(name.text)) {
        throw InputError(table.place(name),
                         fmt::format("{} has a preset '{}' already", procedure->name, name.text),
                         "another name");
      }
    }
    presets.push_back({procedure->name, name.text, row[meaning_column].text,
                       read_values(table, row[values_column], *procedure)});
  }
  return presets;
}

const std::vector<Preset>& presets() {
  static const std::vector<Preset> all = [] {
    std::vector<Preset> read;
    for (const BuiltInChart& table : built_in_presets()) {
      for (Preset& preset : read_presets(read_csv(table.text, std::string(table.name)))) {
        read.push_back(std::move(preset));
      }
    }
    std::stable_sort(read.begin(), read.end(),
                     [](const Preset& a, const Preset& b) { return a.procedure < b.procedure; });
    return read;
  }();
  return all;
}

std::span<const Preset> presets_of(const Procedure& procedure) {
  const auto [first, last] =
      std::equal_range(presets().begin(), presets().end(), Preset{procedure.name, {}, {}, {}},
                       [](const Preset& a, const Preset& b) { return a.procedure < b.procedure; });
  return {first, last};
}

const Preset& preset_named(const Procedure& procedure, std::string_view name,
                           const std::string& option) {
  const std::span<const Preset> own = presets_of(procedure);
  const std::vector<std::string> names = names_of(own);
  if (const auto known = find_name(name, names)) return own[*known];
  throw InputError(
      {option, 0, 0}, fmt::format("{} has no preset '{}'", procedure.name, name),
      own.empty() ? "'combat-odds list --presets' names those of other procedures"
                  : did_you_mean(name, names, fmt::format("one of {}", fmt::join(names, ", "))));
}

}  // namespace combat_odds
