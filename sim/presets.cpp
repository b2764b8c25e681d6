#include "combat_odds/sim/presets.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "combat_odds/core/columns.hpp"
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
std::vector<std::pair<std::string, std::string>> read_values(const Columns::Row& row,
                                                             const Procedure& procedure) {
  std::vector<std::pair<std::string, std::string>> values;
  const std::string_view text = row.text("parameters");
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
      throw row.error("parameters", fmt::format("{} has no parameter '{}'", procedure.name, name),
                      did_you_mean(name, known, "as in firepower=8;drm=1"));
    }
    if (value.empty()) {
      throw row.error("parameters", fmt::format("no value for {}", name), parameter->allowed());
    }
    try {
      read_argument(*parameter, value);
    } catch (const ArgumentError& error) {
      throw row.error("parameters", error.what(), error.right());
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
  const Columns lines(table, {"procedure", "preset", "meaning", "parameters"});
  std::vector<Preset> presets;
  for (const Columns::Row row : lines) {
    const std::string& of = row.text("procedure");
    const Procedure* const procedure = find_procedure(of);
    if (procedure == nullptr) {
      throw row.error("procedure", fmt::format("no procedure '{}'", of),
                      did_you_mean(of, procedure_names(), "one of the program's"));
    }
    const std::string& name = row.text("preset");
    for (const Preset& other : presets) {
      if (other.procedure == procedure->name && name_key(other.name) == name_key(name)) {
        throw row.error("preset",
                        fmt::format("{} has a preset '{}' already", procedure->name, name),
                        "another name");
      }
    }
    presets.push_back({procedure->name, name, row.text("meaning"), read_values(row, *procedure)});
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
