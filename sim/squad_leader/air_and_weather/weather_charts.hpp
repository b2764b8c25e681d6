#pragma once

#include <array>
#include <string>
#include <vector>

#include "combat_odds/core/chart.hpp"

namespace combat_odds::squad_leader {

/// Environmental Conditions (102.3), chart squad-leader/environmental-conditions.csv.
class EnvironmentalConditions {
 public:
  static constexpr const char* chart_name = "squad-leader/environmental-conditions.csv";
  explicit EnvironmentalConditions(const CsvTable& chart);

  struct Row {
    std::string condition;
    int die_at_most;
    int kindling_drm;
  };
  const std::vector<Row>& rows() const { return rows_; }
  /// The row of a die after the modifier of the month.
  int row(int final_die) const;

 private:
  std::vector<Row> rows_;
};

/// What the month adds to the weather die (102.31), chart
/// squad-leader/environmental-conditions-month.csv.
class WeatherMonths {
 public:
  static constexpr const char* chart_name = "squad-leader/environmental-conditions-month.csv";
  explicit WeatherMonths(const CsvTable& chart);
  int drm(int month) const { return drm_[static_cast<std::size_t>(month - 1)]; }

 private:
  std::array<int, 12> drm_{};
};

/// The force of the wind by a die (102.6), chart squad-leader/wind-force.csv: 0 none, 1 a mild
/// breeze, 2 heavy winds.
class WindForces {
 public:
  static constexpr const char* chart_name = "squad-leader/wind-force.csv";
  explicit WindForces(const CsvTable& chart);
  int force(int die) const { return force_[static_cast<std::size_t>(die - 1)]; }

 private:
  std::array<int, 6> force_{};
};

/// How the wind changes by a die (102.7), chart squad-leader/wind-change.csv.
class WindChanges {
 public:
  static constexpr const char* chart_name = "squad-leader/wind-change.csv";
  explicit WindChanges(const CsvTable& chart);

  struct Change {
    int turn = 0;   ///< clockwise, in hexsides
    int force = 0;  ///< stronger or weaker
  };
  Change change(int die) const { return change_[static_cast<std::size_t>(die - 1)]; }

 private:
  std::array<Change, 6> change_{};
};

}  // namespace combat_odds::squad_leader
