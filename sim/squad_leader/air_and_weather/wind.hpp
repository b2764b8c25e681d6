#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "sim/declare/declaration.hpp"

namespace combat_odds::squad_leader {

enum class WindForce { none, mild_breeze, heavy };

/// The wind as it changes the spread of fires (102.5) and the drift of parachutes (99.26): a group
/// of parameters, the force apart.
///
/// Of the diagram of 102.5 only the number directly into the wind was found (-2, in 99.26); the
/// others are asked for, and must be given where there is a wind.
struct Wind {
  int direction = 1;
  std::optional<int> downwind;
  std::optional<int> downwind_side;
  std::optional<int> upwind_side;

  static void describe(Declaration<Wind>& asked);
  /// What describe() asks.
  static const std::initializer_list<std::string_view> asked_names;

  /// The wind has that force; throws ArgumentError where a number is missing.
  void blow(WindForce force);
  /// The modifier of something that moves in that direction; doubled in heavy winds (102.62).
  int drm(int to) const;

 private:
  WindForce force_ = WindForce::none;
  std::array<int, 4> by_angle_ = {0, 0, 0, -2};  ///< with the wind, 60 and 120 degrees off, against
};

}  // namespace combat_odds::squad_leader
