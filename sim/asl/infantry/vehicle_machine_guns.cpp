#include "sim/asl/infantry/vehicle_machine_guns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/text/columns.hpp"
#include "sim/declare/names.hpp"
#include "sim/squad_games/printed_machine_guns.hpp"

namespace combat_odds::asl {
namespace {

constexpr const char* vehicle_guns_chart = "asl/vehicle-machine-guns.csv";

/// The machine guns of the AFV of the chart.
class GunsOfVehicles {
 public:
  explicit GunsOfVehicles(const CsvTable& chart) {
    for (const Columns::Row row : Columns::of_chart(chart, {"vehicle", "mg"})) {
      const auto guns = vehicle_factors(row.text("mg"));
      if (!guns) throw row.error("mg", "no machine guns", "numbers such as 3/5/2");
      guns_.emplace_back(name_key(row.text("vehicle")), *guns);
    }
  }
  std::optional<VehicleFactors> of(std::string_view name) const {
    for (const auto& known : guns_) {
      if (known.first == name_key(name)) return known.second;
    }
    return std::nullopt;
  }

 private:
  std::vector<std::pair<std::string, VehicleFactors>> guns_;
};

}  // namespace

void VehicleMachineGuns::describe(Declaration<VehicleMachineGuns>& guns) {
  guns.asks(&VehicleMachineGuns::moves, "vehicle_moves", one_of({"no", "bounding", "motion"}),
            "how the vehicle among the attackers fires: bounding, in Bounding (First) Fire, by "
            "half; motion, in Motion or not Stopped, by a quarter (D3.5)")
      .asks(&VehicleMachineGuns::hull_down, "hull_down",
            "it is hull down to the target: its BMG does not fire")
      .asks(&VehicleMachineGuns::gun_elsewhere, "gun_elsewhere",
            "its main armament fires along another line: the CMG does not fire")
      .asks(&VehicleMachineGuns::crew_exposed, "crew_exposed",
            "its crew is exposed: else its AAMG does not fire, and the others have +1");
}

void VehicleMachineGuns::add(const char* name, int firepower, int range, const char* why_not) {
  if (firepower == 0 || (malfunctioned >> number(name) & 1) != 0) return;
  if (why_not != nullptr) {
    notes_.push_back(fmt::format("the {} does not fire: {}", name, why_not));
    return;
  }
  guns_.push_back({name, name, static_cast<double>(firepower), range});
}

std::size_t VehicleMachineGuns::number(std::string_view name) {
  static constexpr std::array<std::string_view, 4> names = {"BMG", "CMG", "AAMG", "RMG"};
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

std::optional<VehicleFactors> VehicleMachineGuns::of(std::string_view text,
                                                     std::string_view parameter,
                                                     const Charts& charts) {
  constexpr std::string_view word = "vehicle ";
  if (const auto printed = printed_machine_guns(text)) return printed;
  if (!text.starts_with(word)) return charts.get<GunsOfVehicles>(vehicle_guns_chart).of(text);
  const std::optional<VehicleFactors> factors = vehicle_factors(text.substr(word.size()));
  if (!factors) {
    throw ArgumentError(parameter, fmt::format("'{}' names no machine guns", text), form);
  }
  return factors;
}

bool VehicleMachineGuns::read(std::string_view text, std::string_view parameter,
                              const Charts& charts) {
  // D1.81-.83: the Normal Ranges.
  constexpr int normal_range = 8;
  constexpr int coaxial_range = 12;
  const std::optional<VehicleFactors> factors = of(text, parameter, charts);
  if (!factors) return false;
  const auto [bow, coaxial, aa, rear] = *factors;
  const auto needs = [](bool given, int gun, const char* name, const char* what) {
    if (given && gun == 0) {
      throw ArgumentError(name, fmt::format("the vehicle has no {}", what), "leave it out");
    }
  };
  needs(hull_down, bow, "hull_down", "BMG");
  needs(gun_elsewhere, coaxial, "gun_elsewhere", "CMG");
  add("BMG", bow, normal_range, hull_down ? "the vehicle is hull down" : nullptr);
  add("CMG", coaxial, coaxial_range,
      gun_elsewhere ? "the main armament fires along another line" : nullptr);
  add("AAMG", aa, normal_range,
      crew_exposed ? nullptr : "the crew is buttoned up, --crew-exposed lets it");
  add("RMG", rear, normal_range, nullptr);
  if (guns_.empty()) {
    throw ArgumentError(parameter, "none of its machine guns may fire",
                        aa > 0 && !crew_exposed
                            ? "'crew_exposed', for its AA MG"
                            : "a vehicle with one that may, such as 'vehicle 3/5'");
  }
  return true;
}

}  // namespace combat_odds::asl
