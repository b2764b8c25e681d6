#include <algorithm>
#include <cmath>
#include <optional>

#include "sim/declare/declaration.hpp"
#include "sim/squad_leader/counters/counters.hpp"

namespace combat_odds::squad_leader {
namespace {

struct SpeedBreakdown {
  int movement = 0;
  double mp_used = 0;
  bool red = false;

  Outcome resolve(Dice& dice) const {
    // 79.1, 79.3: if it uses its whole allowance, or more than two thirds of a red one.
    const bool risky = mp_used >= movement || (red && 3 * mp_used > 2 * movement);
    const bool breaks = risky && dice.DR([&](TwoDice roll) { return roll.total() >= 12; });
    if (breaks) {
      // 79.12: it stops along its way, after as many MP as a second DR gives.
      const int most = std::min(movement, static_cast<int>(mp_used));
      const int mp = dice.DR([&](TwoDice roll) { return std::min(roll.total(), most); });
      return outcome("immobilized", mp);
    }
    // 79.2: every MP beyond the allowance, or part of one, lowers the number by one.
    const int excess = static_cast<int>(std::ceil(mp_used - movement));
    if (excess > 0) {
      const bool stops = dice.DR([&](TwoDice roll) { return roll.total() >= 12 - excess; });
      if (stops) return outcome("immobilized_at_the_end");
    }
    return outcome("arrives");
  }

 private:
  static Outcome outcome(const char* label, std::optional<int> mp = std::nullopt) {
    return Outcome(label)
        .event("breakdown", label[0] == 'i')
        .measure_if(mp.has_value(), "breakdown_mp", mp.value_or(0));
  }
};

}  // namespace

Procedure speed_breakdown() {
  return procedure<SpeedBreakdown>("sl.speed-breakdown", "COI 79",
                                   "a tracked vehicle at its top speed")
      .asks(&SpeedBreakdown::movement, "movement", 2, 40,
            "the Movement Point allowance on the counter")
      .required()
      .or_named(vehicle_movement(), vehicle_form)
      .tried_with({"8", "13", "16"})
      .asks(&SpeedBreakdown::mp_used, "mp_used", 0, 80,
            "the MP of the whole move, the extra hex included; 16.5 say")
      .required()
      .tried_with({"9", "13", "16", "16.5", "18"})
      .asks(&SpeedBreakdown::red, "red", "the allowance is printed in red (79.3)")
      .outcome("arrives", "the vehicle makes its whole move")
      .outcome("immobilized", "it breaks down on its way")
      .outcome("immobilized_at_the_end", "it breaks down instead of entering the extra hex")
      .event("breakdown", "it breaks down at all")
      .measure("breakdown_mp", "the MP after which it breaks down on its way")
      .only_where({"immobilized"})
      .headline("arrives", "it arrives")
      .headline("breakdown", "it breaks down");
}

}  // namespace combat_odds::squad_leader
