#include <fmt/format.h>

#include <algorithm>

#include "combat_odds/sim/declaration.hpp"
#include "combat_odds/sim/squad_leader/counters.hpp"
#include "combat_odds/sim/squad_leader/infantry/fire_attack.hpp"

namespace combat_odds::squad_leader {
namespace {

struct Fire {
  double firepower = 0;
  int drm = 0;
  bool sustained_fire = false;
  std::optional<double> sustained_firepower;
  int breakdown_number = 13;
  std::vector<UnitName> target;
  HexUnit::Status status = HexUnit::Status::good;
  std::optional<int> broken_morale;

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    hex_ = target_hex(target, status, broken_morale);
    column_ = ift_->column(firepower);
    if (!sustained_fire) return;
    const double of_machine_guns = sustained_firepower.value_or(firepower);
    if (of_machine_guns > firepower) {
      throw ArgumentError("sustained_firepower", "more than the whole attack has",
                          fmt::format("at most {}", firepower));
    }
    // 95.22, and 95.5: one column more, if the machine guns are worth the difference.
    if (ift_->column(firepower + of_machine_guns) > column_) ++column_;
    if (breakdown_number <= 12) breakdown_number -= 2;  // 95.3
  }

  /// A squad or crew that is broken when it checks.
  bool may_check_broken() const {
    const bool leader = hex_leaders() > 0;
    const bool squad = hex_leaders() < target.size();
    return squad && (status == HexUnit::Status::broken || leader);
  }

  Outcome resolve(Dice& dice) const {
    struct Attack {
      FireResult result;
      bool breakdown;
    };
    const Attack attack = dice.DR([&](TwoDice roll) -> Attack {
      return {ift_->at(column_, roll.total() + drm), roll.total() >= breakdown_number};
    });
    TargetHex hex = hex_;
    hex.memo[0] = attack.breakdown ? 1 : 0;
    resolve_fire(dice, hex, attack.result);
    return fire_outcome(hex, status).event("breakdown", attack.breakdown);
  }

 private:
  std::size_t hex_leaders() const {
    return static_cast<std::size_t>(std::count_if(
        target.begin(), target.end(), [](const UnitName& unit) { return unit.leader; }));
  }

  const Ift* ift_ = nullptr;
  int column_ = -1;
  TargetHex hex_;
};

}  // namespace

Procedure fire() {
  return procedure<Fire>("sl.fire", "COI 10, 12, 95",
                         "a fire attack on the Infantry Fire Table of Squad Leader")
      .asks(&Fire::firepower, "firepower", 0, 1000,
            "the firepower of the attack after all multipliers")
      .required()
      .or_of_unit(UnitFact::firepower)
      .tried_with({"1", "2.5", "4", "8", "12", "24", "36"})
      .asks(&Fire::drm, "drm", -20, 20, "the sum of the dice roll modifiers")
      .asks(&Fire::sustained_fire, "sustained_fire", "machine guns use sustained fire (95)")
      .asks(&Fire::sustained_firepower, "sustained_firepower", 0, 1000,
            "the part of the firepower that is theirs; left out: all of it (95.5)")
      .tried_with({"", "1", "2"})
      .only_when(&Fire::sustained_fire, "no machine gun uses sustained fire",
                 "a number with sustained_fire only")
      .asks(&Fire::breakdown_number, "breakdown_number", 2, 13,
            "the machine gun breaks down on an Original DR of this or more; 13: none fires")
      .asks(&Fire::target, "target", units_form, "the units under fire",
            units_up_to<TargetHex::most_units>)
      .or_named(infantry_names())
      .tried_with({"4-6-7", "4-3-6", "8-1", "2*4-6-7 8-1", "4-4-7 9-1 8-0", "3*6-2-8"})
      .asks(&Fire::status, "status", one_of({"good", "broken"}),
            "whether the target is broken already")
      .asks(&Fire::broken_morale, "broken_morale", 2, 12,
            "the morale on the broken side of the squads, where it is not that of the front (13.6)")
      .tried_with({"", "6"})
      .only_when(&Fire::may_check_broken,
                 "only a squad that is broken, or that a leader's loss makes check twice, checks "
                 "with the morale of its broken side",
                 "broken_morale with status broken, or with a leader in the stack")
      .outcomes(fire_outcomes())
      .events(fire_events())
      .event("breakdown", "the machine gun that fired broke down")
      .measures(fire_measures());
}

}  // namespace combat_odds::squad_leader
