#include "sim/asl/tasks/labor.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/number_text.hpp"
#include "sim/squad_games/fire_group.hpp"

namespace combat_odds::asl {

void Labor::describe(Declaration<Labor>& labor) {
  labor
      .asks(&Labor::leader, "leader",
            "a leader directs (needs to be said only of a modifier of 0 without his name)")
      .asks(&Labor::leadership, "leadership", "a leader such as 8-0, or his modifier",
            "the leader who directs; left out, and as a number of 0: none")
      .tried_with({"8-0", "-1", "9-2"})
      .asks(&Labor::labor_status, "labor_status", -2, 0, "the Labor Status to begin with");
}

void Labor::prepare(const Charts& /*charts*/) {
  if (!leadership) return;
  if (const auto number = number_in<int>(*leadership)) {
    modifier_ = *number;
  } else {
    modifier_ = read_leader(*leadership, "leadership").modifier;
    named_ = true;
  }
  if (modifier_ >= -3 && modifier_ <= 1) return;
  throw ArgumentError("leadership", fmt::format("'{}' is no modifier of a leader", *leadership),
                      "a leader such as 8-1, or -3 to 1");
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
