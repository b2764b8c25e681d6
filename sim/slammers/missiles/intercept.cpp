#include <cstdint>
#include <optional>

#include "core/dice/small.hpp"
#include "sim/slammers/missiles/interception.hpp"

namespace combat_odds::slammers {
namespace {

/// Supplement 4, "What do the coloured triangles mean?", Anti-ATGW Enhanced Data Link, "Using ADS
/// against missile attacks".
struct Intercept {
  Interception interception;
  int missiles = 1;
  Troops launcher;  ///< empty: every missile would hit
  int launch_modifier = 0;

  void prepare(const Charts& charts) {
    if (!launcher.quality.empty()) launch = launcher.roll(charts, launch_modifier);
  }

  Outcome resolve(Dice& dice) const {
    struct State {
      std::uint8_t missiles_left;
      std::uint8_t helpers_left;
      std::uint8_t leaks;
    };
    int helpers_left = interception.helpers;
    int leaks = 0;
    bool missed = false;
    for (int missiles_left = missiles; missiles_left > 0; --missiles_left) {
      dice.at(State{small(missiles_left), small(helpers_left), small(leaks)});
      // As in slammers.atgw: nobody fires at a missile that would miss.
      missed = launch && !launch->made(dice);
      if (!missed && !interception.stops(dice, helpers_left)) ++leaks;
    }
    return Outcome(missed && missiles == 1 ? "missed"
                   : leaks == 0            ? "intercepted"
                                           : "leaks")
        .measure("leaks", leaks)
        .measure("helpers_spent", interception.helpers - helpers_left);
  }

  std::optional<QualityRoll> launch;
};

}  // namespace

Procedure intercept() {
  return procedure<Intercept>(
             "slammers.intercept", "Supplement 4, coloured triangles",
             "do a vehicle's own weapons, its helpers and its ADS stop the missile?")
      .includes(&Intercept::interception, "", "")
      .adjust("triangle", [](Parameter& triangle) { triangle.default_value = "red"; })
      .asks(&Intercept::missiles, "missiles", 1, 12, "missiles that arrive, one after the other")
      .includes(&Intercept::launcher, "launch_", "those who fire the missiles")
      .adjust("launch_quality",
              [](Parameter& quality) {
                quality.default_value = "";
                quality.meaning +=
                    ", for the Quality Roll of each missile; default: every missile would hit";
              })
      .asks(&Intercept::launch_modifier, "launch_qr_modifier", -4, 4,
            "the sum of the QR modifiers of the launch: +1 for a designator, +1 for ConFire")
      .only_when([](const Intercept& asked) { return !asked.launcher.quality.empty(); },
                 "every missile would hit otherwise", "--launch-quality")
      .outcome("missed", "the missile misses its Quality Roll (one missile)")
      .outcome("intercepted", "no missile gets through")
      .outcome("leaks", "the missile, or at least one of several, gets through")
      .measure("leaks", "missiles that got through")
      .measure("helpers_spent", "helpers that have fired for the turn")
      .headline("missed", "it misses")
      .headline("intercepted", "nothing gets through")
      .headline("mean leaks", "{} get through on average");
}

}  // namespace combat_odds::slammers
