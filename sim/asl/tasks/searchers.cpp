#include "sim/asl/tasks/searchers.hpp"

#include <algorithm>

namespace combat_odds::asl {

void Searchers::describe(Declaration<Searchers>& searchers) {
  searchers
      .asks(&Searchers::stealthy, "stealthy_searchers", 0, 12, "Stealthy searching units: -1 each")
      .asks(&Searchers::half_squads, "searching_half_squads", 0, 24,
            "half-squad equivalents that search: -1 each beyond the first")
      .asks(&Searchers::leadership, "searching_leadership", -3, 1,
            "the modifier of the best searching leader")
      .asks(&Searchers::lax_or_cx, "lax_or_cx_searchers", 0, 12,
            "searching units that are Lax or CX: +1 each")
      .asks(&Searchers::japanese, "japanese", "against Japanese outside buildings and rubble: +2");
}

int Searchers::drm() const {
  return search_drm(stealthy, half_squads, leadership, lax_or_cx) + (japanese ? 2 : 0);
}

int search_drm(int stealthy, int half_squads, int leadership, int lax) {
  return leadership + lax - stealthy - std::max(half_squads - 1, 0);
}

}  // namespace combat_odds::asl
