#pragma once

#include "combat_odds/sim/procedure.hpp"

namespace combat_odds::squad_leader {

enum class WindForce { none, mild_breeze, heavy };

/// The wind as it changes the spread of fires (102.5) and the drift of parachutes (99.26).
///
/// Of the diagram of 102.5 only the number directly into the wind was found (-2, in 99.26); the
/// others are parameters.
class Wind {
 public:
  /// `force` is the choice "no_wind", "mild_breeze" or "heavy_winds"; the rest is read from the
  /// parameters below, which must be given where there is a wind.
  Wind(const Arguments& arguments, const std::string& force);

  WindForce force() const { return force_; }
  /// The modifier of something that moves in that direction; doubled in heavy winds (102.62).
  int drm(int direction) const;

  /// The parameters wind_direction, downwind_drm, downwind_side_drm and upwind_side_drm.
  static void add_parameters(std::vector<Parameter>& parameters);

 private:
  WindForce force_;
  int direction_ = 1;
  int by_angle_[4] = {0, 0, 0, -2};  ///< with the wind, 60 and 120 degrees off it, against it
};

}  // namespace combat_odds::squad_leader
