#include <algorithm>
#include <cmath>

#include "combat_odds/sim/procedure.hpp"
#include "combat_odds/sim/squad_leader/counters.hpp"

namespace combat_odds::squad_leader {
namespace {

class SpeedBreakdown : public Rule {
 public:
  explicit SpeedBreakdown(const Arguments& arguments) : movement_(arguments.integer("movement")) {
    const double used = arguments.number("mp_used");
    // 79.1, 79.3: the whole allowance; of a red one more than two thirds.
    risky_ = used >= movement_ || (arguments.flag("red") && 3 * used > 2 * movement_);
    // 79.2: every MP beyond the allowance, or part of one, lowers the number by one.
    excess_ = std::max(0, static_cast<int>(std::ceil(used - movement_)));
  }

  Outcome resolve(Dice& dice) const override {
    const bool breaks = risky_ && dice.DR([&](TwoDice roll) { return roll.total() >= 12; });
    if (breaks) {
      // 79.12: it stops along its way, after as many MP as a second DR shows.
      const int mp = dice.DR([&](TwoDice roll) { return std::min(roll.total(), movement_); });
      return outcome("immobilized", mp);
    }
    if (excess_ > 0) {
      const bool stops = dice.DR([&](TwoDice roll) { return roll.total() >= 12 - excess_; });
      if (stops) return outcome("immobilized_at_the_end", 0);
    }
    return outcome("arrives", 0);
  }

 private:
  static Outcome outcome(const char* label, int mp) {
    return Outcome(label).event("breakdown", label[0] == 'i').measure("breakdown_mp", mp);
  }

  int movement_;
  bool risky_ = false;
  int excess_ = 0;
};

}  // namespace

Procedure speed_breakdown() {
  return {
      .name = "sl.speed-breakdown",
      .rule = "COI 79",
      .summary = "a tracked vehicle at its top speed",
      .details =
          "A vehicle that uses its whole Movement Point allowance breaks down on a DR of 12, at "
          "the MP along its way that a second DR shows. One more hex beyond the allowance is "
          "another roll, the 12 lowered by one for every MP in excess or part of one; failing "
          "it, the vehicle is immobilized before that hex (79.2). A vehicle whose allowance is "
          "printed in red rolls as soon as it exceeds two thirds of it; 79.3 says 'once', so "
          "using all of it costs no further roll here.",
      .parameters =
          {
              integer("movement", 2, 40, "the Movement Point allowance on the counter")
                  .or_named(vehicle_movement(), vehicle_form)
                  .tried_with({"8", "13", "16"}),
              number("mp_used", 0, 80, "the MP of the whole move, the extra hex included; 16.5 say")
                  .tried_with({"9", "13", "16", "16.5", "18"}),
              flag("red", "the allowance is printed in red (79.3)"),
          },
      .outcomes = {{"arrives", "the vehicle makes its whole move"},
                   {"immobilized", "it breaks down on its way"},
                   {"immobilized_at_the_end", "it breaks down instead of entering the extra hex"}},
      .events = {{"breakdown", "it breaks down at all"}},
      .measures = {{"breakdown_mp",
                    "the MP after which it breaks down on its way; 0: it does not"}},
      .charts = {},
      .rule_for = [](const Arguments& arguments,
                     const Charts&) { return std::make_unique<SpeedBreakdown>(arguments); },
  };
}

}  // namespace combat_odds::squad_leader
