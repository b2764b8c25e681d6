#include "cli/options/parameter_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ask/named_vehicles.hpp"
#include "cli/files/input_file.hpp"
#include "core/text/parts.hpp"
#include "core/text/trimmed.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds::cli {
namespace {

/// What an option takes, as help shows it.
std::string type_name(const Parameter& parameter) {
  switch (parameter.type) {
    case Parameter::Type::choice:
      return fmt::format("{}", fmt::join(parameter.choices, "|"));
    case Parameter::Type::flag:
      return "true|false";
    case Parameter::Type::text:
      return "TEXT";
    case Parameter::Type::date:
      return "DATE";
    case Parameter::Type::integer:
    case Parameter::Type::number:
      break;
  }
  return takes_names(parameter) ? "NUMBER/NAME" : "NUMBER";
}

/// The lines of a text file as one value: "fire 8 1; rout". What stands behind a # is for people.
std::string in_one_line(const std::string& path) {
  const TextFile file =
      read_file(path, "a text file with a part of the value, such as a step, on each line");
  std::string value;
  for (const std::string_view line : parts_of(file.text, '\n')) {
    std::string_view said = trimmed(line.substr(0, line.find('#')));
    while (said.ends_with(';') || said.ends_with('\r'))
      said = trimmed(said.substr(0, said.size() - 1));
    if (said.empty()) continue;
    value += value.empty() ? "" : "; ";
    value += said;
  }
  return value;
}

/// Those of a procedure that must be given stand first.
constexpr const char* required_group = "Required parameters";
constexpr const char* changed_group = "Most used";
constexpr const char* general_group = "General options";

/// What the presets of a procedure set, most often first: what players change.
std::vector<std::string> changed_by_presets(const Procedure& procedure, const Library& library) {
  constexpr std::size_t most = 8;
  const std::span<const Preset> presets = library.presets_of(procedure);
  const std::size_t least = presets.size() > 4 ? 2 : 1;
  std::vector<std::pair<std::size_t, std::string>> counted;
  for (const Parameter& parameter : procedure.parameters) {
    const auto sets = [&](const Preset& preset) { return !preset.value(parameter.name).empty(); };
    const auto times = static_cast<std::size_t>(std::ranges::count_if(presets, sets));
    if (times >= least) counted.emplace_back(times, parameter.name);
  }
  std::ranges::stable_sort(counted, std::greater<>(), [](const auto& one) { return one.first; });
  if (counted.size() > most) counted.resize(most);
  std::vector<std::string> names;
  for (auto& [times, name] : counted) names.push_back(std::move(name));
  return names;
}

}  // namespace

std::string with_files(const std::string& typed) {
  constexpr std::string_view ending = ".txt";
  if (!typed.ends_with(ending)) return typed;
  std::string value;
  for (const std::string_view part : parts_of(typed, ',')) {
    value += value.empty() ? "" : ",";
    value += part.ends_with(ending) ? in_one_line(std::string(part)) : std::string(part);
  }
  return value;
}

void ParameterOptions::add_to(const Command& command, const std::vector<Parameter>& parameters,
                              const std::string& group, const Command* taken,
                              const std::vector<std::string>& changed_most) {
  std::vector<const Parameter*> all;
  for (const Parameter& parameter : parameters) all.push_back(&parameter);
  // Required ones first, then those that are changed most.
  std::ranges::stable_sort(all, {}, [&](const Parameter* parameter) {
    const auto at = std::ranges::find(changed_most, parameter->name) - changed_most.begin();
    return std::pair(parameter->default_value.has_value(), at);
  });
  for (const Parameter* const each : all) {
    const Parameter& parameter = *each;
    entries_.push_back(std::make_unique<Entry>());
    Entry& entry = *entries_.back();
    entry.parameter = &parameter;
    std::string help = parameter.meaning;
    if (parameter.default_value && !parameter.default_value->empty()) {
      help += fmt::format(" [{}]", *parameter.default_value);
    }
    entry.option = command.add_option(parameter.option(), entry.value, help);
    const bool is_required = taken != nullptr && !parameter.default_value;
    const bool is_changed = std::ranges::find(changed_most, parameter.name) != changed_most.end();
    entry.option->group(is_required  ? required_group
                        : is_changed ? changed_group
                                     : group)
        .type_name(type_name(parameter));
    if (parameter.type == Parameter::Type::flag) entry.option->expected(0, 1);
  }
}

std::vector<GivenValue> ParameterOptions::given() const {
  std::vector<GivenValue> given;
  for (const auto& entry : entries_) {
    if (!entry->option->given()) continue;
    std::string text =
        entry->parameter->type == Parameter::Type::text ? with_files(entry->value) : entry->value;
    const Place place{entry->option->name()};
    if (text.empty() && entry->parameter->type == Parameter::Type::flag) text = "true";
    if (text.empty()) throw InputError(place, "no value", entry->parameter->allowed());
    given.push_back({entry->parameter->name, text, place});
  }
  return given;
}

void ProcedureOptions::add_to(const Command& command, const Command& odds,
                              const Procedure& procedure, const Library& library,
                              std::string& columns, bool for_help) {
  const auto names_of_presets = [&library, &procedure] {  // not read where nobody wants them
    std::vector<std::string> names;
    for (const Preset& known : library.presets_of(procedure)) names.push_back(known.name);
    return names.empty() ? std::string("NAME") : fmt::format("{}", fmt::join(names, "|"));
  };
  const std::vector<std::string> changed =
      for_help ? changed_by_presets(procedure, library) : std::vector<std::string>();
  parameters.add_to(command, procedure.parameters, changed.empty() ? "Parameters" : "The rest",
                    &odds, changed);
  for (const VehicleName& vehicle : vehicle_names(procedure)) {
    if (procedure.parameter(vehicle.name) != nullptr) continue;  // which takes it then
    command.add_option(std::string("--") + vehicle.name, vehicles[vehicle.name], vehicle.meaning)
        .group(changed.empty() ? "Parameters" : "Vehicles by name")
        .type_name("VEHICLE");
  }
  command
      .add_option("--preset", preset,
                  "a situation that players often meet; other parameters override it")
      .group(general_group)
      .type_name(names_of_presets);
  // A board has columns too (sl.paradrop).
  command
      .add_option(procedure.parameter("columns") == nullptr ? "--columns,--measure-columns"
                                                            : "--measure-columns",
                  columns, "for each value of a measure: a list of =, >=, <= [all]")
      .group(general_group);
  command.help_in_group(general_group);
}

std::vector<GivenValue> ProcedureOptions::given() const {
  std::vector<GivenValue> all = parameters.given();
  for (const auto& [name, vehicle] : vehicles) {
    if (!vehicle.empty()) all.push_back({name, vehicle, {"--" + name}});
  }
  return all;
}

}  // namespace combat_odds::cli
