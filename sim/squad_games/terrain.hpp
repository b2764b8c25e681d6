#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/dice/working.hpp"
#include "core/text/chart.hpp"
#include "sim/declare/parameter.hpp"

namespace combat_odds {

/// What attacks a unit in a terrain.
enum class AttackKind : std::uint8_t {
  direct,
  indirect,   ///< offboard artillery and mortars
  aerial,     ///< aircraft: their MG and bombs
  inside,     ///< from within the Location
  snap_shot,  ///< as a unit crosses a hexside (ASL A8.15)
};

/// The terrain that the target of an attack is in or behind.
struct Terrain {
  std::string name;
  int modifier = 0;      ///< against the kind of attack that was asked
  bool open = false;     ///< units that move in it move in the open
  bool hexside = false;  ///< a wall or hedge, not something in the hex
  bool halves_he = false;

  /// What that FP of HE has there: half of it in soft ground.
  double of_he(double firepower) const { return halves_he ? firepower / 2 : firepower; }
};

/// The terrain of a game with its modifiers: a chart with the columns terrain, also (other names,
/// separated by slashes), drm, open and hexside. It may have the columns indirect, aerial, inside
/// and snap_shot, the modifiers against those attacks where drm is not, and halves_he.
class TerrainChart {
 public:
  explicit TerrainChart(const CsvTable& chart);

  /// Reads a name such as "stone", or a modifier; 0 or less counts as open. Throws ArgumentError
  /// about `parameter` with the nearest name, or where the chart has no modifier for `attack`.
  Terrain read(std::string_view text, std::string_view parameter,
               AttackKind attack = AttackKind::direct) const;

  /// All names with their modifiers against that kind of attack.
  std::vector<NamedValue> names(AttackKind attack = AttackKind::direct) const;

 private:
  struct Row {
    Terrain terrain;
    std::array<std::optional<int>, 5> modifiers;  ///< by AttackKind
    std::vector<std::string> names;
  };
  [[noreturn]] void refuse(const Row& row, std::string_view parameter, std::size_t kind) const;

  std::vector<Row> rows_;
};

/// Adds the modifier that counts to the sums: "woods -1 against indirect fire". Says nothing of one
/// that was given as a number.
void tell_terrain(Working& working, const Terrain& terrain, const std::string& against);

/// The names in a terrain chart, for Declaration::or_named of a modifier.
NameList terrain_names(const std::string& chart, AttackKind attack = AttackKind::direct);

}  // namespace combat_odds
