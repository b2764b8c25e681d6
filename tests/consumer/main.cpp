// Asks asl.fire for its exact odds: 8 FP at +1 eliminate a squad on an Original 2 (K/2) and an
// Original 12 of the half-squad's MC: 1/36 of 1/36.
#include <cstdio>
#include <string>

#include "combat_odds/core/odds.hpp"
#include "combat_odds/reports/csv_report.hpp"
#include "combat_odds/scenarios/evaluate.hpp"
#include "combat_odds/sim/registry.hpp"

int main() {
  using namespace combat_odds;
  const Procedure* const fire = find_procedure("asl.fire");
  if (fire == nullptr) return 1;
  const Charts charts(built_in_charts());

  std::vector<Argument> values;
  for (const Parameter& parameter : fire->parameters) {
    const std::string text = parameter.name == "firepower" ? "8"
                             : parameter.name == "drm"     ? "1"
                             : parameter.name == "target"  ? "4-6-7"
                                                           : parameter.default_value.value_or("");
    values.push_back(read_argument(parameter, text));
  }
  const std::unique_ptr<Rule> rule = fire->make_rule(Arguments(fire->parameters, values), charts);

  OddsOptions options;
  options.method = Method::exact;
  const Odds odds = odds_of(*rule, 0, options);
  for (const Chance& chance : odds.chances) {
    if (chance.kind != Chance::Kind::outcome || chance.name != "eliminated") continue;
    std::printf("eliminated: %.17g\n", chance.exact->value);
    return chance.exact->value == 1.0 / 1296 ? 0 : 1;
  }
  return 1;
}
