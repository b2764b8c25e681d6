#include "sim/declare/declaration.hpp"
#include "sim/squad_leader/infantry/ift.hpp"

namespace combat_odds::squad_leader {
namespace {

constexpr int armour_around_them = 2;  // 64.44: like a wall
constexpr int uphill = 1;              // 91.1

/// 64.44: infantry fires at a vehicle with an exposed crew until the crew is stunned or all attacks
/// have been made.
struct CrewExposed {
  double firepower = 0;
  int drm = 0;
  bool firer_lower = false;
  int morale = 0;
  int attacks = 1;

  void prepare(const Charts& charts) { ift_ = &charts.get<Ift>(); }

  Outcome resolve(Dice& dice) const {
    const int column = ift_->column(firepower);
    const int all_drm = drm + armour_around_them + (firer_lower ? uphill : 0);
    for (int attack = 1; attack <= attacks; ++attack) {
      const FireResult result =
          dice.DR([&](TwoDice roll) { return ift_->at(column, roll.total() + all_drm); });
      if (result.kind == FireResult::Kind::kia) return outcome("recalled", attack);
      if (result.kind == FireResult::Kind::none) continue;
      const int needed = morale - result.number;
      if (dice.DR([&](TwoDice roll) { return roll.total() > needed; })) {
        return outcome("stunned", attack);
      }
    }
    return outcome("no_effect", 0);
  }

 private:
  static Outcome outcome(const char* label, int attack) {
    return Outcome(label).event("buttoned_up", attack > 0).measure_if(attack > 0, "attack", attack);
  }

  const Ift* ift_ = nullptr;
};

}  // namespace

Procedure crew_exposed() {
  return procedure<CrewExposed>("sl.crew-exposed", "COI 64.44",
                                "infantry fires at a vehicle with an exposed commander or crew")
      .asks(&CrewExposed::firepower, "firepower", 0, 1000,
            "the firepower of each attack after all multipliers")
      .required()
      .or_of_unit(UnitFact::firepower)
      .tried_with({"2", "4", "8", "16"})
      .asks(&CrewExposed::drm, "drm", -10, 10, "modifiers beside the +2 of the vehicle")
      .asks(&CrewExposed::firer_lower, "firer_lower", "the attack comes from a lower hex (91.1)")
      .asks(&CrewExposed::morale, "morale", 2, 12, "the morale of the crew or armor leader")
      .required()
      .or_of_unit(UnitFact::morale)
      .tried_with({"6", "7", "8", "9"})
      .asks(&CrewExposed::attacks, "attacks", 1, 20,
            "how many attacks are made while they are exposed")
      .outcome("no_effect", "the crew may stay exposed")
      .outcome("stunned", "the crew is stunned, and buttoned up from then on")
      .outcome("recalled", "stunned by a KIA: the vehicle must then leave the board")
      .event("buttoned_up", "the crew is stunned, by a KIA or not")
      .measure("attack", "the attack that had an effect")
      .only_where({"buttoned_up"})
      .less_is_better()
      .headline("buttoned_up", "the crew is stunned")
      .headline("recalled", "the vehicle must leave the board");
}

}  // namespace combat_odds::squad_leader
