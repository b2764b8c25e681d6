#include "sim/squad_leader/air_and_weather/fire_charts.hpp"

#include <string>

#include "core/text/columns.hpp"

namespace combat_odds::squad_leader {
namespace {

int number_of(const CsvTable& chart, std::string_view name_column, std::string_view number_column,
              const std::string& name) {
  const Columns columns =
      Columns::of_chart(chart, {std::string(name_column), std::string(number_column)});
  for (const Columns::Row row : columns) {
    if (row.text(name_column) == name) return row.whole_number(number_column);
  }
  throw InputError({chart.file, 1, 1}, "no row '" + name + "'", "the rows of the built-in chart");
}

}  // namespace

FireNumbers::FireNumbers(const CsvTable& chart, std::string_view terrain_column,
                         std::string_view number_column, std::string_view building) {
  for (const Terrain terrain :
       {Terrain::woods, Terrain::grain, Terrain::wooden_building, Terrain::stone_building}) {
    const auto at = static_cast<std::size_t>(terrain);
    const std::string name(terrain_names[at]);
    numbers_[at] = number_of(chart, terrain_column, number_column,
                             is_building(terrain) ? std::string(building) + name : name);
  }
}

SpreadingFire::SpreadingFire(const CsvTable& chart)
    : FireNumbers(chart, "target_terrain", "spreads_on_dr_at_least", "same_"),
      different_building_(
          number_of(chart, "target_terrain", "spreads_on_dr_at_least", "different_building")) {}

}  // namespace combat_odds::squad_leader
