#include <cstdint>

#include "combat_odds/sim/procedure.hpp"
#include "combat_odds/sim/squad_leader/air_and_weather/weather_charts.hpp"

namespace combat_odds::squad_leader {
namespace {

constexpr int mild_breeze = 1;

/// 102.3, 102.6, 102.7: the weather of a scenario and how the wind changes in it.
class Weather : public Rule {
 public:
  Weather(const Arguments& arguments, const Charts& charts)
      : conditions_(charts.get<EnvironmentalConditions>(EnvironmentalConditions::chart_name)),
        forces_(charts.get<WindForces>(WindForces::chart_name)),
        changes_(charts.get<WindChanges>(WindChanges::chart_name)),
        month_(arguments.integer("month")),
        month_drm_(charts.get<WeatherMonths>(WeatherMonths::chart_name).drm(month_)),
        rally_phases_(arguments.integer("rally_phases")) {}

  Outcome resolve(Dice& dice) const override {
    struct {
      std::uint8_t phase = 0;
      std::uint8_t force = 0;
      std::uint8_t turned = 0;  ///< clockwise from where it blew at first
      bool changed = false;
    } wind;
    wind.force = static_cast<std::uint8_t>(dice.dr([&](int roll) { return forces_.force(roll); }));
    for (; wind.phase < rally_phases_; ++wind.phase) {
      dice.at(wind);
      if (!dice.DR([](TwoDice roll) { return roll.total() == 2; })) continue;
      const int die = dice.dr();
      const WindChanges::Change change = changes_.change(die);
      wind.changed = true;
      wind.turned = static_cast<std::uint8_t>((wind.turned + change.turn + 6) % 6);
      const int force = wind.force + change.force;
      wind.force = static_cast<std::uint8_t>(force < 0 || force > 2 ? mild_breeze : force);
    }
    // The weather is rolled before the wind (102.3); rolled last the odds are the same, and the
    // changes of the wind need not be told apart by it.
    dice.at(wind);
    const int row = dice.dr([&](int roll) { return conditions_.row(roll + month_drm_); });
    const auto& found = conditions_.rows()[static_cast<std::size_t>(row)];
    return Outcome(condition(found.condition))
        .event("no_wind", wind.force == 0)
        .event("mild_breeze", wind.force == mild_breeze)
        .event("heavy_winds", wind.force > mild_breeze)
        .event("wind_changed", wind.changed)
        .measure("kindling_drm", found.kindling_drm)
        .measure("wind_turned", wind.turned);
  }

 private:
  /// 102.8, 102.9: "Mud, Snow" is one result, and the month says which.
  std::string condition(const std::string& name) const {
    if (name != "snow" && name != "mud") return name;
    return month_ == 12 || month_ <= 2 ? "snow" : "mud";
  }

  const EnvironmentalConditions& conditions_;
  const WindForces& forces_;
  const WindChanges& changes_;
  int month_;
  int month_drm_;
  int rally_phases_;
};

}  // namespace

Procedure weather() {
  return {
      .name = "sl.weather",
      .rule = "COI 102.3-102.9",
      .summary = "the weather of a scenario, the wind, and how it changes",
      .details =
          "One die and the month give the Environmental Conditions (102.3, 102.31), one the force "
          "of the wind (102.6); in each Rally Phase a DR of 2 changes the wind by another die "
          "(102.7). Mud and snow are one result, snow from December to February and mud in other "
          "months (102.8, 102.9).\n"
          "The four charts of these rules were not found; the ASL charts stand in (B25.5, B25.63, "
          "B25.65), among them that a wind which would rise or fall beyond the last force becomes "
          "a mild breeze. Put your own charts into --charts where they differ. The direction of "
          "the wind is a die, each as likely; what is counted is how far it turns.",
      .parameters =
          {
              integer("month", 1, 12, "the month of the scenario")
                  .tried_with({"1", "3", "5", "7", "8", "10", "12"}),
              integer("rally_phases", 0, 60, "Rally Phases in which the wind may change")
                  .by_default("0")
                  .tried_with({"0", "1", "6", "20"}),
          },
      .outcomes =
          {
              {"snow", "snow (61, 102.9)"},
              {"mud", "mud (102.8)"},
              {"wet", "wet"},
              {"moist", "moist"},
              {"moderate", "moderate"},
              {"dry", "dry"},
              {"very_dry", "very dry"},
          },
      .events =
          {
              {"no_wind", "there is no wind in the end"},
              {"mild_breeze", "there is a mild breeze in the end"},
              {"heavy_winds", "there are heavy winds in the end"},
              {"wind_changed", "the wind changed"},
          },
      .measures =
          {
              {"kindling_drm", "what the conditions add to kindling and spreading fire"},
              {"wind_turned", "hexsides by which the wind has turned clockwise"},
          },
      .charts = {EnvironmentalConditions::chart_name, WeatherMonths::chart_name,
                 WindForces::chart_name, WindChanges::chart_name},
      .rule_for = [](const Arguments& arguments,
                     const Charts& charts) { return std::make_unique<Weather>(arguments, charts); },
  };
}

}  // namespace combat_odds::squad_leader
