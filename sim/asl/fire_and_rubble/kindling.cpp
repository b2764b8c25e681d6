#include "sim/asl/fire_and_rubble/burning.hpp"
#include "sim/asl/fire_and_rubble/molotov_check.hpp"
#include "sim/squad_games/numbers_needed.hpp"

namespace combat_odds::asl {
namespace {

struct Kindling {
  std::string terrain;
  bool molotov = false;
  MolotovCheck user;
  std::optional<int> morale;  ///< none: the NTC has been passed
  int leadership = 0;
  EnvironmentalConditions ec;
  int drm = 0;

  bool by_mmc() const { return user.unit != MolotovCheck::Unit::smc; }
  bool minds_ec() const { return !terrain.ends_with("building"); }

  void prepare(const Charts& charts) {
    burning_ = Burnable::named(terrain, charts);
    if (!burning_.building) ec_drm_ = ec.drm(charts);
  }

  Outcome resolve(Dice& dice) const {
    using Unit = MolotovCheck::Unit;
    // B25.11: a leader with the unit, or the SMC alone, must pass a NTC; his own modifier is NA.
    if (morale && !DR_at_most(dice, *morale)) {
      return Outcome("ntc_failed").event("check_passed", false);
    }
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
      .includes(&Kindling::user)
      .only_when({"cx", "antitank_crew"}, &Kindling::molotov, "it modifies only the MOL Check",
                 "--molotov")
      .asks(
          &Kindling::morale, "morale", 1, 10,
          "the morale of the leader who is with the unit, or of the SMC who kindles alone: he "
          "must pass a NTC first; default: it has been passed, and the Kindling DR alone is asked")
      .or_of_unit(UnitFact::morale)
      .tried_with({"7", "8", "9"})
      .asks(&Kindling::leadership, "leadership", -3, 1,
            "the modifier of the leader who directs; its sign is reversed")
      .or_of_unit(UnitFact::leadership)
      .only_when(&Kindling::by_mmc, "an SMC who kindles directs nobody (B25.11)", "")
      .includes(&Kindling::ec)
      .only_when({"ec"}, &Kindling::minds_ec, "a building ignores the EC", "")
      .asks(&Kindling::drm, "drm", -20, 20, "the sum of any other modifiers")
      .outcome("flame", "the Location has a Flame")
      .outcome("no_flame", "nothing burns")
      .outcome("ntc_failed", "the leader or SMC fails his NTC: there is no attempt")
      .event("check_passed", "the MOL Check is passed")
      .headline("flame", "it burns")
      .headline("ntc_failed", "there is no attempt");
}

}  // namespace combat_odds::asl
