#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/text/chart.hpp"

namespace combat_odds {

// Charts of weather and wind that Squad Leader and ASL share.

/// Environmental Conditions (102.3, B25.5): the game's chart environmental-conditions.csv.
class WeatherConditions {
 public:
  explicit WeatherConditions(const CsvTable& chart);

  struct Row {
    std::string condition;
    int die_at_most;
    int kindling_drm;
  };
  const std::vector<Row>& rows() const { return rows_; }
  /// The row for a die to which the month's modifier has been added.
  int row(int final_die) const;

 private:
  std::vector<Row> rows_;
};

/// The month's modifier of the weather die (102.31, B25.5): the game's chart
/// environmental-conditions-month.csv.
class WeatherMonths {
 public:
  explicit WeatherMonths(const CsvTable& chart);
  int drm(int month) const { return drm_[static_cast<std::size_t>(month - 1)]; }

 private:
  std::array<int, 12> drm_{};
};

/// The force of the wind by a die (102.6, B25.63): the game's chart wind-force.csv. 0 is no wind, 1
/// a mild breeze, 2 heavy winds.
class WindForces {
 public:
  explicit WindForces(const CsvTable& chart);
  int force(int die) const { return force_[static_cast<std::size_t>(die - 1)]; }

 private:
  std::array<int, 6> force_{};
};

/// The change of the wind by a die (102.7, B25.65): the game's chart wind-change.csv.
class WindChanges {
 public:
  explicit WindChanges(const CsvTable& chart);

  struct Change {
    int turn = 0;   ///< clockwise, in hexsides
    int force = 0;  ///< stronger or weaker
  };
  Change change(int die) const { return change_[static_cast<std::size_t>(die - 1)]; }

 private:
  std::array<Change, 6> change_{};
};

/// The wind at the moment, as part of a state.
struct WindNow {
  static constexpr int mild_breeze = 1;
  std::uint8_t force = 0;
  std::uint8_t turned = 0;  ///< hexsides clockwise from its first direction

  /// A wind that would rise or fall beyond the last force becomes a mild breeze.
  void change(WindChanges::Change change);
};

}  // namespace combat_odds
