#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>

#include "core/dice/small.hpp"
#include "core/text/parts.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/declare/names.hpp"
#include "sim/squad_games/weather_charts.hpp"

namespace combat_odds::asl {
namespace {

/// The wind and the weather, Rally Phase by Rally Phase.
struct Sky {
  std::uint8_t phase = 0;
  WindNow wind;
  std::uint8_t changed = 0;
  std::uint8_t gusts = 0;
  std::uint8_t raining = 0;
  std::uint8_t rained = 0;
  std::uint8_t heavy_rain = 0;
};

/// B25.5, B25.63-.65, E3: the EC of a scenario, the wind, gusts and rain.
struct Weather {
  enum class Kind { clear, gusty, overcast };

  std::optional<int> month;
  std::optional<std::string> begins;
  Kind kind = Kind::clear;
  int rally_phases = 0;

  void prepare(const Charts& charts) {
    conditions_ = &charts.get<WeatherConditions>("asl/environmental-conditions.csv");
    forces_ = &charts.get<WindForces>("asl/wind-force.csv");
    changes_ = &charts.get<WindChanges>("asl/wind-change.csv");
    const auto& months = charts.get<WeatherMonths>("asl/environmental-conditions-month.csv");
    if (month) month_drm_ = months.drm(*month);
    if (begins) read_start();
  }

  static constexpr const char* form = "EC and wind, such as 'moist, no wind'";

  bool starts_by_dice() const { return month.has_value(); }

  Outcome resolve(Dice& dice) const {
    Sky sky;
    sky.wind.force = small(start_force_);
    if (month) {
      sky.wind.force =
          static_cast<std::uint8_t>(dice.die([&](int roll) { return forces_->force(roll); }));
    }
    for (; sky.phase < rally_phases; ++sky.phase) {
      dice.at(sky);
      rally_phase(sky, dice);
    }
    sky.phase = over;
    if (sky.rained != 0) return outcome(sky, wet);
    // By the book this is rolled first; rolled last, the odds are the same.
    dice.at(sky);
    return outcome(sky, month ? conditions_->rows()[conditions_row(dice)].condition : start_);
  }

 private:
  static constexpr const char* wet = "wet";  // E3.51: once it has rained, for good
  static constexpr std::uint8_t over = 255;  // in place of a Rally Phase

  /// The EC and the wind that a scenario's card gives.
  void read_start() {
    std::vector<std::string> conditions;
    for (const WeatherConditions::Row& row : conditions_->rows()) {
      conditions.push_back(row.condition);
    }
    const std::vector<std::string> winds = {"no_wind", "mild_breeze", "heavy_winds"};
    bool has_condition = false;
    bool has_wind = false;
    for (const std::string_view part : parts_of(*begins, ',')) {
      if (const auto condition = find_name(part, conditions); condition && !has_condition) {
        start_ = conditions[*condition];
        has_condition = true;
      } else if (const auto wind = find_name(part, winds); wind && !has_wind) {
        start_force_ = static_cast<int>(*wind);
        has_wind = true;
      } else {
        throw ArgumentError("start",
                            fmt::format("'{}' is neither EC nor wind, or there twice", part),
                            fmt::format("one of {} and one of {}", fmt::join(conditions, ", "),
                                        fmt::join(winds, ", ")));
      }
    }
    if (!has_condition || !has_wind) {
      throw ArgumentError("start", has_wind ? "it names no EC" : "it names no wind", form);
    }
  }

  std::size_t conditions_row(Dice& dice) const {
    return static_cast<std::size_t>(
        dice.die([&](int roll) { return conditions_->row(roll + month_drm_); }));
  }

  /// B25.65: a Wind Change DR of 2 changes the wind; 12 brings gusts, 10 or more in gusty weather.
  /// E3.51: under an overcast sky, 10 or more begins rain and 3 or less ends it.
  void rally_phase(Sky& sky, Dice& dice) const {
    struct Change {
      bool changes = false;
      bool gusts = false;
      bool starts = false;
      bool stops = false;
    };
    const Change change = dice.DR([&](TwoDice roll) {
      const int dr = roll.total();
      return Change{dr == 2, dr >= (kind == Kind::gusty ? 10 : 12),
                    kind == Kind::overcast && dr >= 10, kind == Kind::overcast && dr <= 3};
    });
    if (change.gusts) ++sky.gusts;
    if (change.starts && sky.raining != 0) sky.heavy_rain = 1;
    if (change.starts) sky.raining = sky.rained = 1;
    if (change.stops) sky.raining = 0;
    if (!change.changes) return;
    const auto before = sky.wind.force;
    sky.wind.change(changes_->change(dice.die()));
    // Without wind, a change of its direction does not count.
    if (before != 0 || sky.wind.force != before) sky.changed = 1;
  }

  Outcome outcome(const Sky& sky, const std::string& condition) const {
    Outcome outcome(condition);
    outcome.event("no_wind", sky.wind.force == 0)
        .event("mild_breeze", sky.wind.force == WindNow::mild_breeze)
        .event("heavy_winds", sky.wind.force > WindNow::mild_breeze)
        .event("wind_changed", sky.changed != 0)
        .event("gusts", sky.gusts > 0)
        .event("rain", sky.rained != 0)
        .event("raining", sky.raining != 0)
        .event("heavy_rain", sky.heavy_rain != 0)
        .measure("gusty_player_turns", sky.gusts);
    for (const WeatherConditions::Row& row : conditions_->rows()) {
      if (row.condition == condition) outcome.measure("ec_drm", row.kindling_drm);
    }
    return outcome;
  }

  const WeatherConditions* conditions_ = nullptr;
  const WindForces* forces_ = nullptr;
  const WindChanges* changes_ = nullptr;
  int month_drm_ = 0;
  std::string start_ = "moist";  // RB1
  int start_force_ = 0;
};

}  // namespace

Procedure weather() {
  return procedure<Weather>("asl.weather", "B25.5, B25.63-.65, E3.51",
                            "the Environmental Conditions of a scenario, wind, gusts and rain")
      .asks(
          &Weather::month, "month", 1, 12,
          "the month of the scenario, for the EC dr; default: Red Barricades, Moist and without wind at start (RB1)")
      .tried_with({"1", "3", "4", "6", "7", "10"})
      .asks(&Weather::begins, "start", Weather::form,
            "the EC and the wind at start, where a scenario's card gives them")
      .with_commas()
      .tried_with({"moist, no wind", "dry, mild breeze", "wet, heavy winds"})
      .only_when([](const Weather& asked) { return !asked.starts_by_dice(); },
                 "a month rolls for them", "no --month")
      .asks(&Weather::kind, "kind", one_of({"clear", "gusty", "overcast"}),
            "gusty: gusts come on a Wind Change DR of 10 or more; overcast: rain may")
      .asks(&Weather::rally_phases, "rally_phases", 0, 60,
            "Rally Phases (one a Player Turn) with a Wind Change DR")
      .tried_with({"0", "1", "6", "14"})
      .outcome("snow", "EC are Snow")
      .outcome("mud", "EC are Mud")
      .outcome("wet", "EC are Wet")
      .outcome("moist", "EC are Moist")
      .outcome("moderate", "EC are Moderate")
      .outcome("dry", "EC are Dry")
      .outcome("very_dry", "EC are Very Dry")
      .event("no_wind", "there is no wind in the end")
      .event("mild_breeze", "there is a Mild Breeze in the end")
      .event("heavy_winds", "there are Heavy Winds in the end")
      .event("wind_changed", "the wind changes at least once")
      .event("gusts", "there are gusts at least once")
      .event("rain", "it rains at some time")
      .event("raining", "it rains in the end")
      .event("heavy_rain",
             "at some time a DR of 10 or more comes while it rains: more LV Hindrance")
      .measure("gusty_player_turns", "Player Turns with gusts")
      .measure("ec_drm", "the EC DRM")
      .headline("gusts", "gusts come")
      .headline("wind_changed", "the wind changes")
      .headline("rain", "it rains")
      .headline("no_wind", "there is no wind in the end");
}

}  // namespace combat_odds::asl
