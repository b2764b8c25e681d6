#include "ask/named_vehicles.hpp"

#include <algorithm>

#include "ask/presets.hpp"
#include "ask/unlisted.hpp"

namespace combat_odds {

std::vector<VehicleName> vehicle_names(const Procedure& procedure) {
  const VehicleRules* const rules = vehicle_rules_of(procedure.game());
  return rules == nullptr ? std::vector<VehicleName>() : rules->names(procedure);
}

bool is_vehicle_name(const Procedure& procedure, std::string_view name) {
  return std::ranges::any_of(vehicle_names(procedure),
                             [&](const VehicleName& known) { return known.name == name; });
}

std::vector<GivenValue> with_vehicles(std::vector<GivenValue> given, const Preset* preset,
                                      const Procedure& procedure, const VehicleListing& listing,
                                      const Charts& charts) {
  if (const VehicleRules* const rules = vehicle_rules_of(procedure.game())) {
    const auto value = [preset](const std::string& parameter) {
      return preset == nullptr ? std::string() : std::string(preset->value(parameter));
    };
    try {
      given = rules->fill(given, value, procedure, listing, charts);
    } catch (const InputError& error) {
      for (const GivenValue& each : given) {
        const bool is_told =
            each.place.file == error.place().file && each.place.line == error.place().line &&
            each.place.column == error.place().column &&
            error.wrong().find(each.text.substr(0, each.text.find(' '))) != std::string::npos;
        const auto vehicle = is_told ? unlisted_vehicle(each.text, procedure) : std::nullopt;
        if (vehicle) throw InputError(error.place(), vehicle->wrong(), vehicle->right());
      }
      throw;
    }
  }
  return preset == nullptr ? given : with_preset(std::move(given), *preset);
}

}  // namespace combat_odds
