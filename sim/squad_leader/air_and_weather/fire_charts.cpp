#include "combat_odds/sim/squad_leader/air_and_weather/fire_charts.hpp"

#include <algorithm>
#include <string>

namespace combat_odds::squad_leader {
namespace {

int number_of(const CsvTable& chart, std::string_view name_column, std::string_view number_column,
              const std::string& name) {
  const std::size_t named = chart_column(chart, name_column);
  const auto row = std::find_if(chart.rows.begin(), chart.rows.end(),
                                [&](const auto& cells) { return cells[named].text == name; });
  if (row == chart.rows.end()) {
    throw InputError({chart.file, 1, 1}, "no row '" + name + "'", "the rows of the built-in chart");
  }
  return chart_integer(chart, (*row)[chart_column(chart, number_column)]);
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
