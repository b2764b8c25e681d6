#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/text/chart.hpp"
#include "sim/declare/parameter.hpp"

namespace combat_odds {

/// The terrain that the target of a fire attack is in or behind.
struct Terrain {
  std::string name;
  int modifier = 0;
  bool open = false;     ///< units that move in it move in the open
  bool hexside = false;  ///< a wall or hedge, not something in the hex
};

/// The terrain of a game with its modifiers: a chart with the columns terrain, also (other names,
/// separated by slashes), drm, open and hexside.
class TerrainChart {
 public:
  explicit TerrainChart(const CsvTable& chart);

  /// Reads a name such as "stone", or a modifier; 0 or less counts as open. Throws ArgumentError
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

/// The names in a terrain chart, for Declaration::or_named of a modifier.
NameList terrain_names(const std::string& chart);

}  // namespace combat_odds
