#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/text/chart.hpp"
#include "sim/declare/parameter.hpp"

namespace combat_odds {

/// What the target of a fire attack is in or behind.
struct Terrain {
  std::string name;
  int modifier = 0;
  bool open = false;     ///< who moves in it moves in the open
  bool hexside = false;  ///< a wall or hedge, not something in the hex
};

/// The terrain of a game with its modifiers: a chart with the columns terrain, also (other names,
/// with slashes between), drm, open and hexside.
class TerrainChart {
 public:
  explicit TerrainChart(const CsvTable& chart);

  /// "stone", or a number: that modifier, in the open if it is 0 or less. Throws ArgumentError
  /// about `parameter` with the nearest name.
  Terrain read(std::string_view text, std::string_view parameter) const;

  /// All names with their modifiers.
  std::vector<NamedValue> names() const;

 private:
  struct Row {
    Terrain terrain;
    std::vector<std::string> names;
  };
  std::vector<Row> rows_;
};

/// For Parameter::or_named of a modifier: the names in a chart of terrain.
NameList terrain_names(const std::string& chart);

}  // namespace combat_odds
