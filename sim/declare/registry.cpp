#include "sim/declare/registry.hpp"

namespace combat_odds {

#define PROCEDURE(game, function, name) \
  namespace game {                      \
  Procedure function();                 \
  }
#include "procedures.def"
#undef PROCEDURE

std::span<const BuiltInProcedure> built_in_procedures() {
  static constexpr BuiltInProcedure all[] = {
#define PROCEDURE(game, function, name) {name, &game::function},
#include "procedures.def"
#undef PROCEDURE
  };
  return all;
}

}  // namespace combat_odds
