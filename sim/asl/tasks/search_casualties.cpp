#include <bit>

#include "core/dice/small.hpp"
#include "sim/asl/tasks/searchers.hpp"

namespace combat_odds::asl {
namespace {

struct SearchCasualties {
  int searching_units = 1;
  int casualty_drs = 1;
  int stealthy_defenders = 0;
  int defending_half_squads = 0;
  int defending_leadership = 0;
  int lax_defenders = 0;
  bool searchers_count = false;
  Searchers searchers;
  int drm = 0;

  bool searchers_modify() const { return searchers.japanese || searchers.drm() != 0; }

  Outcome resolve(Dice& dice) const {
    struct State {
      std::uint8_t rolled = 0;
      std::uint8_t casualties = 0;
    } state;
    const int modifier =
        drm + searchers.drm() +
        search_drm(stealthy_defenders, defending_half_squads, defending_leadership, lax_defenders);
    for (; state.rolled < casualty_drs; ++state.rolled) {
      dice.at(state);
      if (!dice.die([&](int roll) { return roll + modifier <= 1; })) continue;
      const int hit = searching_units == 1
                          ? 1
                          : dice.random_selection(searching_units, 1, [](std::uint32_t chosen) {
                              return std::popcount(chosen);
                            });
      state.casualties = small(state.casualties + hit);
    }
    return Outcome(state.casualties > 0 ? "casualties" : "unharmed")
        .measure("casualty_reductions", state.casualties);
  }
};

}  // namespace

Procedure search_casualties() {
  using Search = SearchCasualties;
  return procedure<Search>("asl.search-casualties", "A12.154", "what searching or mopping up costs")
      .asks(&Search::searching_units, "searching_units", 1, 8, "the searching units")
      .asks(&Search::casualty_drs, "casualty_drs", 1, 10, "how often a Search dr is made")
      .asks(&Search::stealthy_defenders, "stealthy_defenders", 0, 12,
            "Stealthy concealed defending units: -1 each")
      .asks(&Search::defending_half_squads, "defending_half_squads", 0, 24,
            "half-squad equivalents that defend concealed: -1 each beyond the first")
      .asks(&Search::defending_leadership, "defending_leadership", -3, 1,
            "the modifier of the best concealed defending leader if not alone")
      .asks(&Search::lax_defenders, "lax_defenders", 0, 12,
            "Lax concealed defending units: +1 each")
      .asks(&Search::searchers_count, "searchers_count",
            "count the modifiers of the Search dr, too, which the compilation prints below those "
            "of the Casualty dr")
      .only_when(&Search::searchers_modify, "",
                 "--stealthy-searchers or another property of the searchers")
      .includes(&Search::searchers)
      .only_when(AllFrom{"stealthy_searchers"}, &Search::searchers_count,
                 "by the rules it modifies the Search dr (A12.152), not the Casualty dr (A12.154)",
                 "--searchers-count")
      .asks(&Search::drm, "drm", -10, 10, "the sum of any other modifiers")
      .outcome("casualties", "at least one Casualty Reduction")
      .outcome("unharmed", "the searching units come to no harm")
      .measure("casualty_reductions", "Casualty Reductions of the searching units")
      .headline("casualties", "there is at least one Casualty Reduction")
      .headline("mean casualty_reductions", "{} Casualty Reductions on average");
}

}  // namespace combat_odds::asl
