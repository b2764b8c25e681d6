#include "sim/squad_leader/infantry/marsh.hpp"
#include "core/dice/small.hpp"

#include <fmt/format.h>

namespace combat_odds::squad_leader {

void Marsh::describe(Declaration<Marsh>& asked) {
  asked.asks(&Marsh::units, "marsh", one_of({"none", "russians", "others"}),
             "the units stand in a marsh, and who they are: the morale of others than Russians is "
             "one less there (75.6), and HE has half its factors (75.5)");
}

void Marsh::check(const Terrain& terrain) const {
  const bool by_name = terrain.name != "terrain";  // else a modifier was given
  if (!is_there() || terrain.hexside || terrain.modifier == 0 || !by_name) return;
  throw ArgumentError("marsh", fmt::format("a marsh hex has no {} in it", terrain.name),
                      "none, or open ground as the terrain");
}

void Marsh::lower_morale(TargetStack& stack) const {
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    TargetUnit& unit = stack.units[i];
    unit.morale = small(unit.morale + morale());
    unit.broken_morale = small(unit.broken_morale + morale());
  }
}

}  // namespace combat_odds::squad_leader
