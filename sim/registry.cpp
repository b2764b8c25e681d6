#include "combat_odds/sim/registry.hpp"

namespace combat_odds {

#define PROCEDURE(game, function) \
  namespace game {                \
  Procedure function();           \
  }
#include "procedures.def"
#undef PROCEDURE

std::vector<Procedure> built_in_procedures() {
  std::vector<Procedure> all;
#define PROCEDURE(game, function) all.push_back(game::function());
#include "procedures.def"
#undef PROCEDURE
  return all;
}

}  // namespace combat_odds
