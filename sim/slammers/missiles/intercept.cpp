#include <cstdint>

#include "combat_odds/sim/slammers/missiles/interception.hpp"

namespace combat_odds::slammers {
namespace {

/// Supplement 4, "What do the coloured triangles mean?", Anti-ATGW Enhanced Data Link, "Using ADS
/// against missile attacks".
class Intercept : public Rule {
 public:
  Intercept(const Arguments& arguments, const Charts& charts)
      : interception_(Interception::asked(arguments, charts, "")),
        missiles_(arguments.integer("missiles")) {}

  Outcome resolve(Dice& dice) const override {
    struct State {
      std::uint8_t missiles_left;
      std::uint8_t helpers_left;
      std::uint8_t leaks;
    };
    int helpers_left = interception_.helpers();
    int leaks = 0;
    for (int missiles_left = missiles_; missiles_left > 0; --missiles_left) {
      dice.at(State{static_cast<std::uint8_t>(missiles_left),
                    static_cast<std::uint8_t>(helpers_left), static_cast<std::uint8_t>(leaks)});
      if (!interception_.stops(dice, helpers_left)) ++leaks;
    }
    return Outcome(leaks == 0 ? "intercepted" : "leaks")
        .measure("leaks", leaks)
        .measure("helpers_spent", interception_.helpers() - helpers_left);
  }

 private:
  Interception interception_;
  int missiles_;
};

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = Interception::parameters("", "red");
  all.push_back(
      integer("missiles", 1, 12, "missiles that arrive, one after the other").by_default("1"));
  return all;
}

}  // namespace

Procedure intercept() {
  return {
      .name = "slammers.intercept",
      .rule = "Supplement 4, coloured triangles",
      .summary = "do a vehicle's own weapons, its helpers and its ADS stop the missile?",
      .details =
          std::string(interception_details) +
          "\nA single round of artillery is asked in the same way; for a salvo, of which each "
          "success destroys one round, see slammers.artillery.",
      .parameters = parameters(),
      .outcomes = {{"intercepted", "no missile gets through"},
                   {"leaks", "the missile, or at least one of several, gets through"}},
      .events = {},
      .measures = {{"leaks", "missiles that got through"},
                   {"helpers_spent", "helpers that have fired for the turn"}},
      .charts = {QualityLevels::chart_name, TroopClasses::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<Intercept>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::slammers
