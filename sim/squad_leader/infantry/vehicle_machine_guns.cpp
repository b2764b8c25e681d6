#include "sim/squad_leader/infantry/vehicle_machine_guns.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/text/columns.hpp"
#include "sim/declare/names.hpp"
#include "sim/squad_games/printed_machine_guns.hpp"

namespace combat_odds::squad_leader {
namespace {

constexpr const char* chart_name = "squad-leader/vehicle-points.csv";

constexpr int bow_range = 8;       // 64.41
constexpr int coaxial_range = 12;  // 64.42
constexpr int aa_range = 8;        // 64.43
constexpr int rear_range = 8;

/// The machine guns of the chart's vehicles. It has two numbers, for the Covered Arc and for all
/// round (34.7): the former count as coaxial, the latter as AA.
class MachineGunsOfVehicles {
 public:
  explicit MachineGunsOfVehicles(const CsvTable& chart) {
    for (const Columns::Row row : Columns::of_chart(chart, {"vehicle", "mg"})) {
      const auto two = vehicle_factors(row.has("mg") ? row.text("mg") : "-");
      if (!two) throw row.error("mg", "no machine guns", "two numbers such as 4/2");
      factors_.emplace_back(name_key(row.text("vehicle")),
                            VehicleFactors{0, (*two)[0], (*two)[1], 0});
    }
  }
  std::optional<VehicleFactors> of(std::string_view name) const {
    for (const auto& known : factors_) {
      if (known.first == name_key(name)) return known.second;
    }
    return std::nullopt;
  }

 private:
  std::vector<std::pair<std::string, VehicleFactors>> factors_;
};

}  // namespace

void VehicleMachineGuns::describe(Declaration<VehicleMachineGuns>& guns) {
  guns.asks(&VehicleMachineGuns::moves, "vehicle_moves", one_of({"no", "turned", "entered_hex"}),
            "what the vehicle among the attackers did in this player turn: turning its hull halves "
            "bow, coaxial and rear turret machine guns, entering a hex those for AA, too "
            "(64.41-.43)")
      .asks(&VehicleMachineGuns::hull_down, "hull_down",
            "it is hull down to the target: its bow machine gun does not fire (64.41)")
      .asks(&VehicleMachineGuns::gun_elsewhere, "gun_elsewhere",
            "its main armament fires along another line: the coaxial machine gun does not fire "
            "(64.46), nor does that of the rear turret (64.4)")
      .asks(&VehicleMachineGuns::crew_exposed, "crew_exposed",
            "its crew is exposed: else its AA machine gun does not fire (64.43)");
}

void VehicleMachineGuns::add(const char* name, int factors, int range, bool halved,
                             const char* why_not) {
  if (factors == 0) return;
  if (why_not != nullptr) {
    notes_.push_back(fmt::format("the {} does not fire: {}", name, why_not));
    return;
  }
  guns_.push_back({{name, name, static_cast<double>(factors), range}, halved ? 0.5 : 1});
}

double VehicleMachineGuns::factor_of(std::string_view name) const {
  for (const Gun& gun : guns_) {
    if (gun.firer.name == name) return gun.factor;
  }
  return 1;
}

bool VehicleMachineGuns::read(std::string_view text, std::string_view parameter,
                              const Charts& charts) {
  constexpr std::string_view word = "vehicle ";
  std::optional<VehicleFactors> factors;
  if (text.starts_with(word)) {
    factors = vehicle_factors(text.substr(word.size()));
    if (!factors) {
      throw ArgumentError(parameter, fmt::format("'{}' names no machine guns", text), form);
    }
  } else {
    factors = printed_machine_guns(text);
    if (!factors) factors = charts.get<MachineGunsOfVehicles>(chart_name).of(text);
  }
  if (!factors) return false;
  const auto [bow, coaxial, aa, rear] = *factors;
  const auto needs = [&](bool given, int gun, const char* name, const char* what) {
    if (given && gun == 0) {
      throw ArgumentError(name, fmt::format("the vehicle has no {} machine gun", what),
                          "leave it out");
    }
  };
  needs(hull_down, bow, "hull_down", "bow");
  needs(gun_elsewhere, coaxial + rear, "gun_elsewhere", "coaxial or rear turret");
  needs(crew_exposed, aa, "crew_exposed", "AA");
  const bool turned = moves != Moves::no;
  const bool entered = moves == Moves::entered_hex;
  add("bow MG", bow, bow_range, turned, hull_down ? "it is hull down (64.41)" : nullptr);
  add("coaxial MG", coaxial, coaxial_range, turned,
      gun_elsewhere ? "the gun fires along another line (64.46)" : nullptr);
  add("AA MG", aa, aa_range, entered,
      crew_exposed ? nullptr : "the crew is buttoned up (64.43), --crew-exposed lets it");
  add(rear_turret, rear, rear_range, turned,
      gun_elsewhere || gun_fires ? "the gun fires (64.4)" : nullptr);
  if (guns_.empty()) {
    throw ArgumentError(parameter, "none of its machine guns may fire",
                        aa > 0 && !crew_exposed
                            ? "'crew_exposed', for its AA MG"
                            : "a vehicle with one that may, such as 'vehicle 4/2'");
  }
  return true;
}

}  // namespace combat_odds::squad_leader
