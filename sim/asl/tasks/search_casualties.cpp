#include <bit>

#include "core/dice/small.hpp"
#include "sim/asl/infantry/fire_target.hpp"
#include "sim/asl/tasks/searchers.hpp"
#include "sim/declare/names.hpp"

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
  FireTarget units;  ///< where their Casualty VP are asked for

  bool are_named() const { return units.casualty_vp; }
  bool are_counted() const { return !are_named(); }
  bool searchers_modify() const { return searchers.japanese || searchers.drm() != 0; }

  void prepare(const Charts& charts) { units.prepare(charts); }

  Outcome resolve(Dice& dice) const {
    if (are_named()) return of_units(dice);
    struct State {
      std::uint8_t rolled = 0;
      std::uint8_t casualties = 0;
    } state;
    for (; state.rolled < casualty_drs; ++state.rolled) {
      dice.at(state);
      if (!costs_somebody(dice)) continue;
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

 private:
  enum : std::size_t { rolls_made, struck };  // in the memo of the stack

  bool costs_somebody(Dice& dice) const {
    const int modifier =
        drm + searchers.drm() +
        search_drm(stealthy_defenders, defending_half_squads, defending_leadership, lax_defenders);
    return dice.die([&](int roll) { return roll + modifier <= 1; });
  }

  /// Random Selection among those who are left, and what the loss of a leader does to the others.
  Outcome of_units(Dice& dice) const {
    using Strike = FireTarget::Strike;
    TargetStack stack = units.start();
    while (stack.memo[rolls_made] < casualty_drs) {
      if (dice.at(stack)) return {};
      ++stack.memo[rolls_made];
      if (!costs_somebody(dice)) continue;
      stack.memo[struck] = 1;
      units.begin_strike(
          dice, stack, Strike::reduces, [](Dice&) { return Strike::reduces; }, false);
      if (units.play(dice, stack)) return {};
    }
    return Outcome(stack.memo[struck] != 0 ? "casualties" : "unharmed")
        .measure("casualty_vp", stack.casualty_vp);
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
      .includes(&Search::units,
                [](Declaration<FireTarget>& units) {
                  FireTarget::describe_casualties(units);
                  units.adjust("casualty_vp", [](Parameter& parameter) {
                    parameter.meaning =
                        "tells the Casualty VP that the searching units lose (A26.22): a squad or "
                        "crew 2, a half-squad 1, a leader 1 and his modifier";
                  });
                  units
                      .asks(&FireTarget::units, "target", units_form,
                            "the searching units, for their Casualty VP", FireTarget::read_if_any)
                      .by_default("")
                      .or_named(names_in(Infantry::chart_name, "unit"))
                      .tried_with({"4-6-7", "2*4-4-7 8-1"})
                      .needed_when([](const FireTarget& asked) { return asked.casualty_vp; },
                                   "who searches?", "units such as '2*4-6-7 8-1'")
                      .only_when([](const FireTarget& asked) { return asked.casualty_vp; }, "",
                                 "--casualty-vp");
                })
      .only_when({"searching_units"}, &Search::are_counted, "the units are named as --target", "")
      .outcome("casualties", "at least one Casualty Reduction")
      .outcome("unharmed", "the searching units come to no harm")
      .measure("casualty_reductions", "Casualty Reductions of the searching units (not named)")
      .measure("casualty_vp", "with --casualty-vp: those that the searching units lost")
      .less_is_better()
      .headline("casualties", "there is at least one Casualty Reduction")
      .headline("mean casualty_reductions", "{} Casualty Reductions on average");
}

}  // namespace combat_odds::asl
