#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/text/chart.hpp"
#include "sim/squad_games/gun_barrel.hpp"

namespace combat_odds::squad_leader {

/// A gun as printed on its counter (63.12): the calibre in millimetres, and *, L or LL for its
/// accuracy at range (64.2).
struct Gun {
  using Barrel = GunBarrel;
  int calibre = 0;
  Barrel barrel = Barrel::plain;
};

/// The form of a gun, for messages and documentation.
extern const char* const gun_form;

/// Reads "75LL", "76*", "88L" or "37". Throws ArgumentError about `parameter` for anything else.
Gun read_gun(std::string_view text, std::string_view parameter);

/// The To Hit chart (33.3): the highest DR that hits.
class ToHitTable {
 public:
  static constexpr const char* chart_name = "squad-leader/to-hit.csv";
  explicit ToHitTable(const CsvTable& chart);

  /// The target lines of the chart.
  enum class Target {
    vehicle_in_other,
    vehicle_in_woods_or_building,
    vehicle_hull_down,
    gun,
    infantry_in_cover,
    infantry_in_woods,
    infantry_in_other
  };
  static constexpr std::size_t target_count = 7;
  /// Their names, in the same order.
  static const std::vector<std::string>& targets();

  /// The number of a target line. Nothing if the chart has a blank: no hit is possible.
  std::optional<int> number(Target target, bool red, int range) const;

 private:
  static constexpr int bands = 4;
  using Row = std::vector<std::optional<int>>;  ///< black bands, then red bands
  std::array<Row, target_count> rows_;
};

/// The dice roll modifiers of the To Hit roll, by case or by rule number.
class ToHitDrm {
 public:
  static constexpr const char* chart_name = "squad-leader/to-hit-drm.csv";
  explicit ToHitDrm(const CsvTable& chart);
  int at(const std::string& name) const { return drm_.at(name); }

 private:
  std::unordered_map<std::string, int> drm_;
};

/// The AFV Kill chart (33.4): the highest DR that kills.
class AfvKillTable {
 public:
  static constexpr const char* chart_name = "squad-leader/afv-kill.csv";
  explicit AfvKillTable(const CsvTable& chart);

  /// Nothing if the chart has no such column, or refers to the IFT.
  std::optional<int> number(const std::string& facing, const std::string& column) const;

 private:
  std::unordered_map<std::string, std::unordered_map<std::string, int>> rows_;
};

}  // namespace combat_odds::squad_leader
