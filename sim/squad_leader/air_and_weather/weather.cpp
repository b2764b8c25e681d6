#include <cstdint>

#include "sim/declare/declaration.hpp"
#include "sim/squad_games/weather_charts.hpp"

namespace combat_odds::squad_leader {
namespace {

/// 102.3, 102.6, 102.7: the weather of a scenario, and changes of the wind.
struct Weather {
  int month = 1;
  int rally_phases = 0;

  void prepare(const Charts& charts) {
    conditions_ = &charts.get<WeatherConditions>("squad-leader/environmental-conditions.csv");
    forces_ = &charts.get<WindForces>("squad-leader/wind-force.csv");
    changes_ = &charts.get<WindChanges>("squad-leader/wind-change.csv");
    month_drm_ =
        charts.get<WeatherMonths>("squad-leader/environmental-conditions-month.csv").drm(month);
  }

  Outcome resolve(Dice& dice) const {
    struct {
      std::uint8_t phase = 0;
      WindNow now;
      bool changed = false;
    } wind;
    wind.now.force =
        static_cast<std::uint8_t>(dice.die([&](int roll) { return forces_->force(roll); }));
    for (; wind.phase < rally_phases; ++wind.phase) {
      dice.at(wind);
      if (!dice.DR([](TwoDice roll) { return roll.total() == 2; })) continue;
      const int die = dice.die();
      wind.changed = true;
      wind.now.change(changes_->change(die));
    }
    // By the rules the weather is rolled before the wind (102.3). Rolled last, the odds are the
    // same and there are fewer states.
    dice.at(wind);
    const int row = dice.die([&](int roll) { return conditions_->row(roll + month_drm_); });
    const auto& found = conditions_->rows()[static_cast<std::size_t>(row)];
    return Outcome(condition(found.condition))
        .event("no_wind", wind.now.force == 0)
        .event("mild_breeze", wind.now.force == WindNow::mild_breeze)
        .event("heavy_winds", wind.now.force > WindNow::mild_breeze)
        .event("wind_changed", wind.changed)
        .measure("kindling_drm", found.kindling_drm)
        .measure("wind_turned", wind.now.turned);
  }

 private:
  /// 102.8, 102.9: "Mud, Snow" is one result; the month decides which it is.
  std::string condition(const std::string& name) const {
    if (name != "snow" && name != "mud") return name;
    return month == 12 || month <= 2 ? "snow" : "mud";
  }

  const WeatherConditions* conditions_ = nullptr;
  const WindForces* forces_ = nullptr;
  const WindChanges* changes_ = nullptr;
  int month_drm_ = 0;
};

}  // namespace

Procedure weather() {
  return procedure<Weather>("sl.weather", "COI 102.3-102.9",
                            "the weather of a scenario, the wind, and how it changes")
      .asks(&Weather::month, "month", 1, 12, "the month of the scenario")
      .required()
      .tried_with({"1", "3", "5", "7", "8", "10", "12"})
      .asks(&Weather::rally_phases, "rally_phases", 0, 60,
            "Rally Phases in which the wind may change")
      .tried_with({"0", "1", "6", "20"})
      .outcome("snow", "snow (61, 102.9)")
      .outcome("mud", "mud (102.8)")
      .outcome("wet", "wet")
      .outcome("moist", "moist")
      .outcome("moderate", "moderate")
      .outcome("dry", "dry")
      .outcome("very_dry", "very dry")
      .event("no_wind", "there is no wind in the end")
      .event("mild_breeze", "there is a mild breeze in the end")
      .event("heavy_winds", "there are heavy winds in the end")
      .event("wind_changed", "the wind changed")
      .measure("kindling_drm", "what the conditions add to kindling and spreading fire")
      .measure("wind_turned", "hexsides by which the wind has turned clockwise");
}

}  // namespace combat_odds::squad_leader
