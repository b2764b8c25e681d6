#include <bit>

#include "combat_odds/sim/procedure.hpp"

namespace combat_odds::asl {
namespace {

class SearchCasualties : public Rule {
 public:
  explicit SearchCasualties(const Arguments& arguments)
      : units_(arguments.integer("searching_units")),
        dice_rolled_(arguments.integer("casualty_drs")) {
    drm_ = arguments.integer("drm") - arguments.integer("stealthy_defenders") -
           further(arguments.integer("defending_half_squads")) +
           arguments.integer("defending_leadership") + arguments.integer("lax_defenders");
    const bool searchers_count = arguments.flag("searchers_count");
    for (const char* parameter : {"stealthy_searchers", "searching_half_squads",
                                  "searching_leadership", "lax_or_cx_searchers"}) {
      if (!searchers_count && arguments.integer(parameter) != 0) {
        throw ArgumentError(parameter, "the searchers' modifiers are left out",
                            "searchers_count true");
      }
    }
    drm_ += -arguments.integer("stealthy_searchers") -
            further(arguments.integer("searching_half_squads")) +
            arguments.integer("searching_leadership") + arguments.integer("lax_or_cx_searchers");
    if (arguments.flag("japanese")) drm_ += 2;
  }

  Outcome resolve(Dice& dice) const override {
    struct State {
      std::uint8_t rolled = 0;
      std::uint8_t casualties = 0;
    } state;
    for (; state.rolled < dice_rolled_; ++state.rolled) {
      dice.at(state);
      if (!dice.dr([&](int roll) { return roll + drm_ <= 1; })) continue;
      const int hit = units_ == 1 ? 1 : dice.random_selection(units_, 1, [](std::uint32_t chosen) {
        return std::popcount(chosen);
      });
      state.casualties = static_cast<std::uint8_t>(state.casualties + hit);
    }
    return Outcome(state.casualties > 0 ? "casualties" : "unharmed")
        .measure("casualty_reductions", state.casualties);
  }

 private:
  /// Half-squad equivalents beyond the first.
  static int further(int half_squads) { return std::max(half_squads - 1, 0); }

  int units_;
  int dice_rolled_;
  int drm_ = 0;
};

}  // namespace

Procedure search_casualties() {
  return {
      .name = "asl.search-casualties",
      .rule = "A12.154",
      .summary = "what searching or mopping up costs",
      .details =
          "A Casualty dr for each Search dr: a Final 1 or less is a Casualty Reduction of a "
          "searching unit by Random Selection (of several if they tie).\n"
          "The text lists modifiers of the defenders and then of the searchers, all for this die. "
          "The second list reads like that of the Search dr: with it stealthy searchers lose more "
          "and CX ones less. Leave searchers_count false to play the defenders' list alone, or set "
          "it for the text as it stands.",
      .parameters =
          {
              integer("searching_units", 1, 8, "the searching units")
                  .by_default("1")
                  .tried_with({"1", "2", "3", "5"}),
              integer("casualty_drs", 1, 10, "how often a Search dr is made")
                  .by_default("1")
                  .tried_with({"1", "2", "3"}),
              integer("stealthy_defenders", 0, 12, "Stealthy concealed defending units: -1 each")
                  .by_default("0"),
              integer("defending_half_squads", 0, 24,
                      "half-squad equivalents that defend concealed: -1 each beyond the first")
                  .by_default("0"),
              integer("defending_leadership", -3, 1,
                      "the modifier of the best concealed defending leader if not alone")
                  .by_default("0"),
              integer("lax_defenders", 0, 12, "Lax concealed defending units: +1 each")
                  .by_default("0"),
              flag("searchers_count", "the list of the searchers' modifiers counts too")
                  .tried_with({"true", "true", "false"}),
              integer("stealthy_searchers", 0, 12, "Stealthy searching units: -1 each")
                  .by_default("0")
                  .tried_with({"0", "0", "1"}),
              integer("searching_half_squads", 0, 24,
                      "half-squad equivalents that search: -1 each beyond the first")
                  .by_default("0")
                  .tried_with({"0", "0", "2"}),
              integer("searching_leadership", -3, 1, "the modifier of the best searching leader")
                  .by_default("0")
                  .tried_with({"0", "0", "-1"}),
              integer("lax_or_cx_searchers", 0, 12, "searching units that are Lax or CX: +1 each")
                  .by_default("0")
                  .tried_with({"0", "0", "1"}),
              flag("japanese", "against Japanese outside buildings and rubble: +2"),
              integer("drm", -10, 10, "the sum of any other modifiers").by_default("0"),
          },
      .outcomes = {{"casualties", "at least one Casualty Reduction"},
                   {"unharmed", "the searching units come to no harm"}},
      .events = {},
      .measures = {{"casualty_reductions", "Casualty Reductions of the searching units"}},
      .charts = {},
      .rule_for = [](const Arguments& arguments,
                     const Charts&) { return std::make_unique<SearchCasualties>(arguments); },
  };
}

}  // namespace combat_odds::asl
