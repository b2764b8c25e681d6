#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "combat_odds/core/chart.hpp"

namespace combat_odds::squad_leader {

/// A gun as it is printed on its counter (63.12): the calibre in millimetres and, for its accuracy
/// at range (64.2), *, L or LL.
struct Gun {
  enum class Barrel { plain, asterisk, l, ll };
  int calibre = 0;
  Barrel barrel = Barrel::plain;
};

/// What a gun looks like, for messages and documentation.
extern const char* const gun_form;

/// Reads "75LL", "76*", "88L" or "37". Throws ArgumentError about `parameter` otherwise.
Gun read_gun(std::string_view text, std::string_view parameter);

/// The To Hit chart (33.3): the highest DR that hits.
class ToHitTable {
 public:
  static constexpr const char* chart_name = "squad-leader/to-hit.csv";
  explicit ToHitTable(const CsvTable& chart);

  /// The number for a target line ("vehicle_in_other"); nothing where the chart has a blank: no hit
  /// is possible.
  std::optional<int> number(const std::string& target, bool red, int range) const;

  /// The target lines, in the order of the chart.
  static const std::vector<std::string>& targets();

 private:
  static constexpr int bands = 4;
  using Row = std::vector<std::optional<int>>;  ///< black bands, then red bands
  std::unordered_map<std::string, Row> rows_;
};

/// The dice roll modifiers of the To Hit roll, by their case or by the rule that states them.
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

  /// Nothing where the chart has no such column or leaves the cell to the IFT.
  std::optional<int> number(const std::string& facing, const std::string& column) const;

 private:
  std::unordered_map<std::string, std::unordered_map<std::string, int>> rows_;
};

}  // namespace combat_odds::squad_leader
