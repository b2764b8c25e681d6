#include <algorithm>
#include <cstdint>

#include "combat_odds/sim/slammers/command/quality.hpp"

namespace combat_odds::slammers {
namespace {

/// Play sheet, snipers; Supplement 4: a Thunder Run costs its levels in sniper detection too.
class SniperLocation : public Rule {
 public:
  SniperLocation(const Arguments& arguments, const Charts& charts)
      : searchers_(arguments.integer("searchers")), actions_(arguments.integer("actions")) {
    const int level = static_cast<int>(fighting_quality(arguments, charts, "quality")) -
                      thunder_run_modifier(arguments, "") - arguments.integer("qr_modifier");
    if (level <= static_cast<int>(Quality::untrained)) {
      located_at_least_ = charts.get<QualityLevels>(QualityLevels::chart_name)
                              .at(static_cast<Quality>(std::max(level, 0)))
                              .sniper_located_at_least;
    }
  }

  Outcome resolve(Dice& dice) const override {
    struct State {
      std::uint8_t action;
      std::uint8_t searcher;
    };
    for (int action = 1; action <= actions_; ++action) {
      for (int searcher = 0; searcher < searchers_; ++searcher) {
        dice.at(State{static_cast<std::uint8_t>(action), static_cast<std::uint8_t>(searcher)});
        if (dice.dr([&](int dr) { return dr >= located_at_least_; })) {
          return Outcome("located").measure("located_at", action).measure("actions", action);
        }
      }
    }
    return Outcome("hidden").measure("located_at", 0).measure("actions", actions_);
  }

 private:
  int searchers_;
  int actions_;
  int located_at_least_ = QualityRoll::impossible;
};

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = {
      quality_parameter("quality", "the quality, or class, of those who look for the sniper"),
      integer("searchers", 0, 12, "TUs that roll to locate him each time").by_default("1"),
      integer("actions", 1, 12, "how often he fires or designates, 1 LP each").by_default("1"),
  };
  append(all, thunder_run_parameters("", "those who look for him"));
  all.push_back(qr_modifier_parameter("levels by which the searchers' quality is moved otherwise"));
  return all;
}

}  // namespace

Procedure sniper_location() {
  return {
      .name = "slammers.sniper-location",
      .rule = "play sheet, snipers",
      .summary = "how soon a sniper who fires or designates is found",
      .details =
          "Each time a sniper fires or designates for an ATGW he may be revealed; spotting for "
          "artillery and mortars is no risk. Elite and veteran TUs locate him on 5 or 6, others on "
          "6. A Thunder Run moves the searchers' quality down, below untrained they find nobody; "
          "above elite it is as elite. How many TUs may try was not found: searchers is yours to "
          "say. The sniper stops once he is located.",
      .parameters = parameters(),
      .outcomes = {{"located", "the sniper is located"}, {"hidden", "he stays hidden"}},
      .events = {},
      .measures = {{"located_at", "the action at which he is located; 0: never"},
                   {"actions", "actions that he carries out, the last one included"}},
      .charts = {QualityLevels::chart_name, TroopClasses::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<SniperLocation>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::slammers
