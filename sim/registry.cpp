#include "combat_odds/sim/registry.hpp"

namespace combat_odds {

#define PROCEDURE(game, function) \
  namespace game {                \
  Procedure function();           \
  }
#include "procedures.def"
#undef PROCEDURE

std::vector<Procedure> built_in_procedures() {
  return {
#define PROCEDURE(game, function) game::function(),
#include "procedures.def"
#undef PROCEDURE
  };
}

}  // namespace combat_odds
