#include "combat_odds/sim/squad_leader/air_and_weather/wind.hpp"

#include <cstdlib>

namespace combat_odds::squad_leader {
namespace {

constexpr const char* names[3] = {"downwind_drm", "downwind_side_drm", "upwind_side_drm"};
constexpr const char* meanings[3] = {
    "the modifier directly with the wind, in the diagram of 102.5",
    "the modifier in the two directions beside it",
    "the modifier in the two directions beside the one into the wind",
};

}  // namespace

Wind::Wind(const Arguments& arguments, const std::string& force)
    : force_(force == "no_wind"       ? WindForce::none
             : force == "mild_breeze" ? WindForce::mild_breeze
                                      : WindForce::heavy) {
  if (force_ == WindForce::none) return;
  direction_ = arguments.integer("wind_direction");
  for (int i = 0; i < 3; ++i) {
    if (!arguments.given(names[i])) {
      throw ArgumentError(names[i],
                          "with a wind the numbers of the diagram of 102.5 are needed, which was "
                          "not found (only the -2 into the wind)",
                          "the modifier in the wind-direction diagram of your rules");
    }
    by_angle_[i] = arguments.integer(names[i]);
  }
}

int Wind::drm(int direction) const {
  if (force_ == WindForce::none) return 0;
  const int turned = std::abs(direction - direction_);
  const int angle = turned > 3 ? 6 - turned : turned;
  return by_angle_[angle] * (force_ == WindForce::heavy ? 2 : 1);
}

void Wind::add_parameters(std::vector<Parameter>& parameters) {
  parameters.push_back(
      integer("wind_direction", 1, 6, "where the wind blows to: 1 is up the board, then clockwise")
          .by_default("1"));
  for (int i = 0; i < 3; ++i) {
    parameters.push_back(
        integer(names[i], -6, 6, meanings[i]).optional().tried_with({"2", "1", "-1"}));
  }
}

}  // namespace combat_odds::squad_leader
