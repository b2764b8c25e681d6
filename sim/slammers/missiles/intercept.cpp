#include <cstdint>

#include "core/dice/small.hpp"
#include "sim/slammers/missiles/interception.hpp"

namespace combat_odds::slammers {
namespace {

/// Supplement 4, "What do the coloured triangles mean?", Anti-ATGW Enhanced Data Link, "Using ADS
/// against missile attacks".
struct Intercept {
  Interception interception;
  int missiles = 1;

  Outcome resolve(Dice& dice) const {
    struct State {
      std::uint8_t missiles_left;
      std::uint8_t helpers_left;
      std::uint8_t leaks;
    };
    int helpers_left = interception.helpers;
    int leaks = 0;
    for (int missiles_left = missiles; missiles_left > 0; --missiles_left) {
      dice.at(State{small(missiles_left), small(helpers_left), small(leaks)});
      if (!interception.stops(dice, helpers_left)) ++leaks;
    }
    return Outcome(leaks == 0 ? "intercepted" : "leaks")
        .measure("leaks", leaks)
        .measure("helpers_spent", interception.helpers - helpers_left);
  }
};

}  // namespace

Procedure intercept() {
  return procedure<Intercept>(
             "slammers.intercept", "Supplement 4, coloured triangles",
             "do a vehicle's own weapons, its helpers and its ADS stop the missile?")
      .includes(&Intercept::interception, "", "")
      .adjust("triangle", [](Parameter& triangle) { triangle.default_value = "red"; })
      .asks(&Intercept::missiles, "missiles", 1, 12, "missiles that arrive, one after the other")
      .outcome("intercepted", "no missile gets through")
      .outcome("leaks", "the missile, or at least one of several, gets through")
      .measure("leaks", "missiles that got through")
      .measure("helpers_spent", "helpers that have fired for the turn")
      .headline("intercepted", "nothing gets through")
      .headline("mean leaks", "{} get through on average");
}

}  // namespace combat_odds::slammers
