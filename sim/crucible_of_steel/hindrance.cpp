#include <algorithm>

#include "combat_odds/sim/procedure.hpp"

namespace combat_odds::crucible_of_steel {
namespace {

/// Where one end of the LOS is (2.1, 2.2).
enum class End : std::uint8_t { ground, hillock, up_slope };

End end(const std::string& name) {
  return name == "hillock" ? End::hillock : name == "up_slope" ? End::up_slope : End::ground;
}

/// One number, no dice.
class Hindrance : public Rule {
 public:
  explicit Hindrance(const Arguments& arguments) {
    const End from = end(arguments.choice("from"));
    const End to = end(arguments.choice("to"));
    const int grain = arguments.integer("grain");
    const int low_grain = arguments.integer("low_grain");
    // From level 1/2 or more at both ends the LOS stays above Grain and Brush of the ground.
    const bool both_high = from != End::ground && to != End::ground;
    const bool both_low = from == End::ground && to == End::ground;
    if (low_grain > 0 && both_low) {
      throw ArgumentError("low_grain", "between two ends at ground level it is asked for nothing",
                          "hillock or up_slope as one end");
    }
    const int of_grain = both_high ? 0 : both_low ? grain : std::min(grain, 1);
    hindrance_ = of_grain + arguments.integer("sparse_orchards") + arguments.integer("other");
  }

  Outcome resolve(Dice&) const override {
    return Outcome(hindrance_ > 0 ? "hindered" : "clear").measure("hindrance", hindrance_);
  }

 private:
  int hindrance_ = 0;
};

}  // namespace

Procedure hindrance() {
  return {
      .name = "cos.hindrance",
      .rule = "Crucible of Steel 2",
      .summary = "the Hindrance of a LOS to or from a European Hillock (no dice)",
      .details =
          "Between a Hillock (level 1/2) and ground level all Grain and Brush that stands at "
          "ground "
          "level is one Hindrance together; that which stands a level lower is none. An Up-Slope "
          "unit counts as on a Hillock for its LOS. Sparse Orchard hexes are a Hindrance each, as "
          "out-of-season Orchards.\n"
          "A LOS between a Hillock and an Up-Slope hex (level 3/4) passes above the Grain, as the "
          "third example has it; so does one between two Hillocks or two Up-Slope hexes, because "
          "the rule speaks of lower levels only. With neither end on a Hillock each hex of Grain "
          "or Brush counts. Whether there is a LOS at all is not asked.",
      .parameters =
          {
              choice("from", {"hillock", "up_slope", "ground"}, "where one end of the LOS is"),
              choice("to", {"ground", "hillock", "up_slope"}, "where the other end is"),
              integer("grain", 0, 30, "hexes of Grain or Brush at ground level in between")
                  .by_default("0"),
              integer("low_grain", 0, 30, "hexes of Grain or Brush whose base is a level lower")
                  .by_default("0"),
              integer("sparse_orchards", 0, 30, "Sparse Orchard hexes in between").by_default("0"),
              integer("other", 0, 30, "other Hindrances").by_default("0"),
          },
      .outcomes = {{"clear", "no Hindrance"}, {"hindered", "a Hindrance of at least 1"}},
      .events = {},
      .measures = {{"hindrance", "the Hindrance DRM"}},
      .charts = {},
      .rule_for = [](const Arguments& arguments,
                     const Charts&) { return std::make_unique<Hindrance>(arguments); },
  };
}

}  // namespace combat_odds::crucible_of_steel
