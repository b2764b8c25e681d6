#include "sim/declare/registry.hpp"

#include <algorithm>

#include "sim/declare/balance_game.hpp"
#include "sim/declare/vehicle_rules.hpp"

namespace combat_odds {

// procedures.def has a line PROCEDURE for every procedure, a line VEHICLES for every game that
// declares its vehicles, and a line INFANTRY for every game that plays lists of infantry. Each use
// below defines the line that it wants; the others stay empty.

#define PROCEDURE(game, function, name, chapter) \
  namespace game {                               \
  Procedure function();                          \
  }
#define VEHICLES(game, function) \
  namespace game {               \
  VehicleRules function();       \
  }
#define INFANTRY(game, function) \
  namespace game {               \
  InfantryLists function();      \
  }
#include "procedures.def"
#undef PROCEDURE
#undef VEHICLES
#undef INFANTRY

std::span<const BuiltInProcedure> built_in_procedures() {
  static constexpr BuiltInProcedure all[] = {
#define PROCEDURE(game, function, name, chapter) {name, chapter, &game::function},
#define VEHICLES(game, function)
#define INFANTRY(game, function)
#include "procedures.def"
#undef PROCEDURE
#undef VEHICLES
#undef INFANTRY
  };
  return all;
}

std::string_view chapter_of(std::string_view procedure) {
  const auto found = std::ranges::find(built_in_procedures(), procedure, &BuiltInProcedure::name);
  return found == built_in_procedures().end() ? std::string_view() : found->chapter;
}

std::span<const VehicleRules> vehicle_rules() {
  static const std::vector<VehicleRules> all = {
#define PROCEDURE(game, function, name, chapter)
#define VEHICLES(game, function) game::function(),
#define INFANTRY(game, function)
#include "procedures.def"
#undef PROCEDURE
#undef VEHICLES
#undef INFANTRY
  };
  return all;
}

const VehicleRules* vehicle_rules_of(std::string_view game) {
  const auto found = std::ranges::find(vehicle_rules(), game, &VehicleRules::game);
  return found == vehicle_rules().end() ? nullptr : &*found;
}

std::span<const InfantryLists> infantry_lists() {
  static const std::vector<InfantryLists> all = {
#define PROCEDURE(game, function, name, chapter)
#define VEHICLES(game, function)
#define INFANTRY(game, function) game::function(),
#include "procedures.def"
#undef PROCEDURE
#undef VEHICLES
#undef INFANTRY
  };
  return all;
}

}  // namespace combat_odds
