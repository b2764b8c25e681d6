#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/text/chart.hpp"

namespace combat_odds {

// The charts of weather and wind that Squad Leader and ASL have in common.

/// Environmental Conditions (102.3, B25.5), chart environmental-conditions.csv of the game.
class WeatherConditions {
 public:
  explicit WeatherConditions(const CsvTable& chart);

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

/// What the month adds to the weather die (102.31, B25.5), chart
/// environmental-conditions-month.csv of the game.
class WeatherMonths {
 public:
  explicit WeatherMonths(const CsvTable& chart);
  int drm(int month) const { return drm_[static_cast<std::size_t>(month - 1)]; }

 private:
  std::array<int, 12> drm_{};
};

/// The force of the wind by a die (102.6, B25.63), chart wind-force.csv of the game: 0 none, 1 a
/// mild breeze, 2 heavy winds.
class WindForces {
 public:
  explicit WindForces(const CsvTable& chart);
  int force(int die) const { return force_[static_cast<std::size_t>(die - 1)]; }

 private:
  std::array<int, 6> force_{};
};

/// How the wind changes by a die (102.7, B25.65), chart wind-change.csv of the game.
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

/// The wind as it is, a part of a state.
struct WindNow {
  static constexpr int mild_breeze = 1;
  std::uint8_t force = 0;
  std::uint8_t turned = 0;  ///< hexsides clockwise from where it blew at first

  /// A wind that would rise or fall beyond the last force becomes a mild breeze.
  void change(WindChanges::Change change);
};

}  // namespace combat_odds
