#include "sim/squad_games/terrain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/columns.hpp"
#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/suggest.hpp"
#include "core/text/truth.hpp"
#include "sim/declare/names.hpp"
#include "sim/declare/procedure.hpp"
#include "sim/squad_games/fire_group.hpp"

namespace combat_odds {
namespace {

constexpr const char* by_number = "terrain";

/// The columns of the kinds of attack, in their order.
constexpr std::array<const char*, 5> kind_columns = {"drm", "indirect", "aerial", "inside",
                                                     "snap_shot"};
constexpr std::array<const char*, 5> kind_words = {"direct fire", "indirect fire", "aircraft",
                                                   "attacks from within", "a Snap Shot"};

}  // namespace

TerrainChart::TerrainChart(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {"terrain", "also", "drm", "open", "hexside"});
  for (const Columns::Row row : columns) {
    Row read;
    read.terrain = {row.text("terrain"), row.whole_number("drm"), truth_in(row, "open"),
                    truth_in(row, "hexside"),
                    columns.has("halves_he") && truth_in(row, "halves_he")};
    for (std::size_t kind = 0; kind < kind_columns.size(); ++kind) {
      const char* const column = columns.has(kind_columns.at(kind)) ? kind_columns.at(kind) : "drm";
      read.modifiers.at(kind) = row.whole_number_if_any(column);
    }
    read.names = {row.text("terrain")};
    if (row.has("also")) {
      for (const std::string_view name : parts_of(row.text("also"), '/')) {
        read.names.emplace_back(name);
      }
    }
    rows_.push_back(std::move(read));
  }
}

Terrain TerrainChart::read(std::string_view text, std::string_view parameter,
                           AttackKind attack) const {
  std::string_view number = text;
  if (number.starts_with('+')) number.remove_prefix(1);
  if (const auto modifier = number_in<int>(number); modifier && *modifier > -10 && *modifier < 10) {
    return {by_number, *modifier, *modifier <= 0, false, false};
  }
  const auto kind = static_cast<std::size_t>(attack);
  std::vector<std::string> names;
  for (const Row& row : rows_) {
    if (find_name(text, row.names)) {
      Terrain found = row.terrain;
      if (!row.modifiers.at(kind)) refuse(row, parameter, kind);
      found.modifier = *row.modifiers.at(kind);
      return found;
    }
    names.insert(names.end(), row.names.begin(), row.names.end());
  }
  throw ArgumentError(
      parameter, fmt::format("the chart has no terrain '{}'", text),
      did_you_mean(text, names,
                   fmt::format("its modifier as a number, or one of {}", fmt::join(names, ", "))));
}

/// Says which terrains of a longer name have what a row lacks.
void TerrainChart::refuse(const Row& row, std::string_view parameter, std::size_t kind) const {
  std::vector<std::string> others;
  for (const Row& other : rows_) {
    if (other.modifiers.at(kind) && other.terrain.name.ends_with(" " + row.terrain.name)) {
      others.push_back(other.terrain.name);
    }
  }
  throw ArgumentError(
      parameter,
      fmt::format("'{}' has no modifier against {}", row.terrain.name, kind_words.at(kind)),
      others.empty() ? "the modifier as a number" : fmt::format("{}", fmt::join(others, " or ")));
}

std::vector<NamedValue> TerrainChart::names(AttackKind attack) const {
  std::vector<NamedValue> values;
  for (const Row& row : rows_) {
    const std::optional<int> modifier = row.modifiers.at(static_cast<std::size_t>(attack));
    if (!modifier) continue;
    for (const std::string& name : row.names) {
      values.push_back({name, static_cast<double>(*modifier)});
    }
  }
  return values;
}

void tell_terrain(Working& working, const Terrain& terrain, const std::string& against) {
  if (terrain.name == by_number) return;
  working.sums.push_back(fmt::format("{} {} {}{}", terrain.name, signed_text(terrain.modifier),
                                     against, terrain.halves_he ? ", half the FP of HE" : ""));
}

NameList terrain_names(const std::string& chart, AttackKind attack) {
  return {chart, [chart, attack](const Charts& charts) {
            return charts.get<TerrainChart>(chart).names(attack);
          }};
}

}  // namespace combat_odds
