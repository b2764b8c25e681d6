#pragma once

#include <array>
#include <string_view>

#include "core/text/chart.hpp"

namespace combat_odds::squad_leader {

/// Terrain by how it burns, in the order of terrain_names.
enum class Terrain { other, woods, grain, wooden_building, stone_building };
constexpr std::array<std::string_view, 5> terrain_names = {"other", "woods", "grain",
                                                           "wooden_building", "stone_building"};

constexpr bool is_building(Terrain terrain) {
  return terrain == Terrain::wooden_building || terrain == Terrain::stone_building;
}

/// A DR number for each terrain that burns; "other" does not burn.
class FireNumbers {
 public:
  int number(Terrain terrain) const { return numbers_[static_cast<std::size_t>(terrain)]; }

 protected:
  /// `building` is the prefix of the names of buildings.
  FireNumbers(const CsvTable& chart, std::string_view terrain_column,
              std::string_view number_column, std::string_view building);

 private:
  std::array<int, terrain_names.size()> numbers_{};
};

/// Fire spreads on a DR of the number or more (59.4): chart squad-leader/spreading-fire.csv.
/// number() of a building is for spreading within the same building.
class SpreadingFire : public FireNumbers {
 public:
  static constexpr const char* chart_name = "squad-leader/spreading-fire.csv";
  explicit SpreadingFire(const CsvTable& chart);
  int different_building() const { return different_building_; }

 private:
  int different_building_;
};

/// A fire starts on a DR of the number or more (102.22): chart squad-leader/kindling.csv.
class Kindling : public FireNumbers {
 public:
  static constexpr const char* chart_name = "squad-leader/kindling.csv";
  explicit Kindling(const CsvTable& chart) : FireNumbers(chart, "terrain", "kindling_number", "") {}
};

}  // namespace combat_odds::squad_leader
