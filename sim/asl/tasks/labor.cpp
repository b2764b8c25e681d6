#include "sim/asl/tasks/labor.hpp"

#include <algorithm>

namespace combat_odds::asl {

void Labor::describe(Declaration<Labor>& labor) {
  labor
      .asks(&Labor::leader, "leader",
            "a leader directs (needs to be said only for one with modifier 0)")
      .asks(&Labor::leadership, "leadership", -3, 1, "the modifier of the leader who directs")
      .or_of_unit(UnitFact::leadership)
      .asks(&Labor::labor_status, "labor_status", -2, 0, "the Labor Status to begin with");
}

std::int8_t after_failed_labor(std::int8_t labor_status) {
  return static_cast<std::int8_t>(std::max(labor_status - 1, -2));
}

int labor_drm(int squads, int half_squads, int first_squad, int first_half_squad) {
  if (squads > 0) return first_squad - 2 * (squads - 1) - half_squads;
  if (half_squads > 0) return first_half_squad - (half_squads - 1);
  return 0;
}

}  // namespace combat_odds::asl
