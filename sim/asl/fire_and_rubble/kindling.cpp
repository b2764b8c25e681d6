#include "combat_odds/sim/asl/close_fight/molotov_check.hpp"
#include "combat_odds/sim/asl/fire_and_rubble/burning.hpp"

namespace combat_odds::asl {
namespace {

struct Kindling {
  std::string terrain;
  bool molotov = false;
  MolotovCheck user;
  int leadership = 0;
  EnvironmentalConditions ec;
  int drm = 0;

  void prepare(const Charts& charts) {
    burning_ = Burnable::named(terrain, charts);
    if (!burning_.building) ec_drm_ = ec.drm(charts);
  }

  Outcome resolve(Dice& dice) const {
    using Unit = MolotovCheck::Unit;
    const bool has_molotov = molotov && user.passed(dice, MolotovCheck::Against::others);
    const int of_unit = user.unit == Unit::smc ? -2 : user.unit == Unit::squad ? 0 : -1;
    const int modifier = drm + of_unit - leadership + ec_drm_ + (has_molotov ? 2 : 0);
    const bool burns =
        dice.DR([&](TwoDice roll) { return roll.total() + modifier >= burning_.kindling; });
    return Outcome(burns ? "flame" : "no_flame").event("check_passed", has_molotov);
  }

 private:
  Burnable burning_;
  int ec_drm_ = 0;
};

}  // namespace

Procedure kindling() {
  return procedure<Kindling>("asl.kindling", "B25.11, A22.613",
                             "an attempt to set the own Location on fire, with or without a MOL")
      .asks(&Kindling::terrain, "terrain", Burnable::names(), "what is to burn")
      .asks(&Kindling::molotov, "molotov",
            "the unit tries for a MOL: a MOL Check, and +2 if it is passed")
      .tried_with({"true", "true", "false"})
      .includes(&Kindling::user)
      .only_when({"cx", "antitank_crew"}, &Kindling::molotov, "it matters only for the MOL Check",
                 "molotov true")
      .asks(&Kindling::leadership, "leadership", -3, 1,
            "the modifier of the leader who directs; its sign is reversed")
      .or_of_unit(UnitFact::leadership)
      .includes(&Kindling::ec)
      .asks(&Kindling::drm, "drm", -20, 20, "the sum of any other modifiers")
      .outcome("flame", "the Location has a Flame")
      .outcome("no_flame", "nothing burns")
      .event("check_passed", "the MOL Check is passed");
}

}  // namespace combat_odds::asl
