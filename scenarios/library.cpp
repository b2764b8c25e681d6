#include "combat_odds/scenarios/library.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "combat_odds/core/suggest.hpp"
#include "combat_odds/expression/expression.hpp"
#include "combat_odds/sim/names.hpp"
#include "combat_odds/sim/registry.hpp"

namespace combat_odds {
namespace {

bool by_procedure(const Preset& a, const Preset& b) { return a.procedure < b.procedure; }

std::vector<std::string> names_of(std::span<const Preset> presets) {
  std::vector<std::string> names;
  for (const Preset& preset : presets) names.push_back(preset.name);
  return names;
}

}  // namespace

Library::Library() : Library(std::vector<TextFile>()) {}

Library::Library(const std::vector<TextFile>& own_charts) : charts_(built_in_charts(), own_charts) {
  for (Procedure& procedure : built_in_procedures()) add(std::move(procedure));
  add(expression::roll_procedure());
}

void Library::add(Procedure procedure) {
  const auto place = std::lower_bound(
      procedures_.begin(), procedures_.end(), procedure.name,
      [](const Procedure* known, const std::string& name) { return known->name < name; });
  if (place != procedures_.end() && (*place)->name == procedure.name) {
    throw InputError({procedure.name, 0, 0}, "is a procedure already", "another name");
  }
  owned_.push_back(std::make_unique<const Procedure>(std::move(procedure)));
  procedures_.insert(place, owned_.back().get());
}

void Library::add_presets(const CsvTable& table) {
  std::vector<Preset> all = all_presets();
  read_presets(table, all);
  presets_ = std::move(all);
}

void Library::read_presets(const CsvTable& table, std::vector<Preset>& known) const {
  const Columns lines(table, {"procedure", "preset", "meaning", "parameters"});
  for (const Columns::Row row : lines) {
    const Procedure& asked = procedure(row.text("procedure"), row.place("procedure"));
    const std::string& name = row.text("preset");
    for (const Preset& other : known) {
      if (other.procedure == asked.name && name_key(other.name) == name_key(name)) {
        throw row.error("preset", fmt::format("{} has a preset '{}' already", asked.name, name),
                        "another name");
      }
    }
    known.push_back({asked.name, name, row.text("meaning"), read_preset_values(row, asked)});
  }
  std::stable_sort(known.begin(), known.end(), by_procedure);
}

const std::vector<Preset>& Library::all_presets() const {
  std::call_once(presets_read_, [this] {
    for (const BuiltInChart& table : built_in_presets()) {
      read_presets(read_csv(table.text, std::string(table.name)), presets_);
    }
  });
  return presets_;
}

const Procedure* Library::find(std::string_view asked) const {
  std::string name(asked);
  std::ranges::transform(name, name.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  const auto place = std::lower_bound(
      procedures_.begin(), procedures_.end(), name,
      [](const Procedure* known, const std::string& wanted) { return known->name < wanted; });
  return place != procedures_.end() && (*place)->name == name ? *place : nullptr;
}

const Procedure& Library::procedure(std::string_view name, const Place& place) const {
  if (const Procedure* const known = find(name)) return *known;
  std::vector<std::string> names;
  for (const Procedure* known : procedures_) names.push_back(known->name);
  throw InputError(place, fmt::format("no procedure '{}'", name),
                   did_you_mean(name, names, "'combat-odds list' names them"));
}

std::span<const Preset> Library::presets() const { return all_presets(); }

std::span<const Preset> Library::presets_of(const Procedure& procedure) const {
  const std::vector<Preset>& all = all_presets();
  const auto [first, last] =
      std::equal_range(all.begin(), all.end(), Preset{procedure.name, {}, {}, {}}, by_procedure);
  // The C++ library of LLVM 13 makes no span of two iterators of a vector.
  return std::span<const Preset>(all).subspan(first - all.begin(), last - first);
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
