#include <cstdint>

#include "sim/slammers/command/quality.hpp"

namespace combat_odds::slammers {
namespace {

/// A sniper's shot, 2D6, and whether it gives him away (play sheet, snipers).
struct SniperShot {
  int hit_at_least = 0;
  int searchers = 1;
  Troops troops;

  void prepare(const Charts& charts) {
    located_at_least =
        charts.get<QualityLevels>().at(troops.in_a_fight(charts)).sniper_located_at_least;
  }

  Outcome resolve(Dice& dice) const {
    const bool hit = dice.DR([this](TwoDice roll) { return roll.total() >= hit_at_least; });
    bool located = false;
    for (int i = 0; i < searchers && !located; ++i) {
      located = dice.die([this](int dr) { return dr >= located_at_least; });
    }
    return Outcome(hit ? (located ? "hit_and_located" : "hit_and_hidden")
                       : (located ? "missed_and_located" : "missed_and_hidden"))
        .event("hit", hit)
        .event("located", located);
  }

  int located_at_least = 6;
};

}  // namespace

Procedure sniper_shot() {
  return procedure<SniperShot>("slammers.sniper-shot", "play sheet, snipers",
                               "does a sniper hit, and is he found?")
      .asks(&SniperShot::hit_at_least, "hit_at_least", 2, 13,
            "what his 2D6 need, from your play sheet: no source at hand says it")
      .required()
      .tried_with({"7", "9"})
      .asks(&SniperShot::searchers, "searchers", 0, 12, "enemy TUs that roll to locate him")
      .includes(&SniperShot::troops, "", "those who look for him")
      .outcome("hit_and_hidden", "he hits and stays hidden")
      .outcome("hit_and_located", "he hits and is located")
      .outcome("missed_and_hidden", "he misses and stays hidden")
      .outcome("missed_and_located", "he misses and is located")
      .event("hit", "he hits")
      .event("located", "he is located")
      .headline("hit", "he hits")
      .headline("located", "he is found");
}

}  // namespace combat_odds::slammers
