#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "sim/declare/declaration.hpp"

namespace combat_odds::squad_leader {

enum class WindForce { none, mild_breeze, heavy };

/// The wind, which changes the spread of fires (102.5) and the drift of parachutes (99.26): a group
/// of parameters without the force.
///
/// Of the diagram in 102.5 only the number directly into the wind was found (-2, in 99.26). The
/// other numbers are parameters, which must be given if there is a wind.
struct Wind {
  int direction = 1;
  std::optional<int> downwind;
  std::optional<int> downwind_side;
  std::optional<int> upwind_side;

  static void describe(Declaration<Wind>& asked);
  /// The names of the parameters.
  static const std::initializer_list<std::string_view> asked_names;

  /// Sets the force. Throws ArgumentError if a number is missing.
  void blow(WindForce force);
  /// The modifier of movement in that direction; doubled in heavy winds (102.62).
  int drm(int to) const;

 private:
  WindForce force_ = WindForce::none;
  std::array<int, 4> by_angle_ = {0, 0, 0,
                                  -2};  ///< with the wind, 60 and 120 degrees off it, against it
};

}  // namespace combat_odds::squad_leader
