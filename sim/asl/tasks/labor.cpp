#include "sim/asl/tasks/labor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/text/number_text.hpp"
#include "sim/asl/units/casualty_points.hpp"
#include "sim/asl/units/wound.hpp"
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

int Labor::casualty_reduction(Dice& dice, std::uint8_t& squads, std::uint8_t& half_squads,
                              std::uint8_t& leader_now) const {
  using Kind = UnitType::Kind;
  const int of_half_squad = casualty_points(Kind::half_squad);
  int points =
      squads * (casualty_points(Kind::squad) - of_half_squad) + half_squads * of_half_squad;
  half_squads = std::exchange(squads, std::uint8_t{0});
  if (leader_now > 0) {
    leader_now = wound_kills(dice, leader_now == 1) ? 0 : 1;
    if (leader_now == 0) points += casualty_points(Kind::leader, leader_drm(2));
  }
  return points;
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
