#include "combat_odds/sim/registry.hpp"

#include <algorithm>

namespace combat_odds {

#define PROCEDURE(game, function) \
  namespace game {                \
  Procedure function();           \
  }
#include "combat_odds/sim/procedures.def"
#undef PROCEDURE

const std::vector<const Procedure*>& procedures() {
  static const std::vector<Procedure> all = [] {
    std::vector<Procedure> made;
#define PROCEDURE(game, function) made.push_back(game::function());
#include "combat_odds/sim/procedures.def"
#undef PROCEDURE
    std::sort(made.begin(), made.end(),
              [](const Procedure& a, const Procedure& b) { return a.name < b.name; });
    return made;
  }();
  static const std::vector<const Procedure*> pointers = [] {
    std::vector<const Procedure*> views;
    for (const Procedure& procedure : all) views.push_back(&procedure);
    return views;
  }();
  return pointers;
}

const Procedure* find_procedure(std::string_view name) {
  for (const Procedure* procedure : procedures()) {
    if (procedure->name == name) return procedure;
  }
  return nullptr;
}

std::vector<std::string> procedure_names() {
  std::vector<std::string> names;
  for (const Procedure* procedure : procedures()) names.push_back(procedure->name);
  return names;
}

}  // namespace combat_odds
