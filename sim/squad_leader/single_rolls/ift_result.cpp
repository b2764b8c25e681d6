#include <fmt/format.h>

#include "sim/squad_leader/infantry/attackers.hpp"
#include "sim/squad_leader/infantry/ift.hpp"

namespace combat_odds::squad_leader {
namespace {

/// 10: the DR of one attack, read on its column, whoever it is for.
struct IftRoll {
  std::optional<double> firepower;
  int drm = 0;
  Attackers attackers;

  bool is_given_as_firepower() const { return !attackers.given(); }

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    column_ = ift_->column(attackers.given() ? attackers.firepower() : *firepower);
    drm_ = attackers.drm(drm);
  }

  Outcome resolve(Dice& dice) const {
    using Kind = FireResult::Kind;
    const FireResult result =
        dice.DR([&](TwoDice roll) { return ift_->at(column_, roll.total() + drm_); });
    const auto checks = [&](int number) {
      return result.kind == Kind::kia ||
             (result.kind == Kind::morale_check && result.number >= number);
    };
    return Outcome(result.kind == Kind::none  ? "no_effect"
                   : result.kind == Kind::kia ? "kia"
                                              : fmt::format("m{}", result.number))
        .event("any_result", checks(0))
        .event("m1_or_worse", checks(1))
        .event("m2_or_worse", checks(2))
        .event("m3_or_worse", checks(3))
        .event("m4_or_worse", checks(4));
  }

  Working working() const {
    Working working;
    attackers.tell(working, *ift_, firepower, drm, column_);
    return working;
  }

 private:
  const Ift* ift_ = nullptr;
  int column_ = -1;
  int drm_ = 0;
};

}  // namespace

Procedure ift_result() {
  return procedure<IftRoll>("sl.ift", "10",
                            "the result of a fire attack on the IFT, whoever its target is")
      .asks(&IftRoll::firepower, "firepower", 0, 1000,
            "the firepower of the attack after all multipliers; or attackers, and it is worked out")
      .needed_when(
          &IftRoll::is_given_as_firepower, "with what is fired?",
          "the firepower of the attack, or --attackers such as '2*4-6-7 LMG' with their --range")
      .only_when(&IftRoll::is_given_as_firepower, "--attackers already give the firepower", "")
      .or_of_unit(UnitFact::firepower)
      .tried_with({"1", "2.5", "4", "8", "12", "24", "36"})
      .asks(&IftRoll::drm, "drm", -20, 20, "all DRM except those that have an option of their own")
      .includes(&IftRoll::attackers)
      .outcome("no_effect", "nothing happens to anybody")
      .outcome("m0", "M: a Morale Check with nothing added")
      .outcome("m1", "1: a Morale Check with 1 added")
      .outcome("m2", "2: a Morale Check with 2 added")
      .outcome("m3", "3: a Morale Check with 3 added")
      .outcome("m4", "4: a Morale Check with 4 added")
      .outcome("kia", "all units are eliminated")
      .event("any_result", "a Morale Check or a KIA")
      .event("m1_or_worse", "a 1 or worse")
      .event("m2_or_worse", "a 2 or worse")
      .event("m3_or_worse", "a 3 or worse")
      .event("m4_or_worse", "a 4 or worse")
      .headline("any_result", "a Morale Check or worse")
      .headline("kia", "a KIA")
      .headline_if_asked("m1_or_worse", "a 1 or worse")
      .headline_if_asked("m2_or_worse", "a 2 or worse")
      .headline_if_asked("m3_or_worse", "a 3 or worse")
      .headline_if_asked("m4_or_worse", "a 4 or worse")
      .headline("no_effect", "nothing happens");
}

}  // namespace combat_odds::squad_leader
