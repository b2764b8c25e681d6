#include <algorithm>

#include "sim/asl/hazards/checked_sniper.hpp"
#include "sim/asl/units/infantry.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds::asl {
namespace {

/// A14.4: one Sniper Check of units that are able to make it.
struct SniperCheck {
  static constexpr std::size_t most_units = 12;

  std::vector<UnitName> units;
  int drm = 0;

  void prepare(const Charts& charts) {
    const Infantry& infantry = charts.get<Infantry>();
    drm_ = drm;
    int leadership = 0;
    for (const UnitName& name : units) {
      std::vector<UnitType> roster;
      const UnitType type = roster.at(static_cast<std::size_t>(infantry.enlist(name, roster)));
      using Kind = UnitType::Kind;
      // A leader directs others only, and does not have to.
      if (type.is_leader() && units.size() > 1) leadership = std::min(leadership, name.modifier);
      if (!type.is_leader()) drm_ -= type.kind == Kind::squad ? 2 : 1;
    }
    drm_ += leadership;
  }

  Outcome resolve(Dice& dice) const {
    const CheckedSniper sniper = checked_sniper(dice, drm_);
    return Outcome(sniper == CheckedSniper::eliminated ? "eliminated"
                   : sniper == CheckedSniper::pinned   ? "pinned"
                                                       : "unharmed");
  }

 private:
  int drm_ = 0;
};

}  // namespace

Procedure sniper_check() {
  return procedure<SniperCheck>("asl.sniper-check", "A14.4",
                                "a Sniper Check: do units find the Sniper who fired at them?")
      .asks(&SniperCheck::units, "units", units_form,
            "the units in his target Location that are able to make it: armed, in Good Order, "
            "neither pinned nor TI, who have neither fired nor moved",
            units_up_to<SniperCheck::most_units>)
      .or_named(names_in(Infantry::chart_name, "unit"))
      .required()
      .tried_with({"4-6-7", "2*4-4-7 8-1", "2-2-8", "1-4-9", "9-2"})
      .asks(&SniperCheck::drm, "drm", -10, 10, "the sum of any other modifiers")
      .outcome("eliminated", "the Sniper is eliminated: SAN 1 less")
      .outcome("pinned", "he is pinned")
      .outcome("unharmed", "nothing happens to him")
      .headline("eliminated", "the Sniper is eliminated")
      .headline("pinned", "he is pinned");
}

}  // namespace combat_odds::asl
