#include "sim/squad_games/terrain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/columns.hpp"
#include "core/text/number_text.hpp"
#include "core/text/suggest.hpp"
#include "sim/declare/names.hpp"
#include "sim/declare/procedure.hpp"

namespace combat_odds {
namespace {

bool yes(const Columns::Row& row, const char* column) {
  return row.one_of(column, {"true", "false"}) == 0;
}

}  // namespace

TerrainChart::TerrainChart(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {"terrain", "also", "drm", "open", "hexside"});
  for (const Columns::Row row : columns) {
    Row read;
    read.terrain = {row.text("terrain"), row.whole_number("drm"), yes(row, "open"),
                    yes(row, "hexside")};
    read.names = {row.text("terrain")};
    const std::string& others = row.text("also");
    for (std::size_t start = 0; start < others.size();) {
      const std::size_t end = std::min(others.find('/', start), others.size());
      read.names.push_back(others.substr(start, end - start));
      start = end + 1;
    }
    rows_.push_back(std::move(read));
  }
}

Terrain TerrainChart::read(std::string_view text, std::string_view parameter) const {
  std::string_view number = text;
  if (number.starts_with('+')) number.remove_prefix(1);
  if (const auto modifier = number_in<int>(number); modifier && *modifier > -10 && *modifier < 10) {
    return {"terrain", *modifier, *modifier <= 0, false};
  }
  std::vector<std::string> names;
  for (const Row& row : rows_) {
    if (find_name(text, row.names)) return row.terrain;
    names.insert(names.end(), row.names.begin(), row.names.end());
  }
  throw ArgumentError(
      parameter, fmt::format("the chart has no terrain '{}'", text),
      did_you_mean(text, names,
                   fmt::format("its modifier as a number, or one of {}", fmt::join(names, ", "))));
}

std::vector<NamedValue> TerrainChart::names() const {
  std::vector<NamedValue> values;
  for (const Row& row : rows_) {
    for (const std::string& name : row.names) {
      values.push_back({name, static_cast<double>(row.terrain.modifier)});
    }
  }
  return values;
}

NameList terrain_names(const std::string& chart) {
  return {chart, [chart](const Charts& charts) { return charts.get<TerrainChart>(chart).names(); }};
}

}  // namespace combat_odds
