#include <algorithm>
#include <cstdint>

#include "core/dice/small.hpp"
#include "sim/slammers/command/quality.hpp"

namespace combat_odds::slammers {
namespace {

/// Play sheet, snipers; Supplement 4: a Thunder Run costs its levels in sniper detection too.
struct SniperLocation {
  Troops troops;
  int searchers = 1;
  int actions = 1;
  ThunderRunTokens thunder_run;
  int qr_modifier = 0;

  void prepare(const Charts& charts) {
    const int level =
        static_cast<int>(troops.in_a_fight(charts)) - thunder_run.modifier() - qr_modifier;
    if (level <= static_cast<int>(Quality::untrained)) {
      located_at_least = charts.get<QualityLevels>()
                             .at(static_cast<Quality>(std::max(level, 0)))
                             .sniper_located_at_least;
    }
  }

  Outcome resolve(Dice& dice) const {
    struct State {
      std::uint8_t action;
      std::uint8_t searcher;
    };
    for (int action = 1; action <= actions; ++action) {
      for (int searcher = 0; searcher < searchers; ++searcher) {
        dice.at(State{small(action), small(searcher)});
        if (dice.die([&](int dr) { return dr >= located_at_least; })) {
          return Outcome("located").measure("located_at", action).measure("actions", action);
        }
      }
    }
    return Outcome("hidden").measure("actions", actions);
  }

  int located_at_least = QualityRoll::impossible;
};

}  // namespace

Procedure sniper_location() {
  return procedure<SniperLocation>("slammers.sniper-location", "play sheet, snipers",
                                   "how soon a sniper who fires or designates is found")
      .includes(&SniperLocation::troops, "", "those who look for the sniper")
      .asks(&SniperLocation::searchers, "searchers", 0, 12, "TUs that roll to locate him each time")
      .asks(&SniperLocation::actions, "actions", 1, 12,
            "how often he fires or designates, 1 LP each")
      .includes(&SniperLocation::thunder_run, "", "those who look for him")
      .asks(&SniperLocation::qr_modifier, "qr_modifier", -4, 4,
            "levels by which the searchers' quality is moved otherwise")
      .outcome("located", "the sniper is located")
      .outcome("hidden", "he stays hidden")
      .measure("located_at", "the action at which he is located")
      .only_where({"located"})
      .less_is_better()
      .measure("actions", "actions that he carries out, the last one included")
      .headline("located", "the sniper is found");
}

}  // namespace combat_odds::slammers
