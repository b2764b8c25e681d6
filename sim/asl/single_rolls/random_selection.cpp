#include <fmt/format.h>

#include <bit>

#include "core/dice/small.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds::asl {
namespace {

/// A.9: a dr for each unit, the highest are selected, and all that tie with the last of them.
struct Selection {
  int units = 0;
  int at_least = 1;
  int asked = 1;

  void prepare(const Charts& /*charts*/) const {
    const std::string there = fmt::format("at most {}", units);
    if (at_least > units) throw ArgumentError("at_least", "there are not so many units", there);
    if (asked > units) throw ArgumentError("asked", "there are not so many units", there);
  }

  Outcome resolve(Dice& dice) const {
    struct Selected {
      std::uint8_t all = 0;
      std::uint8_t asked = 0;
    };
    const Selected selected = dice.random_selection(units, at_least, [&](std::uint32_t mask) {
      const std::uint32_t of_them = (std::uint32_t{1} << asked) - 1;
      return Selected{small(std::popcount(mask)), small(std::popcount(mask & of_them))};
    });
    const bool one = asked == 1;
    return Outcome(selected.asked > 0 ? (one ? "selected" : "some_selected")
                   : one              ? "spared"
                                      : "none_selected")
        .event("all_asked", selected.asked == asked)
        .event("tie", selected.all > at_least)
        .event("everybody", selected.all == units)
        .measure("units_selected", selected.all);
  }

  Working working() const {
    Working working;
    working.situation = fmt::format("Random Selection of {} among {}", at_least,
                                    units == 1 ? "1 unit" : fmt::format("{} units", units));
    if (asked > 1) working.situation += fmt::format(", {} of them asked about", asked);
    return working;
  }
};

}  // namespace

Procedure random_selection() {
  return procedure<Selection>("asl.random-selection", "A.9",
                              "Random Selection: whom does it strike?")
      .asks(&Selection::units, "units", 1, 12, "among how many units it is made")
      .required()
      .asks(&Selection::at_least, "at_least", 1, 12,
            "how many it has to select: the number of a KIA, one for a K; ties select more")
      .asks(&Selection::asked, "asked", 1, 12,
            "how many of the units are those that one asks about: one, such as the leader")
      .outcome("selected", "the unit that one asks about is selected")
      .outcome("spared", "it is not")
      .outcome("some_selected", "of several that one asks about, one or more are selected")
      .outcome("none_selected", "none of those is")
      .event("all_asked", "all that one asks about are selected")
      .event("tie", "ties select more units than it has to")
      .event("everybody", "all units are selected")
      .measure("units_selected", "how many units are selected")
      .headline("selected", "it is selected")
      .headline("some_selected", "one of those is selected")
      .headline_if_asked("all_asked", "all of those are selected")
      .headline("tie", "a tie selects more")
      .headline("mean units_selected", "{} are selected on average");
}

}  // namespace combat_odds::asl
