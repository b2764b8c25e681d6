#include "ask/library.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "core/text/csv_lines.hpp"
#include "core/text/lower.hpp"
#include "core/text/suggest.hpp"
#include "expression/expression.hpp"
#include "sim/declare/names.hpp"
#include "sim/declare/registry.hpp"

namespace combat_odds {
namespace {

Columns preset_lines(const CsvTable& table) {
  return Columns(table, {"procedure", "preset", "meaning", "parameters"});
}

std::vector<std::string> names_of(std::span<const Preset> presets) {
  std::vector<std::string> names;
  for (const Preset& preset : presets) names.push_back(preset.name);
  return names;
}

}  // namespace

Library::Library() : Library(std::vector<TextFile>()) {}

Library::Library(const std::vector<TextFile>& own_charts) : charts_(built_in_charts(), own_charts) {
  for (const BuiltInProcedure& known : built_in_procedures()) {
    auto entry = std::make_unique<Entry>();
    entry->name = known.name;
    entry->declare = known.declare;
    add(std::move(entry));
  }
  add(expression::roll_procedure());
}

void Library::add(Procedure procedure) {
  auto entry = std::make_unique<Entry>();
  entry->name = procedure.name;
  entry->procedure = std::make_unique<const Procedure>(std::move(procedure));
  add(std::move(entry));
}

void Library::add(std::unique_ptr<Entry> entry) {
  const auto place = place_of(entry->name);
  if (place != entries_.end() && (*place)->name == entry->name) {
    throw InputError({entry->name}, "is a procedure already", "another name");
  }
  entries_.insert(place, std::move(entry));
}

Library::Entries::const_iterator Library::place_of(std::string_view name) const {
  return std::lower_bound(entries_.begin(), entries_.end(), name,
                          [](const std::unique_ptr<Entry>& known, std::string_view wanted) {
                            return known->name < wanted;
                          });
}

const Procedure& Library::declared(Entry& entry) {
  std::call_once(entry.declared, [&] {
    if (entry.procedure == nullptr) {
      entry.procedure = std::make_unique<const Procedure>(entry.declare());
    }
    if (entry.procedure->name != entry.name) {
      throw std::logic_error(entry.procedure->name + " is registered as " + entry.name);
    }
  });
  return *entry.procedure;
}

std::vector<const Procedure*> Library::procedures() const {
  std::vector<const Procedure*> all;
  for (const std::unique_ptr<Entry>& entry : entries_) all.push_back(&declared(*entry));
  return all;
}

std::vector<std::string> Library::procedure_names() const {
  std::vector<std::string> names;
  for (const std::unique_ptr<Entry>& entry : entries_) names.push_back(entry->name);
  return names;
}

void Library::add_presets(const CsvTable& table) {
  std::map<Entry*, std::vector<Preset>> all;
  const Columns lines = preset_lines(table);
  for (const Columns::Row row : lines) {
    const Procedure& asked = procedure(row.text("procedure"), row.place("procedure"));
    Entry& entry = **place_of(asked.name);
    std::vector<Preset>& known = all.try_emplace(&entry, presets_of(entry)).first->second;
    known.push_back(read_preset(row, asked, known));
  }
  for (auto& [entry, presets] : all) entry->presets = std::move(presets);
}

Preset Library::read_preset(const Columns::Row& row, const Procedure& procedure,
                            std::span<const Preset> known) {
  const std::string& name = row.text("preset");
  for (const Preset& other : known) {
    if (name_key(other.name) == name_key(name)) {
      throw row.error("preset", fmt::format("{} has a preset '{}' already", procedure.name, name),
                      "another name");
    }
  }
  return {procedure.name, name, row.text("meaning"), read_preset_values(row, procedure)};
}

std::vector<Preset>& Library::presets_of(Entry& entry) const {
  std::call_once(entry.presets_read, [&] {
    for (const BuiltInChart& table : built_in_presets()) {
      const std::string own = lines_of(table.text, entry.name);
      if (own.empty()) continue;
      const CsvTable rows = read_csv(own, std::string(table.name));
      for (const Columns::Row row : preset_lines(rows)) {
        entry.presets.push_back(read_preset(row, declared(entry), entry.presets));
      }
    }
  });
  return entry.presets;
}

const Procedure* Library::find(std::string_view asked) const {
  const std::string name = lower(asked);
  const auto place = place_of(name);
  return place != entries_.end() && (*place)->name == name ? &declared(**place) : nullptr;
}

const Procedure& Library::procedure(std::string_view name, const Place& place) const {
  if (const Procedure* const known = find(name)) return *known;
  throw InputError(place, fmt::format("no procedure '{}'", name),
                   did_you_mean(name, procedure_names(), "'combat-odds list' names them"));
}

std::vector<Preset> Library::presets() const {
  std::vector<Preset> all;
  for (const std::unique_ptr<Entry>& entry : entries_) {
    const std::vector<Preset>& own = presets_of(*entry);
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

std::span<const Preset> Library::presets_of(const Procedure& procedure) const {
  const auto place = place_of(procedure.name);
  const bool known = place != entries_.end() && (*place)->name == procedure.name;
  return known ? std::span<const Preset>(presets_of(**place)) : std::span<const Preset>();
}

const Preset& Library::preset(const Procedure& procedure, std::string_view name,
                              const Place& place) const {
  const std::span<const Preset> own = presets_of(procedure);
  const std::vector<std::string> names = names_of(own);
  if (const auto known = find_name(name, names)) return own[*known];
  throw InputError(
      place, fmt::format("{} has no preset '{}'", procedure.name, name),
      own.empty() ? "'combat-odds list --presets' names those of other procedures"
                  : did_you_mean(name, names, fmt::format("one of {}", fmt::join(names, ", "))));
}

}  // namespace combat_odds
