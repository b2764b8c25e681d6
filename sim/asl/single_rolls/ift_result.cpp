#include <fmt/format.h>

#include "sim/asl/infantry/attackers.hpp"
#include "sim/asl/infantry/cowering.hpp"
#include "sim/asl/infantry/ift.hpp"
#include "sim/asl/units/support_weapons.hpp"

namespace combat_odds::asl {
namespace {

/// A7.3: the DR of one attack, read on its column, whoever it is for.
struct IftRoll {
  std::optional<double> firepower;
  int drm = 0;
  Cowering cowering;
  Attackers attackers = Attackers::or_vehicle();

  bool is_given_as_firepower() const { return !attackers.given(); }

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    column_ = ift_->column(attackers.given() ? attackers.firepower() : *firepower);
    drm_ = attackers.drm(drm);
    attackers.settle(cowering);
  }

  Outcome resolve(Dice& dice) const {
    using Kind = IftResult::Kind;
    const IftResult result = dice.DR([&](TwoDice roll) {
      return ift_->at(column_ - cowering.columns(roll), roll.total() + drm_);
    });
    const auto checks = [&](int number) {
      return result.kind > Kind::mc || (result.kind == Kind::mc && result.number >= number);
    };
    const auto kia = [&](int number) {
      return result.kind == Kind::kia && result.number >= number;
    };
    return Outcome(label(result))
        .event("any_result", result.kind != Kind::none)
        .event("nmc_or_worse", checks(0))
        .event("1mc_or_worse", checks(1))
        .event("2mc_or_worse", checks(2))
        .event("3mc_or_worse", checks(3))
        .event("4mc_or_worse", checks(4))
        .event("k_or_worse", result.kind >= Kind::k)
        .event("kia", kia(1))
        .event("2kia_or_worse", kia(2))
        .event("3kia_or_worse", kia(3));
  }

  Working working() const {
    Working working;
    attackers.tell(working, *ift_, firepower, drm, cowering);
    return working;
  }

 private:
  /// As on the chart, in a name: "k3" for K/3.
  static std::string label(const IftResult& result) {
    switch (result.kind) {
      case IftResult::Kind::none:
        return "no_effect";
      case IftResult::Kind::ptc:
        return "ptc";
      case IftResult::Kind::mc:
        return result.number == 0 ? "nmc" : fmt::format("{}mc", result.number);
      case IftResult::Kind::k:
        return fmt::format("k{}", result.number);
      case IftResult::Kind::kia:
        return fmt::format("{}kia", result.number);
    }
    return "";
  }

  const Ift* ift_ = nullptr;
  int column_ = -1;
  int drm_ = 0;
};

}  // namespace

Procedure ift_result() {
  return procedure<IftRoll>("asl.ift", "A7.3, A7.9",
                            "the result of a fire attack on the IFT, whoever its target is")
      .asks(&IftRoll::firepower, "firepower", 0, 1000,
            "the FP of the attack after all multipliers; or attackers, and it is worked out")
      .needed_when(&IftRoll::is_given_as_firepower, "with what is fired?",
                   "the FP of the attack, or --attackers such as '2*4-6-7 LMG' with their --range")
      .only_when(&IftRoll::is_given_as_firepower, "--attackers already give the FP", "")
      .or_of_unit(UnitFact::firepower)
      .or_named(support_weapons(), weapons_form)
      .tried_with({"1", "2.5", "4", "8", "12", "24", "36"})
      .asks(&IftRoll::drm, "drm", -20, 20, "all DRM except those that have an option of their own")
      .tried_with({"0", "-3", "2"})
      .includes(&IftRoll::cowering)
      .includes(&IftRoll::attackers, "", Attackers::Cx::asked, Attackers::Vehicles::possible)
      .outcome("no_effect", "nothing happens to anybody")
      .outcome("ptc", "a Pin Task Check")
      .outcome("nmc", "a Normal Morale Check")
      .outcome("1mc", "a Morale Check with 1 added")
      .outcome("2mc", "a Morale Check with 2 added")
      .outcome("3mc", "a Morale Check with 3 added")
      .outcome("4mc", "a Morale Check with 4 added")
      .outcome("k1", "K/1: Casualty Reduction of one unit, and a 1MC")
      .outcome("k2", "K/2: the same with a 2MC")
      .outcome("k3", "K/3: the same with a 3MC")
      .outcome("k4", "K/4: the same with a 4MC")
      .outcome("1kia", "one unit is eliminated, the others break")
      .outcome("2kia", "two are")
      .outcome("3kia", "three are")
      .outcome("4kia", "four are")
      .outcome("5kia", "five are")
      .outcome("6kia", "six are")
      .outcome("7kia", "seven are")
      .event("nmc_or_worse", "a Morale Check, a K or a KIA")
      .event("k_or_worse", "a K or a KIA")
      .event("kia", "a KIA, of whatever number")
      .event("any_result", "a PTC or worse")
      .event("1mc_or_worse", "a 1MC or worse")
      .event("2mc_or_worse", "a 2MC or worse")
      .event("3mc_or_worse", "a 3MC or worse")
      .event("4mc_or_worse", "a 4MC or worse")
      .event("2kia_or_worse", "a 2KIA or worse")
      .event("3kia_or_worse", "a 3KIA or worse")
      .headline("nmc_or_worse", "an NMC or worse")
      .headline("k_or_worse", "a K or KIA")
      .headline("kia", "a KIA")
      .headline_if_asked("any_result", "a PTC or worse")
      .headline_if_asked("1mc_or_worse", "a 1MC or worse")
      .headline_if_asked("2mc_or_worse", "a 2MC or worse")
      .headline_if_asked("3mc_or_worse", "a 3MC or worse")
      .headline_if_asked("4mc_or_worse", "a 4MC or worse")
      .headline_if_asked("2kia_or_worse", "a 2KIA or worse")
      .headline_if_asked("3kia_or_worse", "a 3KIA or worse")
      .headline("no_effect", "nothing happens");
}

}  // namespace combat_odds::asl
