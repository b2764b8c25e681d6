#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/columns.hpp"
#include "sim/declare/calendar.hpp"
#include "sim/declare/given_value.hpp"
#include "sim/declare/procedure.hpp"
#include "sim/declare/vehicle_listing.hpp"

namespace combat_odds {

/// A name under which vehicles or guns may be given to a procedure beside its parameters.
struct VehicleName {
  const char* name;
  const char* meaning;
};

/// What a game's chart says of a vehicle's price.
struct ChartPrice {
  int points = 0;
  std::optional<Month> from;  ///< not to be had before
};

/// What a game knows of its vehicles and guns: what is printed on their counters, and how its
/// procedures are asked for them by name. A game declares it by a function `VehicleRules name() {`
/// in a file of its folder, which the build lists as it lists the procedures.
struct VehicleRules {
  std::string game;  ///< "sl": the first part of its procedures' names

  // A listing that a player types in (VehicleListing).
  std::vector<std::string> columns;  ///< but nationality and name
  std::vector<std::string> truths;   ///< those of them that are true or false
  /// Those beside gun and armor: worth points, though not every duel goes by them.
  std::vector<std::string> besides;
  void (*check)(const Columns::Row& row) = nullptr;

  // The game's own chart.
  std::vector<std::string> (*charted_names)(const Charts& charts) = nullptr;
  /// What the chart says of the vehicle of that name; its cells stand at `place`. Nothing where the
  /// chart lacks it.
  std::optional<VehicleListing::Vehicle> (*charted)(std::string_view name, const Place& place,
                                                    const Charts& charts) = nullptr;
  std::optional<ChartPrice> (*price)(std::string_view name, const Charts& charts) = nullptr;

  /// The names that a procedure takes; see vehicle_names() in ask/named_vehicles.hpp.
  std::vector<VehicleName> (*names)(const Procedure& procedure) = nullptr;
  /// `given` with those names replaced by what is printed on their vehicles. `preset` tells the
  /// value of a parameter where nobody gives one. Throws InputError.
  std::vector<GivenValue> (*fill)(std::vector<GivenValue> given,
                                  const std::function<std::string(const std::string&)>& preset,
                                  const Procedure& procedure, const VehicleListing& listing,
                                  const Charts& charts) = nullptr;
};

/// Those of all games that declare them.
std::span<const VehicleRules> vehicle_rules();
/// Those of a game; null where it has none.
const VehicleRules* vehicle_rules_of(std::string_view game);

}  // namespace combat_odds
