#include "sim/squad_leader/infantry/foreign_units.hpp"

#include <algorithm>

namespace combat_odds::squad_leader {

void ForeignUnits::describe(Declaration<ForeignUnits>& foreign) {
  foreign
      .asks(&ForeignUnits::units, "foreign_units", units_form,
            "units of the target that are of another nation than its leaders, or not of the SS as "
            "they are, or none: a leader of -1 or better modifies their Morale Checks by one less "
            "(74.2, 83.7)",
            none_or_units_up_to<TargetStack::most_units>)
      .by_default("none")
      .tried_with({"4-6-7", "4-4-7"});
}

void ForeignUnits::mark(TargetStack& stack, const std::vector<UnitName>& target) const {
  if (units.empty()) return;
  const bool led = std::any_of(target.begin(), target.end(), [](const UnitName& unit) {
    return unit.leader && unit.modifier < 0;
  });
  if (!led) {
    throw ArgumentError("foreign_units", "no leader of -1 or better is in the target (74.2)",
                        "none, or a leader such as 9-1 in --target");
  }
  std::vector<UnitName> left = target;
  for (const UnitName& foreign : units) {
    const auto named = std::find_if(left.begin(), left.end(), [&](const UnitName& unit) {
      return !unit.leader && unit.text == foreign.text;
    });
    if (named == left.end()) {
      throw ArgumentError("foreign_units", "there is no further " + foreign.text + " in the target",
                          foreign.leader ? "squads or crews of --target; leaders check unmodified"
                                         : "squads or crews of --target");
    }
    const auto end = stack.units.begin() + stack.unit_count;
    const auto unit =
        std::find_if(stack.units.begin() + stack.leader_count, end, [&](const TargetUnit& other) {
          return other.modifier == 0 && other.group == named->group &&
                 other.morale == named->morale;
        });
    unit->modifier = 1;
    left.erase(named);
  }
}

}  // namespace combat_odds::squad_leader
