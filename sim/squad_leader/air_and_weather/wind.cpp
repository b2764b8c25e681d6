#include "sim/squad_leader/air_and_weather/wind.hpp"

#include <cstdlib>

namespace combat_odds::squad_leader {

void Wind::describe(Declaration<Wind>& asked) {
  asked
      .asks(&Wind::direction, "wind_direction", 1, 6,
            "where the wind blows to: 1 is up the board, then clockwise")
      .asks(&Wind::downwind, "downwind_drm", -6, 6,
            "the modifier directly with the wind, in the diagram of 102.5")
      .asks(&Wind::downwind_side, "downwind_side_drm", -6, 6,
            "the modifier in the two directions beside it")
      .asks(&Wind::upwind_side, "upwind_side_drm", -6, 6,
            "the modifier in the two directions beside the one into the wind");
}

const std::initializer_list<std::string_view> Wind::asked_names = {
    "wind_direction", "downwind_drm", "downwind_side_drm", "upwind_side_drm"};

void Wind::blow(WindForce force) {
  force_ = force;
  if (force == WindForce::none) return;
  const auto needed = [](const char* parameter, const std::optional<int>& number) {
    if (number) return *number;
    throw ArgumentError(parameter,
                        "with a wind the numbers of the diagram of 102.5 are needed, which was "
                        "not found (only the -2 into the wind)",
                        "the modifier in the wind-direction diagram of your rules");
  };
  by_angle_[0] = needed("downwind_drm", downwind);
  by_angle_[1] = needed("downwind_side_drm", downwind_side);
  by_angle_[2] = needed("upwind_side_drm", upwind_side);
}

int Wind::drm(int to) const {
  if (force_ == WindForce::none) return 0;
  const int turned = std::abs(to - direction);
  const int angle = turned > 3 ? 6 - turned : turned;
  return by_angle_[static_cast<std::size_t>(angle)] * (force_ == WindForce::heavy ? 2 : 1);
}

}  // namespace combat_odds::squad_leader
