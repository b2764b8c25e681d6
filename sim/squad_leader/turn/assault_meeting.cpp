#include "sim/squad_leader/turn/assault_meeting.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/words.hpp"
#include "sim/squad_games/vehicle_factors.hpp"

namespace combat_odds::squad_leader {
namespace {

constexpr std::string_view by_factors = "vehicle ";

void add(std::vector<std::string>& words, const char* name, const std::string& value) {
  words.emplace_back(name);
  for (const std::string_view word : words_of(value)) words.emplace_back(word);
}

}  // namespace

void AssaultMeeting::describe(Declaration<AssaultMeeting>& meeting) {
  meeting.includes(&AssaultMeeting::asked, [](Declaration<TankAssault>& tank) {
    TankAssault::describe(tank);
    // Each step names both: what stands here is never played.
    tank.adjust("steps", [](Parameter& steps) { steps.default_value = tank_step_names().front(); })
        .adjust("defender", [](Parameter& defender) { defender.default_value = "4-4-7"; });
  });
}

std::vector<std::string> AssaultMeeting::words(const AssaultStep& step,
                                               const AssaultForce::Group& vehicle,
                                               const AssaultForce::Group& infantry) {
  const auto says = [&](std::string_view name) {
    return std::find(step.words.begin(), step.words.end(), name) != step.words.end();
  };
  if (step.how == "panzerfaust" && vehicle.in_hex_of == infantry.name) {
    throw ArgumentError(
        "steps",
        fmt::format("'{}': {} has overrun them, and there is no To Hit number for the own hex "
                    "(37.31)",
                    step.text, vehicle.name),
        "it in front of the Overrun, 'molotov', or 'close-combat'");
  }
  std::vector<std::string> words;
  add(words, "steps", step.how);
  add(words, "defender", units_text(infantry.units));
  const std::string& name = vehicle.units.front().text;
  const bool listed = !name.starts_with(by_factors);
  if (listed) add(words, "tank", name);
  if (!listed && !says("mg")) {
    const VehicleFactors factors =
        vehicle_factors(name.substr(by_factors.size())).value_or(VehicleFactors{});
    int sum = 0;
    for (const int factor : factors) sum += factor;
    if (step.how == "overrun") sum -= factors.back();  // 72.1: not that of the rear turret
    add(words, "mg", std::to_string(sum));
  }
  const bool runs_over = step.how == "overrun";
  if (!listed && runs_over && !vehicle.gun.empty() && !says("main_armament")) {
    throw ArgumentError("steps",
                        fmt::format("'{}': its gun fires, too, with half its infantry firepower "
                                    "equivalent (72.1)",
                                    step.text),
                        "that behind the step: 'main_armament 8'");
  }
  if (runs_over && !infantry.terrain.empty() && !says("drm")) add(words, "drm", infantry.terrain);
  if (step.how == "panzerfaust" && infantry.range && !says("range")) {
    add(words, "range", std::to_string(*infantry.range));
  }
  words.insert(words.end(), step.words.begin(), step.words.end());
  return words;
}

}  // namespace combat_odds::squad_leader
